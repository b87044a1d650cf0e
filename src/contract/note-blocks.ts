import { linesOf } from './markdown/pieces.ts';
import { type Nodes, parsedMarkdown } from './markdown/tree.ts';
import type { NotesSection } from './notes.ts';
import { knownMarker } from './visibility-markers.ts';

export type Visibility = NotesSection['visibility'];

export interface Block {
  kind: 'heading' | 'listItem' | 'text';
  lines: string[];
  line: number;
  /** The block of the list item around it. */
  within: number | null;
  level: number;
  blanks: number;
  marker: Visibility | null;
  /** The characters to whom it is whispered; its marker is the game master’s. */
  whisper: readonly string[];
  isSuspect: boolean;
  hasCode: boolean;
}

export const suspicious = /(?:<|&lt;)\s*!|<[^A-Za-z]{0,8}(?:gm|players|public|whisper)\b/i;
/** Characters of a text with markers. A longer one takes long to parse: what is marked in it is for the game master. */
export const longestParsed = 60_000;
/** Quotes, bullets, heading signs, a check box, and invisible characters. */
const beforeMarker =
  /[\s\u200b-\u200f\u2060\ufeff>]+|(?:[-*+]|\d{1,9}[.)])(?=\s)|#{1,6}(?=\s)|\[[ xX]\](?=\s)/y;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const isBlank = (line: string) => /^[ \t]*$/.test(line);

/** As Markdown's own parser sees them, to which a marker is a part of the words behind it. */
export function blocksOf(body: string): Block[] {
  const lines = Array.from(linesOf(body), ({ text }) => text);
  const starts = startsOf(body, lines);
  let isCommentOpen = false;
  return starts.map((start, index) => {
    const { restAt, hasMarker, isDoubtful, ...block } = start;
    const end = starts[index + 1]?.line ?? lines.length;
    const own = withMarker({
      ...block,
      lines: trimmed([
        ...lines.slice(block.line, restAt === null ? end : block.line + 1),
        ...lines.slice(restAt ?? end, end),
      ]),
      marker: null,
      whisper: [],
      isSuspect: false,
    });
    const isSuspect = own.isSuspect || isDoubtful || isCommentOpen || (own.marker !== null && !hasMarker);
    isCommentOpen = leavesComment(own.lines.join('\n'), isCommentOpen);
    return { ...own, isSuspect };
  });
}

interface BlockStart extends Pick<Block, 'kind' | 'line' | 'within' | 'level' | 'blanks' | 'hasCode'> {
  /** Where the words of a marker on its own line begin. */
  restAt: number | null;
  hasMarker: boolean;
  isDoubtful: boolean;
}

function startsOf(body: string, lines: readonly string[]): BlockStart[] {
  const starts: BlockStart[] = [];
  const isMarked = suspicious.test(body);
  const walk = (node: Nodes, within: number | null): void => {
    const add = (start: Pick<BlockStart, 'kind'> & Partial<BlockStart>) =>
      addStart(
        starts,
        { ...unknownStart, line: (node.position?.start.line ?? 1) - 1, within, ...start },
        lines,
      );
    if (node.type === 'root' || node.type === 'list') for (const child of node.children) walk(child, within);
    else if (node.type === 'listItem') {
      const item = add({ kind: 'listItem' });
      for (const child of node.children) walk(child, item);
    } else
      add({
        kind: node.type === 'heading' ? 'heading' : 'text',
        level: node.type === 'heading' ? node.depth : 0,
        hasCode: node.type === 'code',
        // A quote is one block.
        hasMarker: beginsWithMarker(node),
        isDoubtful: isMarked && node.data?.isUnread === true,
      });
  };
  walk(parsedMarkdown(body, 'blocks'), null);
  return starts;
}

const unknownStart = {
  level: 0,
  blanks: 0,
  hasCode: false,
  restAt: null,
  isDoubtful: false,
  hasMarker: false,
};

function beginsWithMarker(node: Nodes): boolean {
  if (node.type === 'visibilityMarker') return true;
  if (!('children' in node)) return false;
  return node.type === 'paragraph' || node.type === 'heading'
    ? node.children.some(({ type }) => type === 'visibilityMarker')
    : node.children[0] !== undefined && beginsWithMarker(node.children[0]);
}

