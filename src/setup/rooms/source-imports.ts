import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow, projectRoot } from '../generated-files.ts';

export interface SourceImport {
  from: string;
  to: string;
  isOwn: boolean;
  isTypeOnly: boolean;
  /** `import()`. */
  isLate: boolean;
}

const { imports: aliases }: { imports: Record<string, string> } = JSON.parse(
  readFileSync(join(projectRoot, 'package.json'), 'utf8'),
);

const lateImport = /\bimport\(\s*['"](?<target>[^'"]+)['"]\s*\)/g;
const statements = [
  /^[ \t]*(?:import|export)\b(?<clause>[^'"`;]*?)\bfrom\s*['"](?<target>[^'"]+)['"]/gm,
  /^[ \t]*import\s*['"](?<target>[^'"]+)['"]/gm,
  lateImport,
];

function isTypeOnly(clause: string | undefined): boolean {
  const text = clause?.trim() ?? '';
  if (text.startsWith('type ') || text.startsWith('type{')) {
    return true;
  }
  const names = /^\{(.*)\}$/s
    .exec(text)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return names?.filter(Boolean).every((name) => name.startsWith('type ')) ?? false;
}

function resolve(from: string, target: string): { to: string; isOwn: boolean } {
  if (target.startsWith('.')) {
    return { to: posix.normalize(posix.join(posix.dirname(from), target)), isOwn: true };
  }
  for (const [alias, folder] of Object.entries(aliases)) {
    const prefix = alias.replace('*', '');
    if (target.startsWith(prefix)) {
      return { to: posix.normalize(folder.replace('*', target.slice(prefix.length))), isOwn: true };
    }
  }
  const [scope, name] = target.split('/');
  return { to: scope?.startsWith('@') ? `${scope}/${name}` : (scope ?? target), isOwn: false };
}

export function importsOf(from: string, source: string): SourceImport[] {
  return statements.flatMap((statement) =>
    [...source.matchAll(statement)].flatMap(({ groups: { target, clause } = {} }) =>
      target === undefined
        ? []
        : {
            from,
            ...resolve(from, target),
            isTypeOnly: isTypeOnly(clause),
            isLate: statement === lateImport,
          },
    ),
  );
}

export interface SourceFile {
  path: string;
  source: string;
}

export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap(filesBelow)
    .filter((path) => /\.(?:ts|tsx|mts|mjs)$/.test(path) && !path.startsWith('src/flows/dist/'))
    .map((path) => ({ path, source: readFileSync(join(projectRoot, path), 'utf8') }));
}
