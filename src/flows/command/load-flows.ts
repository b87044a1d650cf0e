import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import type { Flow, FlowDetails } from '../flow.ts';
import { inferFlow } from '../infer.ts';
import { words } from '../words.ts';
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
    const reason = error instanceof Error ? error.message : String(error);
    const hint = /\.[cm]?ts$/.test(path)
      ? ' Node.js reads TypeScript from version 22.18 on; with an older one compile the file first.'
      : '';
    throw new Misuse(`${relative(folder, path)} cannot be loaded: ${reason}.${hint}`);
  }
}

/** `door.machine.js` has its details in `door.flow.js`. */
const detailsOf = (path: string) => path.replace(/(?:\.machine)?(\.[cm]?[jt]s)$/, '.flow$1');

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
    const machines = [...new Set(Object.values(await load(path, folder)))].filter(isMachine);
    if (machines.length === 0) {
      throw new Misuse(`${relative(folder, path)} exports no machine of XState 5.`);
    }
    const detailsPath = detailsOf(path);
    const hasDetails = existsSync(detailsPath);
    if (hasDetails && machines.length > 1) {
      throw new Misuse(
        `${relative(folder, detailsPath)} is for one machine, but ${relative(folder, path)} exports ${machines.length}. Give each a file of its own.`,
      );
    }
    const details = hasDetails ? await detailsIn(detailsPath, folder) : {};
    for (const machine of machines) {
      const name = words(machine.id).replaceAll(' ', '-');
      if (flows.some((flow) => flow.name === name)) {
        throw new Misuse(`Two machines have the id “${machine.id}”; each needs one of its own.`);
      }
      flows.push(inferFlow(machine, { ...details, name }));
    }
  }
  return flows;
}

/** @throws Misuse */
export async function configuredFlows(folder: string): Promise<{ config: FlowsConfig; flows: Flow[] }> {
  const config = await readConfig(folder);
  return { config, flows: await loadFlows(machineFiles(folder, config), folder) };
}
