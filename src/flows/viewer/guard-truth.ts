import { guardWords } from '../chart/chart-words.ts';
import type { Flow } from '../flow.ts';
import type { Judged, ModelEvent, ModelState, TimedModel } from '../timed-model.ts';
import type { ChartTransition } from '../transitions.ts';
import { sentence } from '../words.ts';
import { type Reading, watchReads } from './watch-reads.ts';

/** Whether a guard passed for an event, and what it read. */
export interface GuardTruth {
  transition: ChartTransition;
  words: string;
  holds: boolean;
  readings: readonly Reading[];
}

/** What an event would do. */
export interface Foresight {
  next: ModelState;
  guards: readonly GuardTruth[];
}

type Guard = { type: string; params?: unknown } | string | ((...given: never[]) => unknown);

type Predicate = (args: unknown, params: unknown) => unknown;

/** What a guard reads of context, event and parameters; part by part for a composed guard. */
function readingsOf(guard: Guard, flow: Flow, judged: Judged): Reading[] {
  const { machine, words: names } = flow;
  const parts = typeof guard === 'function' ? (guard as { guards?: Guard[] }).guards : undefined;
  if (parts) {
    return parts.flatMap((part) => readingsOf(part, flow, judged));
  }
  if (typeof guard === 'function' && 'resolve' in guard) {
    return [];
  }
  const name = typeof guard === 'string' ? guard : typeof guard === 'object' ? guard.type : undefined;
  const given = typeof guard === 'object' ? guard.params : undefined;
  const predicate = (name === undefined ? guard : machine.implementations.guards[name]) as
    | Predicate
    | Guard
    | undefined;
  if (typeof predicate !== 'function') {
    return [];
  }
  if ('guards' in predicate) {
    return readingsOf(predicate, flow, judged);
  }
  const judge = (args: unknown) => {
    const params = typeof given === 'function' ? given(args) : given;
    (predicate as Predicate)(args, params);
  };
  return watchReads({ context: judged.context, event: judged.event }, judge, names);
}

/**
 * Tries an event: its result, and each checked guard in order. The machine itself decides the guards; the
 * readings are the values they saw.
 */
export function foresee(model: TimedModel, state: ModelState, event: ModelEvent): Foresight {
  const next = model.next(state, event);
  const { taken, judged } = next.trace;
  const ids = new Set(taken.map(({ id }) => id));
  const guards = model.transitions.flatMap((transition): GuardTruth[] => {
    const { id, guard, definition } = transition;
    const asked = judged.get(id);
    return guard === undefined || asked === undefined
      ? []
      : [
          {
            transition,
            words: sentence(guardWords(guard)),
            holds: ids.has(id),
            readings: readingsOf(definition.guard as Guard, model.flow, asked),
          },
        ];
  });
  return { next, guards };
}
