import {
  effectText,
  isShortened,
  shortened,
  shortReached,
  shortText,
  transitionMark,
} from './export/golden-json.ts';
import { reachedJson } from './export/paths-json.ts';
import type { Flow } from './flow.ts';
import { recordOf, stableJson } from './stable-json.ts';
import {
  answer,
  type ModelEvent,
  type ModelState,
  type Running,
  sending,
  TimedModel,
  waiting,
} from './timed-model.ts';
import { allTransitions } from './transitions.ts';
import { duration, words } from './words.ts';

type Json = Readonly<Record<string, unknown>>;

/** By the mark that stands for a transition in the file. */
type IdOf = (mark: string) => string;

interface GoldenPath {
  id: string;
  scenario: string;
  start: Json;
  steps: readonly Json[];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): string[] => listOf(value).map(String);

/** `source --trigger#index[guard]--> targets`. */
function partsOf(id: string) {
  const [, source = '', trigger = '', index = '', guard, targets = ''] =
    /^(.*?) --(.*)#(\d+)(?:\[(.*)\])?--> (.*)$/.exec(id) ?? [];
  return { source, trigger, index: Number(index), guard, targets };
}

function takenWords(expected: string | undefined, actual: string | undefined): string[] {
  if (expected === undefined) return [`takes ${actual}, where nothing should be taken`];
  if (actual === undefined) return [`nothing is taken, where ${expected} should be`];
  const [old, now] = [partsOf(expected), partsOf(actual)];
  if (old.source !== now.source || old.trigger !== now.trigger)
    return [`takes ${actual} instead of ${expected}`];
  const place = `${old.source} on ${old.trigger}`;
  return [
    ...(old.targets === now.targets ? [] : [`${place} leads to ${now.targets} instead of ${old.targets}`]),
    ...(old.guard === now.guard
      ? old.index === now.index
        ? []
        : [
            `${place} asks the guard ${old.guard ?? 'none'} in place ${now.index + 1} instead of ${old.index + 1}`,
          ]
      : [
          now.guard === undefined
            ? `${place} no longer asks the guard ${old.guard}`
            : `${place} asks the guard ${now.guard} instead of ${old.guard ?? 'none'}`,
        ]),
  ];
}

function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return list.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const longest = 240;

const excerpt = (text: string) => (text.length <= longest ? text : `${text.slice(0, longest)} …`);

function contextWords(expected: Json, actual: Json, context: Json): string[] {
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return keys.flatMap((key) => {
    const [old, now] = [expected[key], actual[key] === undefined ? undefined : shortened(actual[key])].map(
      (value) => (value === undefined ? undefined : stableJson(value)),
    );
    if (old === now) return [];
    const is = excerpt(stableJson(context[key]) ?? 'missing');
    if (old === undefined) return [`changes ${key} to ${is}, which it did not`];
    return [
      isShortened(expected[key])
        ? `${key} is another one than it should become, now ${is}`
        : `${key} should become ${old}, but is ${is}`,
    ];
  });
}

function differencesOf(golden: Json, actual: Json, state: ModelState, idOf: IdOf): string[] {
  const short = shortReached(actual);
  const [oldTaken, nowTaken] = [textsOf(golden.takes), textsOf(short.takes)];
  const at = Array.from({ length: Math.max(oldTaken.length, nowTaken.length) }, (_, index) => index).find(
    (index) => oldTaken[index] !== nowTaken[index],
  );
  const wasTaken = at === undefined ? undefined : oldTaken[at];
  const [oldRefused, nowRefused] = [textsOf(golden.refuses), textsOf(short.refuses)];
  const nowEffects = listOf(actual.effects).map(effectText);
  const known = textsOf(golden.effects);
  const whole = new Map(nowEffects.map((effect) => [shortText(effect), effect]));
  // Without an end, an output is the answering actor's.
  const ends = (one: Json) => (one.ends === true ? `the output ${stableJson(one.output)}` : 'no end');
  return [
    ...(state.failure === undefined ? [] : [`the machine stops with an error: ${state.failure}`]),
    ...(at === undefined
      ? []
      : takenWords(wasTaken === undefined ? undefined : idOf(wasTaken), textsOf(actual.takes)[at])),
    ...without(known, [...whole.keys()]).map((effect) => `no longer does: ${effect}`),
    ...without([...nowEffects.map(shortText)], known).map(
      (effect) => `newly does: ${excerpt(whole.get(effect) ?? effect)}`,
    ),
    ...contextWords(recordOf(golden.context), recordOf(actual.context), recordOf(state.machine.context)),
    ...without(oldRefused, nowRefused).map((id) => `no longer refuses ${idOf(id)}`),
    ...without(nowRefused, oldRefused).map((id) => `newly refuses ${idOf(id)}`),
    ...(stableJson(golden.state) === stableJson(actual.state)
      ? []
      : [`is in ${textsOf(actual.state).join(', ')} instead of ${textsOf(golden.state).join(', ')}`]),
    ...(ends(golden) === ends(short) ? [] : [`ends with ${ends(short)} instead of ${ends(golden)}`]),
  ];
}

