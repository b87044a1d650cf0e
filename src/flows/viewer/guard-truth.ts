import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { guardWords } from '../chart/chart-words.ts';
import type { ModelEvent, ModelState, TimedModel } from '../timed-model.ts';
import type { ChartTransition } from '../transitions.ts';
import { sentence } from '../words.ts';
import { type Reading, watchReads } from './watch-reads.ts';

/** Whether a guard held when an event asked it, and what it looked at. */
export interface GuardTruth {
  transition: ChartTransition;
  words: string;
  holds: boolean;
  readings: readonly Reading[];
}

/** What an event would do, found by trying it. */
export interface Foresight {
  next: ModelState;
  guards: readonly GuardTruth[];
}

type Guard = { type: string; params?: unknown } | string | ((...given: never[]) => unknown);

type Predicate = (args: unknown, params: unknown) => unknown;

/** The event that reaches the machine. */
function machineEvent(state: ModelState, event: ModelEvent): EventObject | undefined {
  switch (event.type) {
    case 'user':
      return event.event;
    case 'wait':
      return state.timers[0]?.event;
    case 'actor': {
      const { outcome, id } = event;
      switch (outcome.type) {
        case 'emits':
          return outcome.event;
        case 'done':
          return { type: `xstate.done.actor.${id}`, output: outcome.output, actorId: id } as EventObject;
        case 'error':
          return { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id } as EventObject;
      }
    }
  }
}

/** What a guard reads of the context, the event and its parameters; parts of a composed guard one by one. */
function readingsOf(guard: Guard, snapshot: AnyMachineSnapshot, event: EventObject): Reading[] {
  const parts = typeof guard === 'function' ? (guard as { guards?: Guard[] }).guards : undefined;
  if (parts) {
    return parts.flatMap((part) => readingsOf(part, snapshot, event));
  }
  if (typeof guard === 'function' && 'resolve' in guard) {
    return [];
  }
  const name = typeof guard === 'string' ? guard : typeof guard === 'object' ? guard.type : undefined;
  const given = typeof guard === 'object' ? guard.params : undefined;
  const predicate = (name === undefined ? guard : snapshot.machine.implementations.guards[name]) as
    | Predicate
    | Guard
    | undefined;
  if (typeof predicate !== 'function') {
    return [];
  }
  if ('guards' in predicate) {
    return readingsOf(predicate, snapshot, event);
  }
  return watchReads({ context: snapshot.context, event }, (args) => {
    const params =
      typeof given === 'function' ? (given as (args: unknown) => unknown)(args) : (given as unknown);
    (predicate as Predicate)(args, params);
  });
}

/**
 * Tries an event: what it leads to, and each guard that is asked on the way, in the chart's own order. Whether a
 * guard holds is what the machine itself decided.
 */
export function foresee(model: TimedModel, state: ModelState, event: ModelEvent): Foresight {
  const next = model.next(state, event);
  const taken = new Set(next.trace.taken.map(({ id }) => id));
  const refused = new Set(next.trace.refused);
  const sent = machineEvent(state, event);
  const guards = model.transitions
    .filter(({ id, guard }) => guard !== undefined && (taken.has(id) || refused.has(id)))
    .map((transition): GuardTruth => {
      const isLater = transition.trigger.kind === 'always';
      const snapshot = isLater ? next.machine : state.machine;
      return {
        transition,
        words: sentence(guardWords(transition.guard!)),
        holds: taken.has(transition.id),
        readings: sent ? readingsOf(transition.definition.guard as Guard, snapshot, sent) : [],
      };
    });
  return { next, guards };
}
