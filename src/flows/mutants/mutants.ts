import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, not } from 'xstate';
import type { Flow } from '../flow.ts';
import { codeOf } from '../inert/code.ts';
import { present } from '../present.ts';
import { listensTo } from '../selection.ts';
import { recordOf } from '../stable-json.ts';
import { ancestry, childrenOf, initialTargets, listOf } from '../state-nodes.ts';
import { actionName, allStates, allTransitions, type ChartTransition, stateId } from '../transitions.ts';
import { delayedAction, delayMeant, replaceFields, sameGroup, sameState, withDelay } from './change.ts';

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

type Change = (machine: AnyStateMachine) => () => void;

export interface Mutant {
  id: string;
  operator: Operator;
  focus: readonly string[];
  /** Makes the fault in a machine of the chart. @returns what takes it back */
  change: Change;
}

function mutant(operator: Operator, what: string, focus: readonly string[], change: Change): Mutant {
  return { id: `${operator}: ${what}`, operator, focus, change };
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

/** The fields of a transition that a fault replaces. */
type Changed = Partial<Record<'guard' | 'target' | 'actions' | 'reenter', unknown>>;

function transitionMutants(machine: AnyStateMachine, transition: ChartTransition, group: string[]): Mutant[] {
  const { id, index, guard, actions, targets, source, count, definition } = transition;
  const make = (
    operator: Operator,
    what: string,
    changed: (one: AnyTransitionDefinition, machine: AnyStateMachine) => Changed,
  ) =>
    mutant(operator, what, group, (copy) => {
      const own = present(sameGroup(copy, transition)[index], id);
      return replaceFields(own, changed(own, copy));
    });
  const other = neighbour(targets[0] ?? source);
  return [
    make('remove transition', id, () => ({ guard: () => false })),
    ...(other && targets.length < 2
      ? [make('retarget', `${id} to ${stateId(other)}`, (_, copy) => ({ target: [sameState(copy, other)] }))]
      : []),
    ...(targets.length > 0 ? [make('stay', id, () => ({ target: undefined, reenter: false }))] : []),
    ...(guard === undefined
      ? []
      : [
          make('remove guard', id, () => ({ guard: undefined })),
          // biome-ignore lint/plugin: a guard of a chart, which XState has checked.
          make('negate guard', id, (own) => ({ guard: not(own.guard as never) })),
        ]),
    ...(index + 1 < count
      ? [
          mutant('reorder', `${id} after the next`, group, (copy) => {
            const [one, two] = sameGroup(copy, transition).slice(index);
            const [first, second] = [{ ...one }, { ...two }];
            const back = [replaceFields(present(one, id), second), replaceFields(present(two, id), first)];
            return () => {
              for (const undo of back) undo();
            };
          }),
        ]
      : []),
    ...actions.map((action, place) =>
      make('drop action', `${action} (${place}) of ${id}`, (own) => ({
        actions: without(own.actions, place),
      })),
    ),
    ...listOf(definition.actions).flatMap((action, place) =>
      delayedAction(machine, action) === undefined
        ? []
        : factors.map((factor) =>
            make(delayOperator(factor), `${actionName(action)} (${place}) of ${id}`, (own, copy) => ({
              actions: delayed(copy, own.actions, place, factor),
            })),
          ),
    ),
  ];
}

const factors = [0.9, 1.1] as const;

const delayOperator = (factor: number): Operator => (factor < 1 ? 'shorten delay' : 'lengthen delay');

const without = (list: readonly unknown[], place: number) => list.filter((_, at) => at !== place);

const delayed = (machine: AnyStateMachine, actions: readonly unknown[], place: number, factor: number) =>
  actions.map((action, at) => (at === place ? withDelay(machine, action, factor) : action));

function stateMutants(machine: AnyStateMachine, node: AnyStateNode): Mutant[] {
  const make = (
    operator: Operator,
    what: string,
    changed: (own: AnyStateNode, machine: AnyStateMachine) => Readonly<Record<string, unknown>>,
  ) =>
    mutant(operator, what, [stateId(node)], (copy) => {
      const own = sameState(copy, node);
      return replaceFields(own, changed(own, copy));
    });
  // XState stores actions for delays there, too.
  const actionsOf = (['entry', 'exit'] as const).flatMap((slot) =>
    listOf(node.config[slot]).map((action, place) => ({
      slot,
      action,
      place,
      what: `${actionName(action)} (${place}) on ${slot} of ${stateId(node)}`,
    })),
  );
  const [first] = initialTargets(node);
  const next = node.type === 'compound' && first ? neighbour(first) : undefined;
  return [
    ...actionsOf.map(({ slot, place, what }) =>
      make('drop action', what, (own) => ({ [slot]: without(own[slot], place) })),
    ),
    ...actionsOf.flatMap(({ slot, action, place, what }) =>
      delayedAction(machine, action) === undefined
        ? []
        : factors.map((factor) =>
            make(delayOperator(factor), what, (own, copy) => ({
              [slot]: delayed(copy, own[slot], place, factor),
            })),
          ),
    ),
    ...node.invoke.map(({ src }, place) =>
      make('drop invoke', `${String(src)} of ${stateId(node)}`, (own) => ({
        invoke: without(own.invoke, place),
      })),
    ),
    ...Object.keys(node.config.after ?? {})
      .filter((delay) => Number(delayMeant(machine, delay)) !== 0)
      .flatMap((delay) =>
        factors.map((factor) =>
          make(delayOperator(factor), `${delay} of ${stateId(node)}`, ({ id, entry }, copy) => {
            const starts = entry.findIndex((action) => recordOf(action).id === `xstate.after.${delay}.${id}`);
            return { entry: delayed(copy, entry, starts, factor) };
          }),
        ),
      ),
    ...(next?.parent === node
      ? [
          make('other initial', `${next.key} of ${stateId(node)}`, ({ initial }, copy) => ({
            initial: { ...initial, target: [sameState(copy, next)] },
          })),
        ]
      : []),
  ];
}

/** Except in states that receive no events. */
function extraMutants(node: AnyStateNode, types: readonly string[]): Mutant[] {
  const other = neighbour(node);
  const rests = (node.always ?? []).every(({ guard }) => guard !== undefined);
  if (node.type !== 'atomic' || !other || !rests) {
    return [];
  }
  return types
    .filter((type) => !listensTo(ancestry(node), type))
    .map((type) =>
      mutant(
        'extra transition',
        `${stateId(node)} --${type}--> ${stateId(other)}`,
        [stateId(node)],
        (copy) => {
          const source = sameState(copy, node);
          const target = [sameState(copy, other)];
          const extra = { source, target, actions: [], reenter: false, eventType: type };
          const next = codeOf(recordOf(source).next);
          return replaceFields(source, {
            next: (...given: unknown[]) =>
              recordOf(given[1]).type === type ? [extra] : Reflect.apply(next, source, given),
          });
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
      ...extraMutants(node, Object.keys(events)),
    ]),
  ];
  return operators.flatMap((operator) => all.filter((one) => one.operator === operator));
}
