import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codeFor, examplesOf } from '../examples.ts';
import type { Flow } from '../flow.ts';
import {
  configFile,
  configNames,
  type FlowsConfig,
  firstConfig,
  machineFiles,
  readConfig,
} from './config.ts';
import { detailsOf, loadFlows } from './load-flows.ts';
import { Misuse } from './misuse.ts';

/** `flows init`: what is there stays as it is. @returns what it wrote @throws Misuse for a wrong configuration */
export async function init(folder: string, machines: readonly string[]): Promise<string> {
  const existing = configFile(folder);
  if (existing !== undefined && machines.length > 0)
    throw new Misuse(`${existing} says already where the machines are: change it there.`);
  const config = existing === undefined ? firstConfig(machines) : await readConfig(folder);
  if (existing === undefined)
    writeFileSync(join(folder, configNames[0]), `${JSON.stringify(config, null, 2)}\n`);
  return [
    `${existing ?? configNames[0]} says where the machines are: ${config.machines.join(', ')}.`,
    ...(await writeBlanks(folder, config)),
  ].join('\n');
}

/** For each machine that reads data which only its author knows, a file of details to complete. */
async function writeBlanks(folder: string, config: FlowsConfig): Promise<string[]> {
  let paths: string[];
  try {
    paths = machineFiles(folder, config);
  } catch (error) {
    if (error instanceof Misuse) return [];
    throw error;
  }
  const told: string[] = [];
  for (const path of paths) {
    if (detailsOf(path) !== undefined) continue;
    let flows: readonly Flow[];
    try {
      flows = await loadFlows([path], folder);
    } catch (error) {
      if (!(error instanceof Misuse)) throw error;
      told.push(error.message);
      continue;
    }
    const [flow] = flows;
    const content = flow === undefined || flows.length > 1 ? undefined : blanksFor(flow);
    if (content === undefined) continue;
    const file = path.replace(/(?:\.machine)?\.[cm]?[jt]s$/, '.flow.mjs');
    writeFileSync(file, content);
    told.push(`${relative(folder, file)} has examples of what ${flow?.name} reads: put real ones there.`);
  }
  return told;
}

const json = (value: unknown) => codeFor(value, 2).replaceAll('\n', '\n  ');

/** Undefined if the machine reads nothing that the tool cannot know. */
function blanksFor({ machine, events, outcomes, scenarios }: Flow): string | undefined {
  const read = examplesOf(machine);
  const parts = [
    ...(read.input === undefined ? [] : [`scenarios: ${json(scenarios)},`]),
    ...entries('events', events, read.events),
    ...entries('outcomes', outcomes, { ...read.outputs, ...read.errors }),
  ];
  return parts.length === 0
    ? undefined
    : `// Examples of the data that the machine reads. Put real ones there, and add cases that make a difference.\nexport default {\n${parts
        .map((part) => `  ${part}`)
        .join('\n')}\n};\n`;
}

/** Only those that the machine reads. */
function entries(name: string, all: Readonly<Record<string, unknown>>, read: object): string[] {
  const wanted = Object.fromEntries(Object.entries(all).filter(([key]) => key in read));
  return Object.keys(wanted).length === 0 ? [] : [`${name}: ${json(wanted)},`];
}
