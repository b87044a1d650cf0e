import type { DateEdit } from '#contract/world.ts';
import { digestOf } from '#server/platform/digest.ts';

/** An in-world date that a person set. */
export interface SetDate {
  key: string;
  edit: DateEdit;
}

/**
 * Finds the date of a session (title empty), and of its scenes in order: each is taken once.
 *
 * @param set those of one session
 * @param titles as they are stored, by how they are shown: dates are kept by those
 * @param beginnings of all its scenes, ms: also of those that readers do not see, so that a date of one is none of the scene before it
 */
export function datesFor<Dated extends SetDate>(
  set: readonly Dated[],
  beginnings: readonly number[],
  titles: ReadonlyMap<string, string>,
) {
  const taken = new Set<string>();
  const beginningOf = (ms: number) => beginnings.findLast((start) => start <= ms);
  return (of: DateEdit['of'], title: string): { key: string; found: Dated | undefined } => {
    const key = digestOf(`date ${of.sessionId} ${of.lineId ?? (titles.get(title) ?? title).toLowerCase()}`);
    // A later analysis may begin the scene at another line.
    const near = set.findLast(
      (each) =>
        !taken.has(each.key) &&
        of.startMs !== null &&
        each.edit.of.startMs !== null &&
        beginningOf(each.edit.of.startMs) === of.startMs,
    );
    const found = set.find((each) => each.key === key) ?? near;
    if (found !== undefined) taken.add(found.key);
    return { key: found?.key ?? key, found };
  };
}
