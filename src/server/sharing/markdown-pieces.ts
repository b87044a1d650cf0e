/** `isPlain`: shown as plain text, because parsing would take long. */
export interface Piece {
  source: string;
  line: number;
  isPlain: boolean;
}

/** The parser's time grows faster than its input. */
const MOST_LINES = 40;
const MOST_CHARACTERS = 6000;
const MOST_SIGNS = 600;
const nestedDeep = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d+[.)](?=\s))){8}/m;
const startsAnew = /^(?:\S)/;
const listItem = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;
const fence = /^[ \t]*(?:`{3,}|~{3,})/;

/** Cuts where a block certainly ends: before text after a blank line, and between list items. */
export function markdownPieces(source: string): Piece[] {
  const pieces: string[][] = [];
  let lines: string[] = [];
  let isInFence = false;
  let isAfterBlank = true;
  for (const line of source.split(/\r\n|\n|\r/)) {
    const mayCut = !isInFence && startsAnew.test(line) && (isAfterBlank || listItem.test(line));
    if (mayCut && lines.length >= MOST_LINES / 2) {
      pieces.push(lines);
      lines = [];
    }
    lines.push(line);
    isInFence = fence.test(line) ? !isInFence : isInFence;
    isAfterBlank = line.trim() === '';
  }
  let first = 0;
  return [...pieces, lines].map((some) => {
    const piece = pieceOf(some, first);
    first += some.length;
    return piece;
  });
}

function pieceOf(lines: readonly string[], line: number): Piece {
  const source = lines.join('\n');
  const isPlain =
    source.length > MOST_CHARACTERS ||
    lines.length > 2 * MOST_LINES ||
    nestedDeep.test(source) ||
    (source.match(/[[\]*_`<!&\\]/g)?.length ?? 0) > MOST_SIGNS;
  return { source, line, isPlain };
}
