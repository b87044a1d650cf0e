import type { Row } from '#contract/markdown/rows.ts';
import { type IsTheirs, writtenTime } from './erased-names.ts';

/** Stands where a statement was until its row is read; no stored text has this sign. */
export const GONE = '\0';
/** As `GONE`, if others told of it, too: the label before it stays. Unicode keeps this sign out of texts. */
export const SHARED = '\uFFFF';

/** Characters: no label is longer. */
export const LONGEST = 300;
/** Full stops and the like: no label has more. */
const MOST_ENDS = 8;
const sign = /(?:[:：–—]|(?<=\s)-)([*_~`]*)["“”„«»‚‘’'*_~`\s]*$/u;
/** Full stops of titles and initials end no sentence; a time behind one belongs to it. */
const ended = new RegExp(
  `(?<!\\b(?:[A-HJ-Z]|Dr|Mr|Mrs|Ms|St|Prof))[.!?…;]["”’»)*_\\]]*\\s+(?:${writtenTime}(?:\\s+|$))?|[:：][*_]*\\s+|\\s+(?=(?:\\*\\*|\\[\\[)\\p{L}[^*]*$)|\\s[–—]\\s+|${SHARED}[;\\s]*`,
  'u',
);
const quotes = new RegExp(`["“„«‚‘'*_]{1,3}([${GONE}${SHARED}])["“”»’«'*_]{1,3}`, 'gu');
const behind = new RegExp(`([${GONE}${SHARED}])(?:["“”*_\\s]*${writtenTime}| \\(guessed\\))`, 'gu');
export const hasWords = (text: string) => /[\p{L}\p{N}\uFFFF]/u.test(text);

/** Whether it may be another's: it begins with bold words, or words before a colon. */
const beginsAnew = (text: string) => /^\s*(?:\*\*|[^.!?…]{0,120}[:：](?!\d))/u.test(text);

/** Without the sign that ends it, as of `**Mira**: `, `They left. Mira (quest): “` or `*Mira* — `. */
function withoutColon(label: string): string {
  const text = label.trimEnd();
  return text.slice(0, -LONGEST) + text.slice(-LONGEST).replace(sign, '$1').trimEnd();
}

/** Without the erased voice's label at its end; other words before a colon are the user's own. */
function withoutLabel(text: string, isTheirs: IsTheirs): string {
  const words = withoutColon(text);
  const near = words.slice(-LONGEST);
  const label = near.split(ended).at(-1) ?? '';
  const isListed = /,/.test(label) && /[:：][*_]*\s*$/u.test(near.slice(0, -label.length));
  if (label !== '' && label.length < LONGEST && !isListed && isTheirs(label))
    return withoutColon(words.slice(0, -label.length));
  const [whole = '', inside = ''] = /\(([^()]+)\)[*_~`]*$/u.exec(near) ?? [];
  if (inside === '' || !isTheirs(inside)) return words;
  return words.slice(0, -whole.length).trimEnd() + whole.slice(inside.length + 2);
}

/** A row without the places of what is gone, and without the erased voice's labels and the times that belonged only to what is gone. */
export function withoutLabels(row: string, isTheirs: IsTheirs): string {
  const parts = row
    .replace(quotes, '$1')
    .replace(behind, '$1')
    .replace(/\0\s*;\s*/g, GONE)
    .replace(/;\s*\0\s*$/, GONE)
    .split(GONE)
    .map((each, at) => (at > 0 ? withoutNameBehind(each, isTheirs) : each));
  let after = parts.at(-1) ?? '';
  for (let at = parts.length - 2; at >= 0; at -= 1) {
    const part = parts[at] ?? '';
    const isAlone = !hasWords(after);
    const left = isAlone || beginsAnew(after) ? withoutLabel(part, isTheirs) : part;
    if (isAlone && left !== part) parts[at + 1] = '';
    parts[at] = left;
    if (hasWords(left)) after = left;
  }
  const left = parts.join('').replace(/;\s*\uFFFF\s*$/u, SHARED);
  const text = left.replace(/\uFFFF(?:\s*;\s*)?/gu, '');
  return left.trimEnd().endsWith(SHARED) ? withoutColon(text) : text;
}

/** Without “— Mira” or “(Mira)”. */
function withoutNameBehind(text: string, isTheirs: IsTheirs): string {
  const [begin = ''] = /^["“”„«»‚‘’'*_~`\s]*(?:[–—~(]|-\s)/u.exec(text.slice(0, LONGEST)) ?? [];
  if (begin === '') return text;
  const near = text.slice(begin.length, LONGEST);
  const ends = [...near.matchAll(/[.;](?=\s|$)|(?=["“„«]|$)/gu)];
  for (const { 0: end, index } of ends.slice(0, MOST_ENDS))
    if (isTheirs(near.slice(0, index))) return text.slice(begin.length + index + end.length);
  return text;
}

/** What is left of rows, without labels of rows below of which nothing is left. */
export function withoutLoneLabels(
  rows: readonly Row[],
  left: readonly (string | null)[],
  isLabel: (row: Row, gone: Row) => boolean,
): (string | null)[] {
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
    if (gone && isLabel(row, gone) && isForNothing(row, next, isApart)) kept[at] = null;
    gone = kept[at] === null ? row : undefined;
    isApart = gone !== undefined && (isApart || isBlank);
    if (gone) continue;
    next = row;
    isBlank = false;
  }
  return kept;
}

/** Whether what is left below would not be read as what the label is for. */
function isForNothing(label: Row, next: Row | undefined, isAfterBlank: boolean): boolean {
  if (next === undefined) return true;
  if (label.kind === 'heading') return next.kind === 'heading' && next.signs.length <= label.signs.length;
  if (next.kind === 'heading') return true;
  if (label.kind === 'item') return (isAfterBlank || next.kind === 'item') && depthOf(next) <= depthOf(label);
  // A bold name alone is read as a heading.
  return (isAfterBlank && sign.test(label.text)) || (next.kind !== 'item' && beginsAnew(next.text));
}

export const depthOf = ({ signs }: Row): number => /^[ \t>]*/.exec(signs)?.[0].length ?? 0;
