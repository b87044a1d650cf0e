import type { NotesSection } from './notes.ts';

export type Visibility = NotesSection['visibility'];

export interface Block {
  kind: 'heading' | 'listItem' | 'text';
  lines: string[];
  line: number;
  indent: number;
  contentIndent: number;
  level: number;
  blanks: number;
  marker: Visibility | null;
  isSuspect: boolean;
  /** Markdown may end the code fence or comment somewhere else. */
  isFenced: boolean;
}

const bullet = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,4}(?=[^ \t])|[ \t]|$)/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const fence = /^[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$/;
const knownMarker = /^<!--[ \t]*(gm|players|public)[ \t]*-->[ \t]*/i;
const suspicious = /(?:<|&lt;)\s*!|<[^A-Za-z]{0,8}(?:gm|players|public)\b/i;
/** Quotes, bullets, heading signs, a check box, and invisible characters. */
const beforeMarker =
  /[\s\u200b-\u200f\u2060\ufeff>]+|(?:[-*+]|\d{1,9}[.)])(?=\s)|#{1,6}(?=\s)|\[[ xX]\](?=\s)/y;

export const isHeadingLine = (line: string) => heading.test(line) || underline.test(line);
const isBlank = (line: string) => /^[ \t]*$/.test(line);

export function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  let blanks = 0;
  let end: RegExp | null = null;
  for (const [at, line] of body.split(/\r\n|\n|\r/).entries()) {
    if (block !== null && end !== null) {
      block.lines.push(line);
      block.isFenced = true;
      if (end.test(line)) end = commentEnd(line.slice(line.lastIndexOf('-->') + 1));
    } else if (isBlank(line)) {
      blanks += 1;
    } else {
      const isSeparate = blanks > 0 || block?.kind === 'heading' || bullet.test(line) || heading.test(line);
      if (block === null || (isSeparate && !isMarkerFor(block, line))) {
        const isFirstOfMarked: boolean = block !== null && isLoneMarker(block);
        block = blockOf(line, at, isFirstOfMarked ? 0 : blanks);
        blocks.push(block);
      } else {
        extend(block, line);
      }
      blanks = 0;
      end = commentEnd(line) ?? fenceEnd(line);
    }
  }
  return blocks.map(withMarker);
}

const isMarkerFor = (block: Block, line: string) => isLoneMarker(block) && !bullet.test(line);

export function isLoneMarker({ kind, lines }: Pick<Block, 'kind' | 'lines'>): boolean {
  const line = lines.length === 1 && kind === 'text' ? (lines[0] ?? '').trim() : '';
  return knownMarker.test(line) && line.replace(knownMarker, '') === '';
}

function blockOf(line: string, at: number, blanks: number): Block {
  const indent = columnsOf(line.match(/^[ \t]*/)?.[0] ?? '');
  const level = heading.exec(line)?.[1]?.length ?? 0;
  const mark = level > 0 ? null : bullet.exec(line);
  return {
    kind: level > 0 ? 'heading' : mark ? 'listItem' : 'text',
    lines: [line],
    line: at,
    indent,
    contentIndent: mark ? columnsOf(mark[0]) : indent,
    level,
    blanks,
    marker: null,
    isSuspect: false,
    isFenced: false,
  };
}

function extend(block: Block, line: string): void {
  const level = heading.exec(line)?.[1]?.length ?? (underline.test(line) ? (line.includes('=') ? 1 : 2) : 0);
  block.lines.push(line);
  if (block.kind !== 'text' || level === 0) return;
  block.kind = 'heading';
  block.level = level;
}

function columnsOf(text: string): number {
  return [...text].reduce((columns, character) => columns + (character === '\t' ? 4 - (columns % 4) : 1), 0);
}

const commentEnd = (line: string) => (line.lastIndexOf('<!--') > line.lastIndexOf('-->') ? /-->/ : null);

function fenceEnd(line: string): RegExp | null {
  const [, ticks, tildes] = fence.exec(line) ?? [];
  const signs = ticks ?? tildes;
  return signs === undefined ? null : new RegExp(`^[ \\t]*${signs[0]}{${signs.length},}[ \\t]*$`);
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
  const named = knownMarker.exec(rest)?.[1]?.toLowerCase();
  const marker = markers.find((one) => one === named) ?? null;
  return { ...block, marker, isSuspect: suspicious.test(rest.replace(knownMarker, '')) };
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
  if (block.isFenced || block.isSuspect || /^[ \t]*\|/.test(first)) return null;
  if (later.some(isMore) || [first, ...later].slice(0, -1).some(isHardBreak)) return null;
  return onOneLine(text.slice(markerStart(text))) || null;
}

export function remarked(block: Block, visibility: Visibility | null): string {
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
