import type { FlowAnalysis } from '../analysis.ts';
import { readyToFreeze } from '../frozen.ts';
import { illegalEvents } from '../illegal-events.ts';
import { type ReplayDifference, replay } from '../replay.ts';
import { activeNodes } from '../selection.ts';
import type { ModelState } from '../timed-model.ts';
import type { ModelPath } from '../tour.ts';
import { stateId } from '../transitions.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

export interface Verdict {
  mutant: Mutant;
  difference: ReplayDifference | undefined;
}

function pathsByFocus(paths: readonly ModelPath[]): Map<string, ModelPath[]> {
  const found = new Map<string, { path: ModelPath; step: number }[]>();
  const note = (path: ModelPath, step: number, { machine, trace }: ModelState) => {
    for (const key of [
      ...activeNodes(machine).map(stateId),
      ...trace.taken.flatMap(({ id, leaves }) => [id, ...leaves]),
      ...trace.refused,
    ]) {
      const places = found.get(key) ?? [];
      if (places.at(-1)?.path !== path) {
        found.set(key, [...places, { path, step }]);
      }
    }
  };
  for (const path of paths) {
    note(path, 0, path.start.state);
    for (const [index, { state }] of path.edges.entries()) {
      note(path, index + 1, state);
    }
  }
  return new Map(
    [...found].map(([key, places]) => [
      key,
      places.toSorted((one, two) => one.step - two.step).map(({ path }) => path),
    ]),
  );
}

function crash(error: unknown): ReplayDifference {
  return { step: 0, event: 'start', aspect: 'value', expected: 'a running chart', actual: String(error) };
}

/**
 * A different state, context, effect or time kills a mutant, also after illegal events. Ids of transitions
 * don't: they would reveal a changed guard that changes nothing.
 */
export function judgeMutants(analysis: FlowAnalysis): Verdict[] {
  return readyToFreeze(() => verdictsOf(analysis));
}

function verdictsOf({ flow, tours, scripts }: FlowAnalysis): Verdict[] {
  const byFocus = pathsByFocus([...scripts.map(({ path }) => path), ...tours]);
  const illegalIn = illegalEvents(flow);
  return mutantsOf(flow).map((mutant) => {
    const paths = [...new Set(mutant.focus.flatMap((key) => byFocus.get(key) ?? []))];
    const rounds = [{}, { illegalIn }].slice(mutant.operator === 'extra transition' ? 1 : 0);
    try {
      const machine = mutant.build();
      for (const options of rounds) {
        for (const path of paths) {
          const [difference] = replay(path, machine, { ...options, comparesTransitions: false });
          if (difference) {
            return { mutant, difference };
          }
        }
      }
      return { mutant, difference: undefined };
    } catch (error) {
      return { mutant, difference: crash(error) };
    }
  });
}
