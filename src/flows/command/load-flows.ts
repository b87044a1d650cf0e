import { existsSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import type { Flow, FlowDetails } from '../flow.ts';
import { inferFlow } from '../infer.ts';
import { reasonOf } from '../present.ts';
import { sentence, words } from '../words.ts';
import { type FlowsConfig, machineFiles, readConfig } from './config.ts';
import { Misuse } from './misuse.ts';

function isMachine(value: unknown): value is AnyStateMachine {
  return (
    typeof value === 'object' &&
    value !== null &&
    'root' in value &&
    'implementations' in value &&
    'transition' in value
  );
}

async function load(path: string, folder: string): Promise<Record<string, unknown>> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    const reason = reasonOf(error);
    const hint = /\.[cm]?ts$/.test(path)
      ? ' Node.js reads TypeScript from version 22.18 on; with an older one compile the file first.'
      : '';
    throw new Misuse(`${relative(folder, path)} cannot be loaded: ${reason}.${hint}`);
  }
}

const endings = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];

/** Whatever its ending: `door.machine.ts` may have its details in `door.flow.mjs`. */
export function detailsOf(path: string): string | undefined {
  const base = path.replace(/(?:\.machine)?\.[cm]?[jt]s$/, '.flow');
  return endings.map((ending) => `${base}.${ending}`).find((file) => existsSync(file));
}

/** XState's own name for a machine without an id. */
const unnamed = '(machine)';

/** `src/front-door.machine.js` without an id is `front-door`; of several there, each has the name of its export. */
function nameOf(machine: AnyStateMachine, exported: string, path: string, isAlone: boolean): string {
  const file = basename(path).replace(/(?:\.machine)?\.[cm]?[jt]s$/, '');
  const given = machine.id !== unnamed ? machine.id : isAlone || exported === 'default' ? file : exported;
  return words(given).replaceAll(' ', '-');
}

async function detailsIn(path: string, folder: string): Promise<FlowDetails> {
  const { default: details } = await load(path, folder);
  if (typeof details !== 'object' || details === null || Array.isArray(details)) {
    throw new Misuse(`${relative(folder, path)} must export an object as default.`);
  }
  return details;
}

/** The default export of `<name>.flow.js` completes what is inferred. @throws Misuse */
export async function loadFlows(paths: readonly string[], folder: string): Promise<Flow[]> {
  const flows: Flow[] = [];
  for (const path of paths) {
    const found = new Map<AnyStateMachine, string>();
    for (const [name, value] of Object.entries(await load(path, folder))) {
      if (isMachine(value) && (name !== 'default' || !found.has(value))) found.set(value, name);
    }
    if (found.size === 0) {
      throw new Misuse(`${relative(folder, path)} exports no machine of XState 5.`);
    }
    const detailsPath = detailsOf(path);
    if (detailsPath !== undefined && found.size > 1) {
      throw new Misuse(
        `${relative(folder, detailsPath)} is for one machine, but ${relative(folder, path)} exports ${found.size}. Give each a file of its own.`,
      );
    }
    const details = detailsPath === undefined ? {} : await detailsIn(detailsPath, folder);
    for (const [machine, exported] of found) {
      const name = nameOf(machine, exported, path, found.size === 1);
      if (flows.some((flow) => flow.name === name)) {
        throw new Misuse(`Two machines have the name “${name}”; give each an id of its own.`);
      }
      flows.push(inferFlow(machine, { title: sentence(name), ...details, name }));
    }
  }
  return flows;
}

/** @throws Misuse */
export async function configuredFlows(folder: string): Promise<{ config: FlowsConfig; flows: Flow[] }> {
  const config = await readConfig(folder);
  return { config, flows: await loadFlows(machineFiles(folder, config), folder) };
}
