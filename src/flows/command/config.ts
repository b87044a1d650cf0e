import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../present.ts';
import { recordOf } from '../stable-json.ts';
import { Misuse } from './misuse.ts';

/** The first existing one counts. */
export const configNames = ['flows.config.json', 'flows.config.js', 'flows.config.mjs'] as const;

export interface FlowsConfig {
  /** Files, or folders of files named `*.machine.js` and the like. */
  machines: readonly string[];
  out: string;
}

const defaultOut = 'flows';

export function firstConfig(machines: readonly string[]): FlowsConfig {
  return { machines: machines.length > 0 ? machines : ['src'], out: defaultOut };
}

const known: readonly string[] = ['machines', 'out'] satisfies (keyof FlowsConfig)[];

export function configFile(folder: string): string | undefined {
  return configNames.find((name) => existsSync(join(folder, name)));
}

async function contentOf(path: string): Promise<unknown> {
  if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8'));
  return (await import(pathToFileURL(path).href)).default;
}

/** @throws Misuse that says what is wrong with the file */
export async function readConfig(folder: string): Promise<FlowsConfig> {
  const name = configFile(folder);
  if (name === undefined) {
    throw new Misuse(`There is no ${configNames[0]} in ${folder}. Make one with: flows init`);
  }
  let content: unknown;
  try {
    content = await contentOf(join(folder, name));
  } catch (error) {
    throw new Misuse(`${name} cannot be read: ${reasonOf(error)}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Misuse(`${name} must give an object with ${known.join(' and ')}.`);
  }
  const strange = Object.keys(content).find((key) => !known.includes(key));
  if (strange !== undefined) {
    throw new Misuse(`${name}: unknown setting “${strange}”; use ${known.join(' and ')}.`);
  }
  const { machines, out = defaultOut } = recordOf(content);
  const isList = Array.isArray(machines) && machines.every((one) => typeof one === 'string');
  if (!isList || machines.length === 0) {
    throw new Misuse(`${name}: “machines” must be a list of files or folders.`);
  }
  if (typeof out !== 'string' || out === '') {
    throw new Misuse(`${name}: “out” must be the name of a folder.`);
  }
  return { machines, out };
}

const machineFile = /\.machine\.[cm]?[jt]s$/;

/** Sorted. @throws Misuse for a missing path or a folder without machines */
export function machineFiles(folder: string, { machines }: FlowsConfig): string[] {
  return machines
    .flatMap((entry) => {
      const path = join(folder, entry);
      if (!existsSync(path)) {
        throw new Misuse(`“machines” names “${entry}”, which does not exist in ${folder}.`);
      }
      if (statSync(path).isFile()) {
        return [path];
      }
      const found = readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => machineFile.test(name) && !name.includes('node_modules'))
        .map((name) => join(path, name));
      if (found.length === 0) {
        throw new Misuse(
          `The folder “${entry}” has no file whose name ends in .machine.js, .machine.mjs, .machine.cjs or .machine.ts.`,
        );
      }
      return found;
    })
    .toSorted();
}
