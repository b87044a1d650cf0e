/** `reading`: without marks inside a line, or only headings and paragraphs, where more would take long. */
export interface Piece {
  source: string;
  line: number;
  offset: number;
  reading: 'whole' | 'blocks' | 'paragraphs';
}

/** The parser's time grows faster than its input. */
const MOST_LINES = 40;
const MOST_CHARACTERS = 6000;
const MOST_SIGNS = 600;
const MOST_LINES_IN_BLOCKS = 400;
const MOST_CHARACTERS_IN_BLOCKS = 20_000;
const nestedDeep = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d+[.)](?=\s))){8}/m;
const startsAnew = /^\S/;
const listItem = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;
const fence = /^[ \t]*(`{3,}|~{3,})/;
const comment = /^ {0,3}<!--/;

/** Cuts where a block certainly ends: before text after a blank line, and between list items. */
export function markdownPieces(source: string): Piece[] {
  return piecesOf(source).pieces;
}

/** What the end of `source` must have for the text behind it to be outside. */
export const openEnding = (source: string): string => piecesOf(source).open ?? '';

function piecesOf(source: string): { pieces: Piece[]; open: string | null } {
  const pieces: Piece[] = [];
  let open: string | null = null;
  let isAfterBlank = true;
  let start = { offset: 0, line: 0 };
  let offset = 0;
  let line = 0;
  for (const { text, length } of linesOf(source)) {
    const mayCut = open === null && startsAnew.test(text) && (isAfterBlank || listItem.test(text));
    const isLong = line - start.line >= MOST_LINES / 2 || offset - start.offset >= MOST_CHARACTERS / 2;
    if (mayCut && isLong) {
      pieces.push(pieceOf(source.slice(start.offset, offset), start));
      start = { offset, line };
    }
    open = stillOpen(open, text);
    isAfterBlank = text.trim() === '';
    offset += length;
    line += 1;
  }
  return { pieces: [...pieces, pieceOf(source.slice(start.offset), start)], open };
}

export function* linesOf(source: string): Generator<{ text: string; length: number }> {
  let from = 0;
  for (const { index, 0: ending } of source.matchAll(/\r\n|\n|\r/g)) {
    yield { text: source.slice(from, index), length: index - from + ending.length };
    from = index + ending.length;
  }
  yield { text: source.slice(from), length: source.length - from };
}

/** A fence ends with as many signs as it began with, a comment with its own end. */
export function stillOpen(open: string | null, line: string): string | null {
  if (open === '-->') return line.includes('-->') ? null : open;
  const signs = fence.exec(line)?.[1];
  if (open === null) {
    if (signs !== undefined) return signs;
    return comment.test(line) && !line.includes('-->') ? '-->' : null;
  }
  const isEnd = signs?.startsWith(open) && line.trim() === signs;
  return isEnd ? null : open;
}

export function pieceOf(source: string, { offset, line }: { offset: number; line: number }): Piece {
  const parsed = withoutCode(source);
  const lines = parsed.match(/\n|\r(?!\n)/g)?.length ?? 0;
  const isLong =
    parsed.length > MOST_CHARACTERS ||
    lines >= 2 * MOST_LINES ||
    (parsed.match(/[[\]*_`<!&\\]/g)?.length ?? 0) > MOST_SIGNS;
  const isTooLong =
    nestedDeep.test(parsed) || parsed.length > MOST_CHARACTERS_IN_BLOCKS || lines > MOST_LINES_IN_BLOCKS;
  return { source, line, offset, reading: isTooLong ? 'paragraphs' : isLong ? 'blocks' : 'whole' };
}

const rawHtml = /^ {0,3}<(?:[!?]|script|pre|style|textarea)/im;
const certainFence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;

/** Code takes no longer than its length, if it certainly is code: not indented, after a blank line. */
function withoutCode(source: string): string {
  if (source.length <= MOST_CHARACTERS / 2 || rawHtml.test(source)) return source;
  const kept: string[] = [];
  let open: string | null = null;
  let isAfterBlank = true;
  for (const { text } of linesOf(source)) {
    const [, ticks, tildes] = isAfterBlank ? (certainFence.exec(text) ?? []) : [];
    if (open !== null) open = stillOpen(open, text);
    else if (ticks !== undefined || tildes !== undefined) open = ticks ?? tildes ?? null;
    else kept.push(text);
    isAfterBlank = text.trim() === '';
  }
  return kept.join('\n');
}
