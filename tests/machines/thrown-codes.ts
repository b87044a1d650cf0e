import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { isRecord } from '#contract/unknown-values.ts';

const flowsFolder = 'src/web/flows';
/** What they throw is a call's errors, which the contract names, or is a view's own. */
const notFollowed = /^src\/web\/(api|app|hooks|results|ui)\//;

export const hasEffects = (flow: string): boolean => existsSync(`${flowsFolder}/${flow}`);

interface Import {
  isType: boolean;
  names: string[];
  from: string;
}

function importsOf(text: string): Import[] {
  const statements = text.matchAll(/^(?:import|export) (type )?([^;]*?) from '([^']+)';/gms);
  return [...statements].map(([, type, names = '', from = '']) => ({
    isType: type !== undefined,
    names: names.split(/[{},]/).flatMap((name) => {
      const plain = name.trim();
      return plain === '' || plain.startsWith('type ') ? [] : [plain.replace(/ as .*/, '')];
    }),
    from,
  }));
}

function pathOf(file: string, from: string): string | null {
  const path = from.startsWith('#web/')
    ? from.replace('#web/', 'src/web/')
    : from.startsWith('.')
      ? normalize(join(dirname(file), from))
      : null;
  return path !== null && existsSync(path) && !notFollowed.test(path) ? path : null;
}

/** What the effects of a child flow throw is declared by the child. */
const isOfChild = (path: string, flow: string): boolean =>
  path.startsWith(`${flowsFolder}/`) &&
  !path.startsWith(`${flowsFolder}/${flow}/`) &&
  /\/provide-[^/]*$/.test(path);

const failuresIn = (text: string) =>
  [...text.matchAll(/\bcode: '(\w+)'|\b(?:failure|refusal|\w*Failure)\(\s*'(\w+)'/g)].map(
    ([, inObject, asArgument]) => inObject ?? asArgument ?? '',
  );

async function callsOf(text: string): Promise<Map<string, readonly string[]>> {
  const calls = new Map<string, readonly string[]>();
  for (const { isType, names, from } of importsOf(text)) {
    if (isType || !from.startsWith('#contract/')) continue;
    const exported: Record<string, unknown> = await import(from);
    for (const name of names) {
      const call = exported[name];
      if (isRecord(call) && typeof call.path === 'string' && Array.isArray(call.errors))
        calls.set(name, call.errors.map(String));
    }
  }
  return calls;
}

/**
 * The codes that each effect of a flow can throw, by actor: its own, those of helpers that it imports, and those of
 * the calls that it makes, which can also fail on their way. What cannot be told apart is every actor's, under ''.
 */
export async function thrownCodes(flow: string): Promise<Map<string, Set<string>>> {
  const thrown = new Map<string, Set<string>>();
  const add = (actor: string, codes: Iterable<string>) => {
    const known = thrown.get(actor) ?? new Set();
    for (const code of codes) known.add(code);
    thrown.set(actor, known);
  };
  const seen = new Set<string>();
  const follow = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    const calls = await callsOf(text);
    // From the name of one actor to that of the next.
    const pieces = text.split(/(?=\b(?:promise|callback)\(\s*'\w+')/);
    for (const piece of pieces) {
      const actor = /^(?:promise|callback)\(\s*'(\w+)'/.exec(piece)?.[1] ?? '';
      add(actor, failuresIn(piece));
      for (const [name, errors] of calls)
        if (new RegExp(`\\b${name}\\b`).test(piece.replace(/^import [^;]*;/gms, '')))
          add(actor, ['network', ...errors]);
    }
    for (const { isType, from } of importsOf(text)) {
      const next = pathOf(file, from);
      // What is given to the effects of a flow, such as a recorder, is in its folder, and only its type is imported.
      if (next === null || isOfChild(next, flow)) continue;
      if (!isType || next.startsWith(`${flowsFolder}/${flow}/`)) await follow(next);
    }
  };
  for (const file of readdirSync(`${flowsFolder}/${flow}`))
    if (/^provide-.*\.ts$/.test(file)) await follow(`${flowsFolder}/${flow}/${file}`);
  return thrown;
}
