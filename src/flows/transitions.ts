import {
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  and,
  not,
  or,
  stateIn,
} from 'xstate';
import { recordOf } from './stable-json.ts';
import { childrenOf, targetsOf, transitionsOf } from './state-nodes.ts';

export type Trigger =
  | { kind: 'event'; type: string }
  | { kind: 'delay'; delay: string }
  | { kind: 'actorDone' | 'actorError' | 'actorSnapshot'; actor: string }
  | { kind: 'stateDone' }
  | { kind: 'always' };

/** The id is `source --event#index[guard]--> targets`. */
export interface ChartTransition {
  id: string;
  source: AnyStateNode;
  targets: readonly AnyStateNode[];
  trigger: Trigger;
  /** Among transitions with the same source and trigger: the first whose guard passes is taken. */
  index: number;
  count: number;
  guard: string | undefined;
  actions: readonly string[];
  definition: AnyTransitionDefinition;
}

const ids = new WeakMap<AnyStateNode, string>();

/** The machine's id and the keys of its path, joined by dots. */
export function stateId(node: AnyStateNode): string {
  const known = ids.get(node);
  if (known !== undefined) return known;
  const id = [node.machine.id, ...node.path].join('.');
  ids.set(node, id);
  return id;
}

export function allStates(machine: AnyStateMachine): AnyStateNode[] {
  const visit = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(visit)];
  return visit(machine.root);
}

/** By their check function, because minified pages lose function names. */
const operators = new Map(
  Object.entries({ and: and([]), or: or([]), not: not(() => true), stateIn: stateIn({}) }).map(
    ([name, guard]) => [recordOf(guard).check, name],
  ),
);

export function guardOperator(guard: unknown): string | undefined {
  return typeof guard === 'function' ? operators.get(recordOf(guard).check) : undefined;
}

/** Includes the parts of composed guards: `not(isSignedIn)`. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') {
    return guard;
  }
  if (typeof guard === 'function') {
    const { guards, stateValue } = recordOf(guard);
    const operator = guardOperator(guard) ?? guard.name;
    if (Array.isArray(guards)) {
      return `${operator}(${guards.map(guardName).join(', ')})`;
    }
    return stateValue === undefined ? operator || 'inline' : `${operator}(${JSON.stringify(stateValue)})`;
  }
  if (typeof guard === 'object' && guard !== null && 'type' in guard) {
    const { type, params } = recordOf(guard);
    return params === undefined || typeof params === 'function'
      ? String(type)
      : `${type}(${JSON.stringify(params)})`;
  }
  return 'inline';
}

export function actionName(action: unknown): string {
  if (typeof action === 'string') {
    return action;
  }
  if (typeof action === 'function') {
    return 'type' in action ? String(action.type) : action.name || 'inline';
  }
  return String(recordOf(action).type ?? 'inline');
}

function triggerOf(source: AnyStateNode, descriptor: string): Trigger {
  if (descriptor === '') {
    return { kind: 'always' };
  }
  const after = 'xstate.after.';
  if (descriptor.startsWith(after)) {
    return { kind: 'delay', delay: descriptor.slice(after.length, -(source.id.length + 1)) };
  }
  for (const [prefix, kind] of [
    ['xstate.done.actor.', 'actorDone'],
    ['xstate.error.actor.', 'actorError'],
    ['xstate.snapshot.', 'actorSnapshot'],
  ] as const) {
    if (descriptor.startsWith(prefix)) {
      return { kind, actor: descriptor.slice(prefix.length) };
    }
  }
  return descriptor.startsWith('xstate.done.state.')
    ? { kind: 'stateDone' }
    : { kind: 'event', type: descriptor };
}

/** As in the ids. */
export function triggerKey(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'event':
      return trigger.type;
    case 'delay':
      return `after(${trigger.delay})`;
    case 'actorDone':
      return `done(${trigger.actor})`;
    case 'actorError':
      return `error(${trigger.actor})`;
    case 'actorSnapshot':
      return `snapshot(${trigger.actor})`;
    case 'stateDone':
      return 'done';
    case 'always':
      return 'always';
  }
}

/** In document order. Reads `machine.root`, whose shape a test checks. */
export function allTransitions(machine: AnyStateMachine): ChartTransition[] {
  return allStates(machine).flatMap((source) => {
    const groups: [string, readonly AnyTransitionDefinition[]][] = [
      ...(source.always ? [['', source.always] satisfies [string, AnyTransitionDefinition[]]] : []),
      ...transitionsOf(source),
    ];
    return groups.flatMap(([descriptor, definitions]) => {
      const trigger = triggerOf(source, descriptor);
      return definitions.map((definition, index): ChartTransition => {
        const guard = definition.guard === undefined ? undefined : guardName(definition.guard);
        const targets = targetsOf(definition);
        const goal = targets.length > 0 ? targets.map(stateId).join(', ') : '(stays)';
        const condition = guard === undefined ? '' : `[${guard}]`;
        return {
          id: `${stateId(source)} --${triggerKey(trigger)}#${index}${condition}--> ${goal}`,
          source,
          targets,
          trigger,
          index,
          count: definitions.length,
          guard,
          actions: definition.actions.map(actionName),
          definition,
        };
      });
    });
  });
}

export function isWithin(node: AnyStateNode, ancestor: AnyStateNode): boolean {
  for (let current: AnyStateNode | undefined = node; current; current = current.parent) {
    if (current === ancestor) {
      return true;
    }
  }
  return false;
}