function eventOf(step: Json, model: TimedModel, state: ModelState, idOf: IdOf): ModelEvent | string {
  if (typeof step.wait === 'number') {
    const next = state.timers[0]?.remaining;
    if (next === step.wait) return waiting(next);
    const taken = textsOf(step.takes)[0];
    const trigger = taken === undefined ? '' : partsOf(idOf(taken)).trigger;
    const name = /^after\((.*)\)$/.exec(trigger)?.[1];
    const delay = name === undefined ? 'the delay' : `the delay ${name}`;
    const now = next === undefined ? 'nothing waits' : `it is ${duration(next)}`;
    return `${delay} should be ${duration(step.wait)}, but ${now}`;
  }
  if (typeof step.user === 'string') {
    const type = String(step.event);
    const cases = model.flow.events[type] ?? [];
    const found = cases === 'sentByActor' ? undefined : cases.find(({ name }) => name === step.user);
    return found ? sending(found) : `the flow no longer declares this case of ${type}`;
  }
  const actor = String(step.actor);
  const running = state.running.find(
    ({ id, actor: name }) => name === actor && (step.id === undefined || step.id === id),
  );
  return running ? outcomeOf(step, model, running) : `the actor ${actor} does not run`;
}

function outcomeOf(step: Json, model: TimedModel, running: Running): ModelEvent | string {
  const { actor, kind } = running;
  const outcome = model.outcomesOf(actor, kind).find(({ name }) => name === step.outcome);
  return outcome ? answer(running, outcome) : `the flow no longer declares this outcome of ${actor}`;
}

const assumptionsOf = ({ assumes }: Json) =>
  Object.fromEntries(Object.entries(recordOf(assumes)).map(([guard, answer]) => [guard, answer === true]));

function stepWords(step: Json): string {
  if (typeof step.wait === 'number') return `wait ${duration(step.wait)}`;
  return typeof step.user === 'string' ? step.user : `${words(String(step.actor))}: ${String(step.outcome)}`;
}

function firstDifference(path: GoldenPath, model: TimedModel, idOf: IdOf): string | undefined {
  const scenario = model.flow.scenarios.find(({ name }) => name === path.scenario);
  if (!scenario) return `${path.id}: the scenario “${path.scenario}” is gone`;
  let state = model.start(scenario.input);
  const atStart = differencesOf(path.start, reachedJson(state, undefined), state, idOf);
  if (atStart.length > 0) return `${path.id}, start (${path.scenario}): ${atStart.join('; ')}`;
  for (const [index, step] of path.steps.entries()) {
    const place = `${path.id}, step ${index + 1} (${stepWords(step)})`;
    const event = eventOf(step, model, state, idOf);
    if (typeof event === 'string') return `${place}: ${event}`;
    const next = model.next(state, { ...event, assumes: assumptionsOf(step) });
    const differences = differencesOf(step, reachedJson(next, state), next, idOf);
    if (differences.length > 0) return `${place}: ${differences.join('; ')}`;
    state = next;
  }
  return undefined;
}

/** Replays committed paths (`goldenJson`). @returns the first different step of each path that differs */
export function behaviourChanges(flow: Flow, golden: string): string[] {
  const model = new TimedModel(flow);
  const { paths, transitions }: { paths: readonly GoldenPath[]; transitions: readonly string[] } =
    JSON.parse(golden);
  const now = allTransitions(flow.machine).map(({ id }) => id);
  const ids = new Map([...now, ...transitions].map((id) => [transitionMark(id), id]));
  return paths.flatMap((path) => firstDifference(path, model, (mark) => ids.get(mark) ?? mark) ?? []);
}
