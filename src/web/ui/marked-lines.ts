import type { ReactNode } from 'react';

export interface MarkedLine {
  text: string;
  chip: ReactNode;
}

export interface ProseProps {
  text: string;
  /** In the order of the text; leaves out lines that are not in it. */
  lines?: readonly MarkedLine[];
  below?: 2 | 3;
}

/** Including the closing quotation mark; null for missing lines. */
export function lineEnds(source: string, lines: readonly { text: string }[]): (number | null)[] {
  let from = 0;
  return lines.map(({ text }) => {
    const at = text === '' ? -1 : source.indexOf(text, from);
    if (at < 0) return null;
    from = at + text.length;
    if (/[”’»]/.test(source[from] ?? '')) from += 1;
    return from;
  });
}
