import { isDeepStrictEqual } from 'node:util';
import type { Cast } from './tables.ts';

type ById<Entry> = (entry: Entry) => string;

function entriesBefore<Entry>(
  present: readonly Entry[],
  { before, after }: { before: readonly Entry[]; after: readonly Entry[] },
  idOf: ById<Entry>,
): { entries: Entry[]; left: number } {
  const of = (list: readonly Entry[], id: string) => list.find((entry) => idOf(entry) === id);
  const changed = [...new Set([...before, ...after].map(idOf))].filter(
    (id) => !isDeepStrictEqual(of(before, id), of(after, id)),
  );
  let entries = [...present];
  let left = 0;
  for (const id of changed) {
    const was = of(before, id);
    if (!isDeepStrictEqual(of(entries, id), of(after, id))) left += 1;
    else if (of(entries, id) === undefined && was !== undefined) entries.push(was);
    else entries = entries.flatMap((entry) => (idOf(entry) === id ? (was ?? []) : entry));
  }
  return { entries, left };
}

/** Later changes stay. @returns `left`: entries that were changed since */
export function castBefore(
  present: Cast,
  { before, after }: { before: Cast; after: Cast },
): { cast: Cast; left: number } {
  if (isDeepStrictEqual(present, after)) return { cast: before, left: 0 };
  const people = entriesBefore(
    present.people,
    { before: before.people, after: after.people },
    ({ id }) => id,
  );
  const chosen = entriesBefore(
    present.chosen,
    { before: before.chosen, after: after.chosen },
    ({ sessionId, label }) => `${sessionId} ${label}`,
  );
  const rejected = entriesBefore(
    present.rejected,
    { before: before.rejected, after: after.rejected },
    (each) => JSON.stringify(each),
  );
  return {
    cast: { people: people.entries, chosen: chosen.entries, rejected: rejected.entries },
    left: people.left + chosen.left + rejected.left,
  };
}
