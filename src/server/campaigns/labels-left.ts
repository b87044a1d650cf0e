import { boldStart, type Row } from '#contract/markdown/rows.ts';

/** Stands where a statement was until its row is read; no stored text has this sign. */
export const GONE = '\0';
/** As `GONE`, if others told of it, too: the label before it stays. Unicode keeps this sign out of texts. */
export const SHARED = '\uFFFF';

/** Characters: no name of a speaker or a subject is longer. */
const LONGEST = 120;
const marks = '["“”„«»‚‘’\'*_~`\\s]*';
const time = '[*_]{0,3}[([](?:about )?(?:\\d+:)?\\d{1,2}:\\d{2}[)\\]](?:\\([^()\\s]{0,300}\\))?[*_]{0,3}';
/** Letters without capitals also write whole sentences, so a name in them is short. */
const short = '(?:\\p{sc=Han}{1,4}|(?:(?![\\p{sc=Han}\\p{sc=Hiragana}])[\\p{Lo}\\p{Lm}\\p{M}・]){1,10})';
const part = "(?:[\\p{Lu}\\p{Lt}][\\p{L}\\p{M}\\p{N}'’-]*\\.?|\\d{1,3})";
const between =
  '(?:(?:,|\\s+(?:&(?:amp;)?|[+/]|and|und|et|y|of|the|von|van|vom|zu|de[lnr]?|d[aiu]|la|le|el|al|bin|ibn))\\s+)';
const name = `(?!\\d)(?:${part}(?:(?:${between}|\\s+)(?:(?:the|der|den|la)\\s+)?${part}){0,3}|\\p{Ll}[\\p{L}\\p{M}'’-]*|${short}(?:\\s+${short})?)`;
const inBrackets = '\\([^()\\s]+(?: [^()\\s]+){0,2}\\)';
const says =
  '\\s+(?:says?|said|asks?|asked|adds?|added|tells?|told|answer(?:s|ed)?|repl(?:y|ies|ied)|shout(?:s|ed)?|whisper(?:s|ed)?)';
