import type { AnyStateNode } from 'xstate';
import type { Flow } from '../flow.ts';
import { recordOf } from '../stable-json.ts';
import { initialTargets, listOf } from '../state-nodes.ts';
import { actionName, allStates, allTransitions, stateId, type Trigger } from '../transitions.ts';

export interface StructureState {
  id: string;
  type: AnyStateNode['type'];
  description?: string;
  tags?: readonly string[];
  initial?: string;
  runs?: readonly string[];
  entry?: readonly string[];
  exit?: readonly string[];
}

export interface StructureTransition {
  id: string;
  source: string;
  trigger: Trigger;
  index: number;
  guard?: string;
  targets: readonly string[];
  actions?: readonly string[];
}

export interface ChartStructure {
  flow: string;
  title: string;
  machine: string;
  states: readonly StructureState[];
  transitions: readonly StructureTransition[];
  /** Milliseconds; null if dynamic. */
  delays: Readonly<Record<string, number | null>>;
}

function filled<Key extends string>(key: Key, list: readonly string[]): { [K in Key]?: readonly string[] } {
  // biome-ignore lint/plugin: a computed key has no type of its own.
  return list.length > 0 ? ({ [key]: list } as { [K in Key]?: readonly string[] }) : {};
}

function stateStructure(node: AnyStateNode): StructureState {
  const initial = initialTargets(node)[0]?.key;
  const description = node.description?.trim();
  return {
    id: stateId(node),
    type: node.type,
    ...(description ? { description } : {}),
    ...filled('tags', node.tags),
    ...(initial === undefined ? {} : { initial }),
    ...filled(
      'runs',
      node.invoke.map(({ src }) => String(src)),
    ),
    ...filled('entry', listOf(node.config.entry).map(actionName)),
    ...filled('exit', listOf(node.config.exit).map(actionName)),
  };
}

export function chartStructure({ name, title, machine }: Flow): ChartStructure {
  return {
    flow: name,
    title,
    machine: machine.id,
    states: allStates(machine).map(stateStructure),
    transitions: allTransitions(machine).map(({ id, source, trigger, index, guard, targets, actions }) => ({
      id,
      source: stateId(source),
      trigger,
      index,
      ...(guard === undefined ? {} : { guard }),
      targets: targets.map(stateId),
      ...filled('actions', actions),
    })),
    delays: Object.fromEntries(
      Object.entries(recordOf(machine.implementations.delays)).map(([delay, value]) => [
        delay,
        typeof value === 'number' ? value : null,
      ]),
    ),
  };
}

export function structureJson({ states, transitions, ...rest }: ChartStructure): string {
  const list = (items: readonly unknown[]) =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
  return [
    '{',
    `  "flow": ${JSON.stringify(rest.flow)},`,
    `  "title": ${JSON.stringify(rest.title)},`,
    `  "machine": ${JSON.stringify(rest.machine)},`,
    `  "delays": ${JSON.stringify(rest.delays)},`,
    `  "states": ${list(states)},`,
    `  "transitions": ${list(transitions)}`,
    '}',
    '',
  ].join('\n');
}
