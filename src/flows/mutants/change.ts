import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { recordOf } from '../stable-json.ts';
import { transitionsOf } from '../state-nodes.ts';
import type { ChartTransition } from '../transitions.ts';

/** Replaces fields, also those that a class computes. @returns what puts them back */
export function replaceFields(object: object, fields: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(fields).map(
    (key) => [key, Object.getOwnPropertyDescriptor(object, key)] as const,
  );
  for (const [key, value] of Object.entries(fields)) {
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  }
  return () => {
    for (const [key, own] of before) {
      if (own) Object.defineProperty(object, key, own);
      else Reflect.deleteProperty(object, key);
    }
  };
}

/** The same state in another machine of the same chart. */
export function sameState(machine: AnyStateMachine, { id }: AnyStateNode): AnyStateNode {
  return machine.getStateNodeById(id);
}

/** All transitions of the same state for the same event, in another machine of the same chart. */
export function sameGroup(
  machine: AnyStateMachine,
  { source, definition }: ChartTransition,
): readonly AnyTransitionDefinition[] {
  const state = sameState(machine, source);
  return (definition.eventType === '' ? state.always : transitionsOf(state).get(definition.eventType)) ?? [];
}

/** As a delay's name or number means it: a number of milliseconds, or what computes it. */
export const delayMeant = ({ implementations }: AnyStateMachine, delay: unknown): unknown =>
  (typeof delay === 'string' ? implementations.delays[delay] : undefined) ?? delay;

/** If it sends something later. */
export function delayedAction(machine: AnyStateMachine, action: unknown): { delay: unknown } | undefined {
  const builtIn: unknown = typeof action === 'string' ? machine.implementations.actions[action] : action;
  const { delay } = recordOf(builtIn);
  return typeof builtIn === 'function' && delay !== undefined && Number(delayMeant(machine, delay)) !== 0
    ? Object.assign(builtIn, { delay })
    : undefined;
}

/** A copy of an action that sends something later. */
export function withDelay(machine: AnyStateMachine, action: unknown, factor: number): unknown {
  const builtIn = delayedAction(machine, action);
  if (!builtIn) return action;
  const declared = delayMeant(machine, builtIn.delay);
  const changed =
    typeof declared === 'function'
      ? (...given: unknown[]) => Number(Reflect.apply(declared, undefined, given)) * factor
      : Number(declared) * factor;
  return Object.assign(() => {}, builtIn, { delay: changed });
}
