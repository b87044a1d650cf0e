import type { Change } from '../diff/compare.ts';
import { leafIds } from '../export/step-words.ts';
import type { TimedModel } from '../timed-model.ts';
import { playPath } from './simulation.ts';
import type { PathData } from './viewer-data.ts';

/** The scripts that pass what was added or changed; a delay is passed with its transition. */
export function scriptsMet(
  model: TimedModel,
  scripts: readonly PathData[],
  changes: readonly Change[],
): PathData[] {
  const changed = new Set(changes.flatMap(({ kind, id }) => (kind === 'removed' ? [] : [id])));
  const delays = changes.flatMap(({ what, id }) =>
    what === 'delay' ? [`after(${id.split('.').at(-1)})`] : [],
  );
  const isChanged = (id: string) => changed.has(id) || delays.some((delay) => id.includes(delay));
  const outwards = (id: string): string[] => {
    const end = id.lastIndexOf('.');
    return end < 0 ? [id] : [id, ...outwards(id.slice(0, end))];
  };
  return scripts.filter((script) =>
    playPath(model, script).some(
      ({ state }) =>
        state.trace.taken.some(({ id }) => isChanged(id)) || leafIds(state).flatMap(outwards).some(isChanged),
    ),
  );
}
