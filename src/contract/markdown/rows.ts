import { knownMarker } from '../visibility-markers.ts';
import { drawn } from './draw.ts';
import { linesOf, stillOpen } from './pieces.ts';
import { type Nodes, parsedMarkdown } from './tree.ts';

/** A line of notes: `signs`, `marker` and `text` one after the other. */
export interface Row {
  kind: 'blank' | 'heading' | 'item' | 'text' | 'quote' | 'code';
  /** Of its block: indentation, quotes, bullets, heading signs. */
  signs: string;
  /** Of visibility, with the spaces after it. */
  marker: string;
  text: string;
}

/**
 * Every line of a body as the one tree reads it. Only stretches in which a line could be read otherwise are parsed: from
 * where a block certainly begins to where another one does.
 */
export function rowsOf(body: string): Row[] {
  const rows: Row[] = [];
  let stretch: string[] = [];
  const end = () => {
    for (const row of stretch.some(isDoubtful) ? rowsParsed(stretch) : stretch.map(rowOf)) rows.push(row);
    stretch = [];
  };
  let open: string | null = null;
  let isAfterBlank = false;
  for (const { text } of linesOf(body)) {
    if (open === null && isAfterBlank && /^\S/.test(text) && !isDoubtful(text)) end();
    stretch.push(text);
    open = stillOpen(open, text);
    isAfterBlank = /^[ \t]*$/.test(text);
  }
  end();
  return rows;
}

