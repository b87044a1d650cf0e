import { type AnyStateMachine, type AnyStateNode, not } from 'xstate';
import type { Flow } from '../flow.ts';
import { listensTo } from '../selection.ts';
import { recordOf } from '../stable-json.ts';
import { childrenOf, initialTargets } from '../state-nodes.ts';
import { actionName, allStates, allTransitions, type ChartTransition, stateId } from '../transitions.ts';
import { ChartConfig, delayedAction, listOf, type TransitionConfig } from './chart-config.ts';

export const operators = [
  'remove transition',
  'retarget',
  'stay',
  'remove guard',
  'negate guard',
  'reorder',
  'drop action',
  'drop invoke',
  'shorten delay',
  'lengthen delay',
  'extra transition',
  'other initial',
] as const;

export type Operator = (typeof operators)[number];

export interface Mutant {
  id: string;
  operator: Operator;
  focus: readonly string[];
  build(): AnyStateMachine;
}

function mutant(
  machine: AnyStateMachine,
  operator: Operator,
  what: string,
  focus: readonly string[],
  change: (config: ChartConfig) => void,
): Mutant {
  return {
    id: `${operator}: ${what}`,
    operator,
    focus,
    build: () => {
      const config = new ChartConfig(machine);
      change(config);
      return config.build();
    },
  };
}

function neighbour(node: AnyStateNode): AnyStateNode | undefined {
  const { parent } = node;
  if (!parent) {
    return childrenOf(node)[0];
  }
  const siblings = parent.type === 'parallel' ? [node] : childrenOf(parent);
  const next = siblings[(siblings.indexOf(node) + 1) % siblings.length] ?? node;
  if (next !== node) {
    return next;
  }
  return parent.parent ? neighbour(parent) : undefined;
}

function transitionMutants(machine: AnyStateMachine, transition: ChartTransition, group: string[]): Mutant[] {
  const { id, index, guard, actions, targets, source, count, definition } = transition;
  const make = (operator: Operator, what: string, by: Parameters<ChartConfig['change']>[1]) =>
    mutant(machine, operator, what, group, (config) => config.change(transition, by));
  const replaced =
    (by: (one: TransitionConfig) => TransitionConfig) =>
    (list: TransitionConfig[]): TransitionConfig[] =>
      list.map((one, at) => (at === index ? by({ ...one }) : one));
  const other = neighbour(targets[0] ?? source);
  const without = ({ guard: _, ...rest }: TransitionConfig) => rest;
  return [
    make('remove transition', id, (list) => list.filter((_, at) => at !== index)),
    ...(other && targets.length < 2
      ? [
          make(
            'retarget',
            `${id} to ${stateId(other)}`,
            replaced((one) => ({ ...one, target: `#${other.id}` })),
          ),
        ]
      : []),
    ...(targets.length > 0
      ? [
          make(
            'stay',
            id,
            replaced(({ target: _, reenter: _reenter, ...rest }) => rest),
          ),
        ]
      : []),
    ...(guard === undefined
      ? []
      : [
          make('remove guard', id, replaced(without)),
          make(
            'negate guard',
            id,
            // biome-ignore lint/plugin: a guard is copied from a chart, where XState has checked it.
            replaced((one) => ({ ...one, guard: not(one.guard as never) })),
          ),
        ]),
    ...(index + 1 < count
      ? [
          make('reorder', `${id} after the next`, (list) =>
            list.map((one, at) =>
              at === index ? (list[at + 1] ?? one) : at === index + 1 ? (list[index] ?? one) : one,
            ),
          ),
        ]
      : []),
    ...actions.map((action, place) =>
      make(
        'drop action',
        `${action} (${place}) of ${id}`,
        replaced((one) => ({
          ...one,
          actions: listOf(one.actions).filter((_, at) => at !== place),
        })),
      ),
    ),
    ...listOf(definition.actions).flatMap((action, place) =>
      delayedAction(machine, action) === undefined
        ? []
        : factors.map((factor) =>
            mutant(
              machine,
              delayOperator(factor),
              `${actionName(action)} (${place}) of ${id}`,
              group,
              (config) =>
                config.change(
                  transition,
                  replaced((one) => ({ ...one, actions: changedAt(one.actions, place, config, factor) })),
                ),
            ),
          ),
    ),
  ];
}

