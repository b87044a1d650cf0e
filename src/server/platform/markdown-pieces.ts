import { fromMarkdown } from 'mdast-util-from-markdown';

export type Root = ReturnType<typeof fromMarkdown>;
export type Block = Root['children'][number];

/** `isPlain`: shown as plain text, because parsing would take long. */
export interface Piece {
  source: string;
  line: number;
  offset: number;
  isPlain: boolean;
}

/** The parser's time grows faster than its input. */
const MOST_LINES = 40;
const MOST_CHARACTERS = 6000;
const MOST_SIGNS = 600;
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

function* linesOf(source: string): Generator<{ text: string; length: number }> {
  let from = 0;
  for (const { index, 0: ending } of source.matchAll(/\r\n|\n|\r/g)) {
    yield { text: source.slice(from, index), length: index - from + ending.length };
    from = index + ending.length;
  }
  yield { text: source.slice(from), length: source.length - from };
}

/** A fence ends with as many signs as it began with, a comment with its own end. */
function stillOpen(open: string | null, line: string): string | null {
  if (open === '-->') return line.includes('-->') ? null : open;
  const signs = fence.exec(line)?.[1];
  if (open === null) {
    if (signs !== undefined) return signs;
    return comment.test(line) && !line.includes('-->') ? '-->' : null;
  }
  const isEnd = signs?.startsWith(open) && line.trim() === signs;
  return isEnd ? null : open;
}

function pieceOf(source: string, { offset, line }: { offset: number; line: number }): Piece {
  const parsed = withoutCode(source);
  const lines = parsed.match(/\n|\r(?!\n)/g)?.length ?? 0;
  const isPlain =
    parsed.length > MOST_CHARACTERS ||
    lines >= 2 * MOST_LINES ||
    nestedDeep.test(parsed) ||
    (parsed.match(/[[\]*_`<!&\\]/g)?.length ?? 0) > MOST_SIGNS;
  return { source, line, offset, isPlain };
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

/** As CommonMark if that is quick; else piece by piece, and what would take long as plain paragraphs. */
export function parsedMarkdown(source: string): Root {
  const whole = pieceOf(source, { offset: 0, line: 0 });
  if (!whole.isPlain) return fromMarkdown(source);
  return { type: 'root', children: markdownPieces(source).flatMap(blocksOf) };
}

function blocksOf(piece: Piece): Block[] {
  if (piece.isPlain) return plainBlocks(piece);
  const { children } = fromMarkdown(piece.source);
  for (const child of children) shift(child, piece);
  return children;
}

function shift(node: Block, by: Pick<Piece, 'offset' | 'line'>): void {
  for (const point of node.position ? [node.position.start, node.position.end] : []) {
    point.offset = (point.offset ?? 0) + by.offset;
    point.line += by.line;
  }
  if ('children' in node) for (const child of node.children) shift(child, by);
}

const plainHeading = /^(#{1,6})[ \t]+(?=\S)/;

/** Headings stay, because sessions and sections begin with them. */
function plainBlocks(piece: Piece): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let from = { offset: piece.offset, line: piece.line };
  let at = from;
  let open: string | null = null;
  const end = () => {
    const value = text.trim();
    if (value !== '')
      blocks.push({ type: 'paragraph', children: [{ type: 'text', value }], position: between(from, at) });
    text = '';
    from = at;
  };
  for (const { text: line, length } of linesOf(piece.source)) {
    const signs = open === null ? plainHeading.exec(line)?.[1] : undefined;
    const next = { offset: at.offset + length, line: at.line + 1 };
    open = stillOpen(open, line);
    if (signs !== undefined) {
      end();
      const value = line.slice(signs.length).trim();
      const depth = depths[signs.length - 1] ?? 6;
      const position = between(at, { offset: at.offset + line.length, line: at.line });
      blocks.push({ type: 'heading', depth, children: [{ type: 'text', value }], position });
      from = next;
    } else if (line.trim() === '') {
      end();
      from = next;
    } else text += `${line}\n`;
    at = next;
  }
  end();
  return blocks;
}

const depths = [1, 2, 3, 4, 5, 6] as const;

const between = (
  start: { offset: number; line: number },
  end: { offset: number; line: number },
): NonNullable<Block['position']> => ({
  start: { offset: start.offset, line: start.line + 1, column: 1 },
  end: { offset: end.offset, line: end.line + 1, column: 1 },
});
