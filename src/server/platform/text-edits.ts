import { keptPieces } from '#contract/kept-pieces.ts';

export interface Replacement {
  start: number;
  end: number;
  replacement: string;
}

/** What an undo needs. */
export interface TextEdit {
  after: string;
  edits: { at: number; was: string; now: string }[];
}

const PIECE = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]/gu;

/** Places must not overlap. */
export function edited(text: string, replacements: readonly Replacement[]): TextEdit {
  const edits: TextEdit['edits'] = [];
  let after = '';
  let from = 0;
  for (const { start, end, replacement } of [...replacements].sort((one, other) => one.start - other.start)) {
    after += text.slice(from, start);
    edits.push({ at: after.length, was: text.slice(start, end), now: replacement });
    after += replacement;
    from = end;
  }
  return { after: after + text.slice(from), edits };
}

/** Later changes stay. @returns `left`: replaced places that are gone */
export function reverted(present: string, { after, edits }: TextEdit): { text: string; left: number } {
  const placeNow = present === after ? (at: number) => at : placesIn(present, after);
  const places = edits.flatMap(({ at, was, now }) => {
    const start = placeNow(at, at + now.length);
    return start === null ? [] : [{ start, end: start + now.length, replacement: was }];
  });
  return { text: edited(present, places).after, left: edits.length - places.length };
}

/** Null if its words were changed. */
function placesIn(present: string, after: string): (start: number, end: number) => number | null {
  const then = piecesOf(after);
  const now = piecesOf(present);
  const kept = keptPieces(
    then.map(({ text }) => text),
    now.map(({ text }) => text),
  );
  const byStart = new Map(then.map(({ start }, index) => [start, index]));
  return (start, end) => {
    const first = byStart.get(start);
    const at = first === undefined ? undefined : kept.get(first);
    if (first === undefined || at === undefined) return null;
    for (let index = first; (then[index]?.start ?? end) < end; index += 1)
      if (kept.get(index) !== at + index - first) return null;
    return now[at]?.start ?? null;
  };
}

const piecesOf = (text: string) =>
  [...text.matchAll(PIECE)].map(({ index, 0: piece }) => ({ start: index, text: piece }));
