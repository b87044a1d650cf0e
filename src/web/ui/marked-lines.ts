import type { ReactNode } from 'react';

export interface MarkedLine {
  text: string;
  chip: ReactNode;
  /** Of neighbors in a row that have the same one, the last has the chip. */
  place?: string;
}

export interface ProseProps {
  text: string;
  /** In the order of the text; leaves out lines that are not in it. */
  lines?: readonly MarkedLine[];
  below?: 2 | 3;
}

/** Where chips go: including the closing quotation mark; null for missing lines, and those whose chip a neighbor has. */
export function lineEnds(
  source: string,
  lines: readonly Pick<MarkedLine, 'text' | 'place'>[],
): (number | null)[] {
  let from = 0;
  const spots = lines.map(({ text }) => {
    const start = wholeIndexOf(source, text, from);
    if (start < 0) return null;
    from = start + text.length;
    if (/[”’»]/.test(source[from] ?? '')) from += 1;
    return { start, end: from };
  });
  return spots.map((spot, at) => {
    const [place, next] = [lines[at]?.place, spots[at + 1]];
    if (spot === null) return null;
    if (place === undefined || next == null || lines[at + 1]?.place !== place) return spot.end;
    return nothingSaid.test(source.slice(spot.end, next.start)) ? null : spot.end;
  });
}

/** In a row; words between two lines are the user's own, and have no place. */
const nothingSaid = /^(?:[^\S\n]|\p{P})*$/u;

const inWord = /[\p{L}\p{N}]/u;

/** A short line, such as “Fight”, is also in longer words, such as “Fights”. */
function wholeIndexOf(source: string, text: string, from: number): number {
  if (text === '') return -1;
  for (let at = source.indexOf(text, from); at >= 0; at = source.indexOf(text, at + 1)) {
    const end = at + text.length;
    const goesOn = (left: string, right: string) => inWord.test(left) && inWord.test(right);
    const isPart =
      goesOn(source[at - 1] ?? '', source[at] ?? '') || goesOn(source[end - 1] ?? '', source[end] ?? '');
    if (!isPart) return at;
  }
  return -1;
}
