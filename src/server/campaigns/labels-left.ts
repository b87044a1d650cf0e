import { boldStart, type Row } from '#contract/markdown/rows.ts';

/** Stands where a statement was until its row is read; no stored text has this sign. */
export const GONE = '\0';

/** Characters: no name of a speaker or a subject is longer. */
const LONGEST = 120;
const marks = '["“”„«»‚‘’\'*_~`\\s]*';
const part = "\\p{Lu}[\\p{L}\\p{M}'’-]*\\.?";
const name = `${part}(?:\\s+${part}){0,3}`;
/** Anything in one sentence: full stops of titles and initials, and colons of times, do not end it. */
const words =
  '(?:[^.!?…:：;]|(?<=\\b(?:[A-HJ-Z]|Dr|Mr|Mrs|Ms|St|Sr|Jr|Fr|Lt|Sgt|Col|Gen|Rev|Capt|Prof))\\.|(?<=\\d):(?=\\d))+';
const beforeColon = new RegExp(`${words}[:：]${marks}$`, 'u');
const beforeDash = new RegExp(
  `(?<=^|[.!?…;]${marks})(?:[*_]{1,3}[^*_]+[*_]{1,3}|${name})(?: *\\([^()]*\\))?(?:\\s*[–—]|\\s-(?=\\s))${marks}$`,
  'u',
);
const behind = new RegExp(`^${marks}(?:(?:[–—~]|-\\s)\\s*${name}|\\(${name}\\))${marks}$`, 'u');
const quotes = /["“„«‚‘'*_]{1,3}\0["“”’»«'*_]{1,3}/g;
const time = /\0["“”*_\s]*[([](?:about )?(?:\d+:)?\d{1,2}:\d{2}[)\]](?:\([^()\s]{0,300}\))?[*_]{0,3}/g;
const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text);

/**
 * Where the label begins that a text ends with, also behind other sentences; null without one: `**Mira**: `,
 * `**Mira:** `, `Mira (quest): “`, `[0:12:03] Dr. Mira: ` or `*Mira* — `.
 */
function labelAtEnd(text: string): number | null {
  const { end } = boldStart(text) ?? {};
  if (end !== undefined && /^(?: *\([^()]*\))? *[:：]?["“„«‚‘\s]*$/.test(text.slice(end))) return 0;
  const near = text.slice(-LONGEST);
  const { 0: label = '', index = 0 } = beforeColon.exec(near) ?? beforeDash.exec(near) ?? {};
  if (!hasWords(label) || (index === 0 && near !== text)) return null;
  const ended = index === 0 ? '' : (/^["”’»)*_\]]*\s+/.exec(label)?.[0] ?? '');
  return text.length - label.length + ended.length;
}

/** Whether nothing else is in the text. */
export const isLabel = (text: string): boolean => hasWords(text) && labelAtEnd(text.trim()) === 0;

function beginsWithLabel(text: string): boolean {
  const near = text.trimStart().slice(0, LONGEST);
  return isLabel(near.slice(0, near.search(/[:：](?!\d)/) + 1));
}

/** A row without the places of what is gone, and without the labels, times and names that told only of them. */
export function withoutLabels(row: string): string {
  const parts = row
    .replace(quotes, GONE)
    .replace(time, GONE)
    .replace(/\0\s*;\s*/g, GONE)
    .replace(/;\s*\0\s*$/, GONE)
    .split(GONE)
    .map((each, at) => (at > 0 && each.length <= LONGEST && behind.test(each) ? '' : each));
  let after = parts.at(-1) ?? '';
  for (let at = parts.length - 2; at >= 0; at -= 1) {
    const before = parts[at] ?? '';
    const start = hasWords(after) && !beginsWithLabel(after) ? null : labelAtEnd(before);
    if (start !== null) {
      parts[at] = before.slice(0, start).trimEnd();
      if (!hasWords(parts[at + 1] ?? '')) parts[at + 1] = '';
    }
    if (hasWords(parts[at] ?? '')) after = parts[at] ?? '';
  }
  return parts.join('');
}

/** `**Mira:** ` as a name that others told of, too: `**Mira**`. */
export const withoutColon = (label: string): string => label.trim().replace(/\s*[:：](?=["“”*_~`\s]*$)/u, '');

/** What is left of rows, without those that are but a label of rows below of which nothing is left. */
export function withoutLoneLabels(rows: readonly Row[], left: readonly (string | null)[]): (string | null)[] {
  const kept = [...left];
  let next: Row | undefined;
  /** What is gone right below. */
  let gone: Row | undefined;
  let isApart = false;
  let isBlank = false;
  for (const [at, row] of [...rows.entries()].reverse()) {
    if (row.kind === 'blank') {
      isBlank = true;
      continue;
    }
    if (gone && row.kind !== 'code' && isForNothing(row, gone, next, isApart) && isLabel(row.text))
      kept[at] = null;
    if (kept[at] === null) {
      gone = row;
      isApart ||= isBlank;
      continue;
    }
    next = row;
    gone = undefined;
    isApart = false;
    isBlank = false;
  }
  return kept;
}

const depthOf = ({ signs }: Row): number => /^[ \t>]*/.exec(signs)?.[0].length ?? 0;

/** Whether what is left below would not be read as what the label is for. */
function isForNothing(label: Row, gone: Row, next: Row | undefined, isApart: boolean): boolean {
  if (next === undefined) return true;
  const isHeading = next.kind === 'heading';
  if (label.kind === 'heading') return isHeading && next.signs.length <= label.signs.length;
  if (isHeading) return true;
  if (label.kind === 'item') return (isApart || next.kind === 'item') && depthOf(next) <= depthOf(label);
  if (next.kind === 'item') return isApart && gone.kind !== 'item';
  return isApart || isLabel(next.text) || beginsWithLabel(next.text);
}