const speaker = new RegExp(
  `^(?:\\(?(?:about )?[\\d:]{4,}\\)?\\s+)?${name}(?:\\s*${inBrackets})?(?:${says}(?:\\s+(?:to\\s+)?${name}|\\s+\\p{L}+ly)?)?$`,
  'u',
);
const behind = new RegExp(
  `^${marks}(?:(?:[–—~]|-\\s)${marks}${name}${marks}(?:${inBrackets})?|\\(${marks}${name}${marks}\\))${marks}(?:${time})?(?:[.;](?=\\s|$)|(?=\\s*(?:$|["“„«])))`,
  'u',
);
const onlyTime = new RegExp(`^${time}$`, 'u');
const sign = /(?:[:：]|[–—]|(?<=\s)-(?=\s|$))([*_~`]*)["“”„«»‚‘’'*_~`\s]*$/u;
/** Full stops of titles and initials end no sentence; a time behind one belongs to it. */
const ended = new RegExp(
  `(?:(?<!\\b(?:[A-HJ-Z]|Dr|Mr|Mrs|Ms|St|Sr|Jr|Fr|Lt|Sgt|Col|Gen|Rev|Capt|Prof))[.!?…;]["”’»)*_\\]]*\\s+(?:${time}\\s+)?|[:：][*_]*\\s+|\\s+(?=(?:\\*\\*|\\[\\[)\\p{L}[^*]*$)|\\s[–—]\\s+|${SHARED}[;\\s]*)`,
  'gu',
);
const quotes = new RegExp(`["“„«‚‘'*_]{1,3}([${GONE}${SHARED}])["“”»’«'*_]{1,3}`, 'gu');
const timeBehind = new RegExp(`([${GONE}${SHARED}])["“”*_\\s]*${time}`, 'gu');
const hasWords = (text: string) => /[\p{L}\p{N}\uFFFF]/u.test(text);
const isName = (text: string) =>
  speaker.test(
    text
      .replace(/\]\([^()\s]*\)/g, '')
      .replace(/[*_~`"“”„«»‚‘\\[\]]/g, '')
      .trim(),
  );

/** A text that ends with a label, as `**Mira**: `, `They left. Mira (quest): “` or `*Mira* — `, without its sign. */
function withoutColon(label: string): string {
  const near = label.trim().slice(-LONGEST);
  const found = sign.exec(near);
  const text = label.trim();
  return found === null
    ? text
    : text.slice(0, text.length - near.length + found.index).trimEnd() + (found[1] ?? '');
}

/** Without the labels at its end that are like a name; of other words before a colon, which are the user's own, only the colon goes. */
function withoutLabel(text: string, most = 3): string {
  if (isSubject(text) || onlyTime.test(text.trim())) return '';
  if (most === 0) return text;
  const near = text.trimEnd().slice(-LONGEST);
  const words = near.slice(0, sign.exec(near)?.index ?? 0);
  if (words === '') return text;
  const start = [...words.matchAll(ended)].reduce((_, { 0: all, index }) => index + all.length, 0);
  const isWhole = start > 0 || near.length === text.trimEnd().length;
  if (!isWhole || !isName(words.slice(start))) return withoutColon(text);
  return withoutLabel(text.slice(0, text.trimEnd().length - near.length + start).trimEnd(), most - 1);
}

/** Whether it is but bold words before a colon, or a bold name. */
function isSubject(text: string): boolean {
  const row = text.trim();
  if (row.length > LONGEST || row.indexOf('**', 2) < 0) return false;
  const { words = '', end = row.length } = boldStart(row) ?? {};
  const rest = row.slice(end);
  return (
    words !== '' && /^(?: *\([^()]*\))? *[:：]?["“„«‚‘\s]*$/.test(rest) && (isName(row) || sign.test(row))
  );
}

/** Whether nothing else is in the text. */
export const isLabel = (text: string): boolean => hasWords(text) && withoutLabel(text.trim()) === '';

function beginsWithLabel(text: string): boolean {
  const near = text.trimStart().slice(0, LONGEST);
  return isLabel(near.slice(0, near.search(/[:：](?!\d)/) + 1));
}

/** A row without the places of what is gone, and without the labels, times and names that told only of them. */
export function withoutLabels(row: string): string {
  const parts = row
    .replace(quotes, '$1')
    .replace(timeBehind, '$1')
    .replace(/\0\s*;\s*/g, GONE)
    .replace(/;\s*\0\s*$/, GONE)
    .split(GONE)
    .map((each, at) => (at > 0 ? withoutNameBehind(each) : each));
  let after = parts.at(-1) ?? '';
  for (let at = parts.length - 2; at >= 0; at -= 1) {
    const before = parts[at] ?? '';
    if (!hasWords(after) || beginsWithLabel(after)) {
      parts[at] = withoutLabel(before);
      if (parts[at] !== before && !hasWords(parts[at + 1] ?? '')) parts[at + 1] = '';
    }
    if (hasWords(parts[at] ?? '')) after = parts[at] ?? '';
  }
  const left = parts.join('').replace(/;\s*\uFFFF\s*$/u, SHARED);
  const text = left.replace(/\uFFFF(?:\s*;\s*)?/gu, '');
  return left.trimEnd().endsWith(SHARED) ? withoutColon(text) : text;
}

function withoutNameBehind(text: string): string {
  const [found = ''] = behind.exec(text.slice(0, LONGEST)) ?? [];
  return found.length < LONGEST ? text.slice(found.length) : text;
}

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
    if (
      gone &&
      row.kind !== 'code' &&
      isLabel(row.text) &&
      isName(withoutColon(row.text)) &&
      isForNothing(row, gone, next, isApart)
    )
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
function isForNothing(label: Row, gone: Row, next: Row | undefined, isAfterBlank: boolean): boolean {
  if (next === undefined) return true;
  /** A bold name alone is read as a heading. */
  const isApart = isAfterBlank && sign.test(label.text);
  const isHeading = next.kind === 'heading';
  if (label.kind === 'heading') return isHeading && next.signs.length <= label.signs.length;
  if (isHeading) return true;
  if (label.kind === 'item') return (isAfterBlank || next.kind === 'item') && depthOf(next) <= depthOf(label);
  if (next.kind === 'item') return isApart && gone.kind !== 'item';
  return isApart || isLabel(next.text) || beginsWithLabel(next.text);
}