const begins = /^( {0,3})(?:(#{1,6})( +)|([-*+])( {1,4}))?(?=[^ ])/;
const onlySigns = /^ *[-=*_+#][-=*_+# ]*$/;
const otherBlock = /^(?:[ >[]|`{3}|~{3}|\d{1,9}[.)]|(?:[-*+]|#{1,6})(?: |$))/;

/** Whether what is around the line decides how it is read. */
function isDoubtful(line: string): boolean {
  if (line.includes('\t') || onlySigns.test(line)) return true;
  const [signs = '', , heading, , bullet] = begins.exec(line) ?? [];
  const text = line.slice(signs.length);
  if (heading !== undefined) return text.includes('<!') || /# *$/.test(text);
  if (otherBlock.test(text)) return true;
  if (bullet === undefined) return line.includes('<!');
  const words = text.replace(knownMarker, '');
  return words.trim() === '' || words.includes('<!');
}

function rowOf(line: string): Row {
  const [signs = /^ */.exec(line)?.[0] ?? '', , heading, , bullet] = begins.exec(line) ?? [];
  const rest = line.slice(signs.length);
  const isPlain = heading === undefined && bullet === undefined;
  const marker = knownMarker.exec(rest)?.[0] ?? '';
  const kind = heading !== undefined ? 'heading' : isPlain ? (rest === '' ? 'blank' : 'text') : 'item';
  return { kind, signs, marker, text: rest.slice(marker.length) };
}

const bulletOf = (text: string): string => /^(?:[-*+]|\d{1,9}[.)])[ \t]*/.exec(text)?.[0] ?? '';

/** All of it by the tree, whatever it is. */
export function rowsParsed(lines: readonly string[]): Row[] {
  const rows = lines.map((line): Row => {
    const signs = /^[ \t]*/.exec(line)?.[0] ?? '';
    return { kind: signs === line ? 'blank' : 'text', signs, marker: '', text: line.slice(signs.length) };
  });
  const put = (at: number, change: Partial<Row>) => {
    const row = rows[at];
    if (row !== undefined) Object.assign(row, change);
  };
  const split = (at: number, column: number, marker = '') => {
    const line = lines[at] ?? '';
    put(at, { signs: line.slice(0, column), marker, text: line.slice(column + marker.length) });
  };
  const walk = (node: Nodes): void => {
    const { start, end } = node.position ?? { start: { line: 1, column: 1 }, end: { line: 1 } };
    const from = start.line - 1;
    const own = Array.from({ length: end.line - from }, (_, at) => from + at);
    if (node.data?.isUnread === true) {
      for (const at of own) put(at, rowOf(lines[at] ?? ''));
      return;
    }
    switch (node.type) {
      case 'code':
        for (const at of own) put(at, { kind: 'code', signs: '', text: lines[at] ?? '' });
        return;
      case 'thematicBreak':
        put(from, { signs: lines[from] ?? '', text: '' });
        return;
      case 'blockquote':
        for (const at of own) {
          split(at, /^[ \t>]*/.exec(lines[at] ?? '')?.[0].length ?? 0);
          put(at, { kind: 'quote' });
        }
        break;
      case 'listItem':
        split(from, start.column - 1 + bulletOf((lines[from] ?? '').slice(start.column - 1)).length);
        put(from, { kind: 'item' });
        break;
      case 'heading':
      case 'paragraph': {
        const [first] = node.children;
        const words = node.children.find(({ type }) => type === 'visibilityMarker') ?? first;
        const marker = words?.type === 'visibilityMarker' ? words.value : '';
        const { line = 0, column = 1 } = words?.position?.start ?? {};
        if (line === start.line) split(from, column - 1, marker);
        if (node.type === 'paragraph') return;
        const underline = own.length > 1 ? own.pop() : undefined;
        for (const at of own) put(at, { kind: 'heading' });
        if (underline !== undefined) put(underline, { signs: lines[underline] ?? '', text: '' });
        return;
      }
      default:
    }
    if ('children' in node) node.children.forEach(walk);
  };
  walk(parsedMarkdown(lines.join('\n'), 'blocks'));
  return rows;
}

const signs = /[*_`\\[\]&<]/;
/** Bold that begins and ends with a letter or digit is bold whatever stands around it. */
const onlyBold = /^(?:[^*_`\\[\]&<]|\*\*(?=[\p{L}\p{N}])[^*_`\\[\]&<]*(?<=[\p{L}\p{N}])\*\*(?!\*))*$/u;

/** What is drawn of it, as plain words in one line. */
export function plainWords(markdown: string): string {
  const isSure = !isDoubtful(markdown) && !/[\n\r]/.test(markdown);
  const { text } = isSure ? rowOf(markdown) : { text: '' };
  const words =
    isSure && !signs.test(text)
      ? text
      : isSure && onlyBold.test(text)
        ? text.replaceAll('**', '')
        : drawn(parsedMarkdown(markdown), wordsPen).join(' ');
  return words.replace(/\s+/g, ' ').trim();
}

const wordsPen = {
  text: (value: string) => value,
  element: (tag: string, _: unknown, children: string[]) =>
    children.join(/^(?:ul|ol|li|blockquote)$/.test(tag) ? ' ' : '') +
    (/^(?:p|h\d|li|br|pre)$/.test(tag) ? ' ' : ''),
};

const sureBold = /^\*\*([\p{L}\p{N}](?:[^*_`\\[\]&<]*(?:[\p{L}\p{N}]|:(?=\*\*(?:\s|$))))?)\*\*(?!\*)/u;

/** The bold words that a text begins with, without a colon behind them, and where they end in it. */
export function boldStart(text: string): { words: string; end: number } | null {
  const [sure = '', sureWords] = sureBold.exec(text) ?? [];
  if (sureWords !== undefined) return { words: withoutColon(sureWords), end: sure.length };
  const first = /^\*\*(?=\S)/.test(text) ? parsedMarkdown(text).children[0] : undefined;
  const bold = first?.type === 'paragraph' ? first.children[0] : undefined;
  if (bold?.type !== 'strong') return null;
  const words = drawn({ type: 'root', children: bold.children }, wordsPen).join('');
  return { words: withoutColon(words), end: bold.position?.end.offset ?? text.length };
}

const withoutColon = (words: string): string => words.replace(/[:：]$/, '').trimEnd();

/** Where the label that a text begins with ends: `**Mira**: `, `**Mira:** ` or `**Mira** (quest): `; 0 without one. */
export function labelEnd(text: string): number {
  const { end = 0 } = boldStart(text) ?? {};
  const isClosed = /[:：]\s*\*+$/.test(text.slice(0, end));
  const [rest] = (isClosed ? /^\s+/ : /^(?: *\([^()]*\))? *[:：]\s*/).exec(text.slice(end)) ?? [];
  return end === 0 || rest === undefined ? 0 : end + rest.length;
}
