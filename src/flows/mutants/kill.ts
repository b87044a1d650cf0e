import type { EventObject } from 'xstate';
import { describeDifference, type FlowPaths } from '../analysis.ts';
import { readyToFreeze } from '../frozen.ts';
import { illegalEvents } from '../illegal-events.ts';
import { inertMachine } from '../inert/inert-machine.ts';
import { differenceIn, longestDelay, observedIn, type ReplayDifference } from '../replay.ts';
import { activeNodes } from '../selection.ts';
import { type ModelState, sending, type TimedModel, waiting } from '../timed-model.ts';
import type { ModelPath } from '../tour.ts';
import { stateId } from '../transitions.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

/** A path does not describe the unchanged machine. */
export class ChartDiffers extends Error {}

export interface Verdict {
  mutant: Mutant;
  difference: ReplayDifference | undefined;
}

/** Where paths come to a state or a transition first, nearest to their starts first. */
function placesOf(paths: readonly ModelPath[]): Map<string, { path: ModelPath; step: number }[]> {
  const found = new Map<string, { path: ModelPath; step: number }[]>();
  const note = (path: ModelPath, step: number, { machine, trace }: ModelState) => {
    for (const key of [
      ...activeNodes(machine).map(stateId),
      ...trace.taken.flatMap(({ id, leaves }) => [id, ...leaves]),
      ...trace.refused,
    ]) {
      const places = found.get(key) ?? [];
      found.set(key, places);
      if (places.at(-1)?.path !== path) places.push({ path, step });
    }
  };
  for (const path of paths) {
    note(path, 0, path.start.state);
    for (const [index, { state }] of path.edges.entries()) {
      note(path, index + 1, state);
    }
  }
  for (const places of found.values()) places.sort((one, two) => one.step - two.step);
  return found;
}

/**
 * Walks a path with a changed machine from the step that may differ first; up to there it is as before.
 * @param illegalIn what is also sent in each state, and should change nothing
 */
function firstDifference(
  model: TimedModel,
  path: ModelPath,
  first: number,
  illegalIn: (state: ModelState) => readonly EventObject[],
): ReplayDifference | undefined {
  const { start, edges } = path;
  let state = edges[first - 2]?.state ?? start.state;
  for (let step = first; step <= edges.length; step += 1) {
    const { event, state: expected } = edges[step - 1] ?? { event: undefined, state: start.state };
    const silent = (aspect: ReplayDifference['aspect'], of: string, after: ModelState) => {
      const { taken, effects } = after.trace;
      const happened = [...taken.map(({ id }) => id), ...effects.map(({ kind, name }) => `${kind} ${name}`)];
      if (happened.length === 0 && after.machine === state.machine) return undefined;
      const actual = happened.join('\n') || 'another state';
      return { step, event: of, aspect, expected: 'nothing', actual };
    };
    if (event === undefined) {
      state = model.start(start.input);
    } else if (event.type === 'wait' && (state.timers[0]?.remaining ?? Infinity) <= event.milliseconds - 1) {
      const before = model.next(state, { ...event, milliseconds: event.milliseconds - 1 });
      const early = silent('one millisecond early', 'wait', before);
      if (early) return early;
      state = model.next(before, { ...event, milliseconds: 1 });
    } else {
      state = model.next(state, event);
    }
    const [wanted, actual] = [observedIn(expected), observedIn(state)];
    for (const aspect of ['value', 'context', 'effects', 'running actors'] as const) {
      const difference = differenceIn(aspect, wanted, actual);
      if (difference) return { step, event: event?.key ?? 'start', ...difference };
    }
    if (expected.status === 'active' && expected.timers.length === 0 && state.timers.length > 0) {
      const rested = model.next(state, waiting(longestDelay(path)));
      const late = silent('when nothing waits', 'wait', rested);
      if (late) return late;
      state = { ...rested, elapsed: state.elapsed };
    }
    for (const illegal of illegalIn(expected)) {
      const heard = silent(
        'illegal event',
        illegal.type,
        model.next(state, sending({ name: illegal.type, event: illegal })),
      );
      if (heard) return heard;
    }
  }
  return undefined;
}

/**
 * A different state, context, effect or time kills a mutant, also after illegal events. Ids of transitions
 * don't: they would reveal a changed guard that changes nothing.
 * @throws ChartDiffers if the unchanged machine does: every fault would seem to be found
 */
export function judgeMutants(paths: FlowPaths): Verdict[] {
  return readyToFreeze(() => verdictsOf(paths));
}

function verdictsOf({ flow, graph: { model }, tours, scripts }: FlowPaths): Verdict[] {
  const paths = [...scripts.map(({ path }) => path), ...tours];
  const places = placesOf(paths);
  const illegalIn = illegalEvents(flow);
  for (const [index, path] of paths.entries()) {
    const difference = firstDifference(model, path, 0, illegalIn);
    if (difference)
      throw new ChartDiffers(describeDifference(`${flow.name}, unchanged, path ${index + 1}`, difference));
  }
  const { machine } = inertMachine(flow.machine);
  return mutantsOf(flow).map((mutant) => {
    const first = new Map<ModelPath, number>();
    for (const { path, step } of mutant.focus.flatMap((key) => places.get(key) ?? [])) {
      first.set(path, Math.min(step, first.get(path) ?? step));
    }
    const rounds = [() => [], illegalIn].slice(mutant.operator === 'extra transition' ? 1 : 0);
    const undo = mutant.change(machine);
    try {
      for (const illegal of rounds) {
        for (const [path, step] of first) {
          const difference = firstDifference(model, path, step, illegal);
          if (difference) return { mutant, difference };
        }
      }
      return { mutant, difference: undefined };
    } finally {
      undo();
    }
  });
}
