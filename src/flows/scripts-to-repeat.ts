import type { Change } from './diff/compare.ts';
import { leafIds } from './export/step-words.ts';
import type { ModelState } from './timed-model.ts';

interface Script {
  id: string;
  /** What it passes, its start included. */
  states: readonly ModelState[];
  /** All that a tester reads of it. */
  text?: string;
}

const dataMark = /\s*<!-- data \w+ -->\s*$/;

/** Without the mark of what it enters and is answered. */
const wordsOf = (text: string | undefined) => text?.replace(dataMark, '');

/** `door.open.ajar`, `door.open`, `door`. */
function outwards(id: string): string[] {
  const end = id.lastIndexOf('.');
  return end < 0 ? [id] : [id, ...outwards(id.slice(0, end))];
}

/**
 * The scripts that pass what was added or changed on the chart (a delay is passed with its transition); and where the older
 * texts are known, those that are new, or read otherwise, or whose test data changed.
 * @param older texts by id
 */
export function scriptsToRepeat<One extends Script>(
  scripts: readonly One[],
  changes: readonly Change[],
  older?: ReadonlyMap<string, string>,
): { script: One; hasOtherData: boolean }[] {
  const changed = new Set(changes.flatMap(({ kind, id }) => (kind === 'removed' ? [] : [id])));
  const delays = changes.flatMap(({ what, id }) =>
    what === 'delay' ? [`after(${id.split('.').at(-1)})`] : [],
  );
  const isChanged = (id: string) => changed.has(id) || delays.some((delay) => id.includes(delay));
  const passesChange = ({ states }: One) =>
    states.some(
      (state) =>
        state.trace.taken.some(({ id }) => isChanged(id)) || leafIds(state).flatMap(outwards).some(isChanged),
    );
  return scripts.flatMap((script): { script: One; hasOtherData: boolean }[] => {
    if (passesChange(script)) return [{ script, hasOtherData: false }];
    if (older === undefined) return [];
    const before = older.get(script.id);
    if (wordsOf(before) !== wordsOf(script.text)) return [{ script, hasOtherData: false }];
    // Documents had no such mark before.
    return before === script.text || before === wordsOf(script.text) ? [] : [{ script, hasOtherData: true }];
  });
}