const factors = [0.9, 1.1] as const;

const delayOperator = (factor: number): Operator => (factor < 1 ? 'shorten delay' : 'lengthen delay');

function changedAt(actions: unknown, place: number, config: ChartConfig, factor: number): unknown[] {
  return listOf(actions).map((action, at) => (at === place ? config.withDelay(action, factor) : action));
}

function stateMutants(machine: AnyStateMachine, node: AnyStateNode): Mutant[] {
  const focus = [stateId(node)];
  // XState stores actions for delays there, too.
  const drop = (slot: 'entry' | 'exit') =>
    listOf(node.config[slot]).map((action, place) =>
      mutant(
        machine,
        'drop action',
        `${actionName(action)} (${place}) on ${slot} of ${stateId(node)}`,
        focus,
        (config) => {
          const state = config.state(node);
          state[slot] = listOf(state[slot]).filter((_, at) => at !== place);
        },
      ),
    );
  const delayed = (['entry', 'exit'] as const).flatMap((slot) =>
    listOf(node.config[slot]).flatMap((action, place) =>
      delayedAction(machine, action) === undefined
        ? []
        : factors.map((factor) =>
            mutant(
              machine,
              delayOperator(factor),
              `${actionName(action)} (${place}) on ${slot} of ${stateId(node)}`,
              focus,
              (config) => {
                const state = config.state(node);
                state[slot] = changedAt(state[slot], place, config, factor);
              },
            ),
          ),
    ),
  );
  const delays = Object.keys(node.config.after ?? {});
  const [first] = initialTargets(node);
  const next = node.type === 'compound' && first ? neighbour(first) : undefined;
  return [
    ...drop('entry'),
    ...drop('exit'),
    ...delayed,
    ...node.invoke.map(({ src }, place) =>
      mutant(machine, 'drop invoke', `${String(src)} of ${stateId(node)}`, focus, (config) => {
        const state = config.state(node);
        state.invoke = listOf(state.invoke).filter((_, at) => at !== place);
      }),
    ),
    ...delays.flatMap((delay) =>
      factors.map((factor) =>
        mutant(machine, delayOperator(factor), `${delay} of ${stateId(node)}`, focus, (config) =>
          config.changeDelay(node, delay, factor),
        ),
      ),
    ),
    ...(next?.parent === node
      ? [
          mutant(machine, 'other initial', `${next.key} of ${stateId(node)}`, focus, (config) => {
            const state = config.state(node);
            state.initial =
              typeof state.initial === 'object' ? { ...state.initial, target: next.key } : next.key;
          }),
        ]
      : []),
  ];
}

function ancestry(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node, ...ancestry(node.parent)] : [node];
}

/** Except in states that receive no events. */
function extraMutants(machine: AnyStateMachine, node: AnyStateNode, types: readonly string[]): Mutant[] {
  const other = neighbour(node);
  const rests = (node.always ?? []).every(({ guard }) => guard !== undefined);
  if (node.type !== 'atomic' || !other || !rests) {
    return [];
  }
  return types
    .filter((type) => !listensTo(ancestry(node), type))
    .map((type) =>
      mutant(
        machine,
        'extra transition',
        `${stateId(node)} --${type}--> ${stateId(other)}`,
        [stateId(node)],
        (config) => {
          const state = config.state(node);
          state.on = { ...recordOf(state.on), [type]: { target: `#${other.id}` } };
        },
      ),
    );
}

/** In a stable order. */
export function mutantsOf({ machine, events }: Pick<Flow, 'machine' | 'events'>): Mutant[] {
  const transitions = allTransitions(machine);
  const rivalsOf = ({ source, definition }: ChartTransition) =>
    transitions
      .filter((one) => one.source === source && one.definition.eventType === definition.eventType)
      .map(({ id }) => id);
  const all = [
    ...transitions.flatMap((one) => transitionMutants(machine, one, rivalsOf(one))),
    ...allStates(machine).flatMap((node) => [
      ...stateMutants(machine, node),
      ...extraMutants(machine, node, Object.keys(events)),
    ]),
  ];
  return operators.flatMap((operator) => all.filter((one) => one.operator === operator));
}
