import { guardWords } from '../chart/chart-words.ts';
import type { Flow } from '../flow.ts';
import { recordOf } from '../stable-json.ts';
import type { Judged, ModelEvent, ModelState, TimedModel } from '../timed-model.ts';
import { type ChartTransition, guardName, guardOperator } from '../transitions.ts';
import { sentence } from '../words.ts';
import { type Reading, watchReads } from './watch-reads.ts';

export interface GuardPart {
  words: string;
  holds: boolean;
  readings: readonly Reading[];
  parts: readonly GuardPart[];
}

export interface GuardTruth extends GuardPart {
  transition: ChartTransition;
}

interface Foresight {
  next: ModelState;
  guards: readonly GuardTruth[];
}

type Guard = { type: string; params?: unknown } | string | ((...given: never[]) => unknown);

type Predicate = (args: unknown, params: unknown) => unknown;

function isIn(wanted: unknown, active: Judged['active']): boolean {
  if (typeof wanted === 'string' && wanted.startsWith('#')) {
    return active.some(({ id }) => id === wanted.slice(1));
  }
  const paths = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : Object.entries(value ?? {}).flatMap(([key, inner]) => [
          key,
          ...paths(inner).map((path) => `${key}.${path}`),
        ]);
  return paths(wanted).every((path) => active.some((node) => node.path.join('.') === path));
}

function judge(guard: Guard, flow: Flow, judged: Judged): GuardPart {
  const text = sentence(guardWords(guardName(guard)));
  const { machine, words: names } = flow;
  const { guards, stateValue } = recordOf(typeof guard === 'function' ? guard : {});
  const operator = guardOperator(guard);
  if (Array.isArray(guards)) {
    const parts = guards.map((part: Guard) => judge(part, flow, judged));
    const holds =
      operator === 'and'
        ? parts.every((part) => part.holds)
        : operator === 'or'
          ? parts.some((part) => part.holds)
          : !parts[0]?.holds;
    return { words: text, holds, readings: [], parts };
  }
  if (stateValue !== undefined) {
    return { words: text, holds: isIn(stateValue, judged.active), readings: [], parts: [] };
  }
  const name = typeof guard === 'string' ? guard : typeof guard === 'object' ? guard.type : undefined;
  const given = typeof guard === 'object' ? guard.params : undefined;
  // biome-ignore lint/plugin: a guard is a function, which XState's own guards give more fields.
  const predicate = (name === undefined ? guard : machine.implementations.guards[name]) as
    | Predicate
    | undefined;
  if (typeof predicate !== 'function') {
    return { words: text, holds: false, readings: [], parts: [] };
  }
  if ('guards' in predicate || 'stateValue' in predicate) {
    // biome-ignore lint/plugin: one of XState's own guards, as the line above has seen.
    return { ...judge(predicate as Guard, flow, judged), words: text };
  }
  let holds = false;
  const ask = (args: unknown) => {
    const params = typeof given === 'function' ? given(args) : given;
    holds = Boolean(predicate(args, params));
  };
  const readings = watchReads({ context: judged.context, event: judged.event }, ask, names);
  return { words: text, holds, readings, parts: [] };
}

/** The machine itself decides the guards, in order; the readings are the values they saw. */
export function foresee(model: TimedModel, state: ModelState, event: ModelEvent): Foresight {
  const { next, judged } = model.nextWithGuards(state, event);
  const ids = new Set(next.trace.taken.map(({ id }) => id));
  const guards = model.transitions.flatMap((transition): GuardTruth[] => {
    const { id, guard, definition } = transition;
    const asked = judged.get(id);
    return guard === undefined || asked === undefined
      ? []
      : [
          {
            transition,
            // biome-ignore lint/plugin: XState types the guards of a definition as unknown.
            ...judge(definition.guard as Guard, model.flow, asked),
            holds: ids.has(id),
          },
        ];
  });
  return { next, guards };
}