/** What follows without a blank line belongs to it, and so do the words behind a marker on its own line. */
function addStart(starts: BlockStart[], start: BlockStart, lines: readonly string[]): number {
  const index = starts.length - 1;
  const last = starts[index];
  if (last === undefined) return starts.push(start) - 1;
  let blanks = 0;
  while (blanks < start.line && isBlank(lines[start.line - blanks - 1] ?? '')) blanks += 1;
  const isAlone =
    last.restAt === null &&
    start.line - blanks === last.line + 1 &&
    isLoneMarker({ kind: last.kind, lines: [lines[last.line] ?? ''] });
  const isSame = start.within === (last.kind === 'listItem' ? index : last.within);
  const isMore = start.kind === 'text' && blanks === 0 && last.kind !== 'heading' && isSame;
  if (isAlone && start.kind !== 'listItem') {
    Object.assign(last, { kind: start.kind, level: start.level, restAt: start.line });
  } else if (start.line > last.line && !isMore) {
    return starts.push({ ...start, blanks: isAlone ? 0 : blanks }) - 1;
  }
  last.hasCode ||= start.hasCode;
  last.hasMarker ||= start.hasMarker;
  last.isDoubtful ||= start.isDoubtful;
  return index;
}

function trimmed(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => !isBlank(line));
  return lines.slice(0, last + 1);
}

function leavesComment(text: string, isOpen: boolean): boolean {
  const begun = text.lastIndexOf('<!--');
  const ended = text.lastIndexOf('-->');
  return begun > ended || (isOpen && ended < 0);
}

export function isLoneMarker({ kind, lines }: Pick<Block, 'kind' | 'lines'>): boolean {
  const line = lines.length === 1 && kind === 'text' ? (lines[0] ?? '').trim() : '';
  return knownMarker.test(line) && line.replace(knownMarker, '') === '';
}

/** After quotes, bullets and heading signs. */
export function markerStart(text: string): number {
  beforeMarker.lastIndex = 0;
  let start = 0;
  while (beforeMarker.test(text)) start = beforeMarker.lastIndex;
  return start;
}

const markers = ['gm', 'players', 'public'] as const satisfies readonly Visibility[];

function withMarker(block: Block): Block {
  const text = block.lines.join('\n');
  const rest = text.slice(markerStart(text));
  const named = knownMarker.exec(rest)?.[1] ?? '';
  const whisper = /^whisper:(.*)/isu.exec(named)?.[1] ?? '';
  const marker = whisper === '' ? (markers.find((one) => one === named.toLowerCase()) ?? null) : 'gm';
  const names = whisper.split(',').map(onOneLine).filter(Boolean);
  return { ...block, marker, whisper: names, isSuspect: suspicious.test(rest.replace(knownMarker, '')) };
}

export function textOf(block: Block): string {
  const text = block.lines.join('\n');
  const start = markerStart(text);
  const rest = text.slice(start).replace(knownMarker, '');
  return rest.length === text.length - start ? text : (text.slice(0, start) + rest).replace(/^\n/, '');
}

export const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const isHardBreak = (line: string) => / {2}$|\\$/.test(line);
/** Does not simply continue the paragraph: a quote, a table row, a heading's underline. */
const isMore = (line: string) => /^[ \t]*[>|]/.test(line) || underline.test(line);

/** Null if rewording could change the surroundings. */
export function contentOf(block: Block): string | null {
  const text = textOf(block);
  const [first = '', ...later] = text.split('\n');
  if (block.hasCode || block.isSuspect || /^[ \t]*\|/.test(first)) return null;
  if (later.some(isMore) || [first, ...later].slice(0, -1).some(isHardBreak)) return null;
  return onOneLine(text.slice(markerStart(text))) || null;
}

/** With the marker of a visibility, or a whisper’s. */
export function remarked(block: Block, visibility: Visibility | `whisper: ${string}` | null): string {
  const text = textOf(block);
  const start = markerStart(text);
  const rest = text.slice(start).replace(/^<!(?:--)?[^\n>]*>[ \t]*/, '');
  return `${text.slice(0, start)}${visibility === null ? '' : `<!-- ${visibility} --> `}${rest}`;
}

export function joined(blocks: readonly { blanks: number; text: string }[]): string {
  return blocks
    .map(({ blanks, text }, index) => (index === 0 ? text : '\n'.repeat(blanks + 1) + text))
    .join('');
}
