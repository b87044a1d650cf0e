import { normalized } from '#contract/normalized.ts';
import { CLOCK, DATE_BEFORE } from './clock.ts';
import { DIRECTION_MARKS } from './draft.ts';
import type { DraftLine } from './draft-lines.ts';
import { singleSpaced } from './single-spaced.ts';

const SPAN = String.raw`${DATE_BEFORE}?(${CLOCK})(?:\s?(?:--?>|→|[-–—~])\s?(${CLOCK}))?`;
const BRACKETED_CLOCK = String.raw`[[(（［]?${SPAN}[\])）］]?`;
/** Sonix, Descript and others write the time after the colon. */
const CLOCK_AFTER_NAME = new RegExp(String.raw`^[[(（［]${SPAN}[\])）］]\s*(?:[-–—:]\s)?(.*)$`, 'su');

/** "NAME: words", "NAME (00:01:02): words", "NAME:words". */
const NAMED_LINE = new RegExp(
  String.raw`^([^:\uff1a\s][^:\uff1a]{0,99}?)(?:(?:[,;|]?\s+|\s*(?=[（［([]))${BRACKETED_CLOCK})?\s*(?:\uff1a|:(?=\s|$|[^\d/\\:]))\s*(.*)$`,
  'su',
);
/** A line above the words, as in Otter: "NAME  0:03". */
const HEADING_LINE = new RegExp(
  String.raw`^([^:\uff1a\s][^:\uff1a]{0,99}?)(?:\s+|\s*[,|–—-]\s*|(?=[（［([]))${BRACKETED_CLOCK}$`,
  'su',
);
const FROM =
  /^From\s{1,9}(.{1,80}?)(?:\s{1,9}to\s{1,9}.{1,80}?)?(?:\s{0,9}\((?:Direct Message|Privately)\))?\s{0,9}:\s*(.*)$/su;
const MOST_NAME_WORDS = 8;
const MOST_WORDS_OF_RARE_NAME = 4;
const FEWEST_OF_LONG_NAME = 3;
const NOBODY = /^(?:unknown|unidentified|n\/a)(?: (?:speaker|participant|user))?$/i;

export interface NamedLine {
  name: string;
  words: string;
  clock: string | null;
  /** Of a span of time. */
  until?: string | null;
}

/** Other ways to put a name before words, with the share of lines that has to have it. */
const otherForms = [
  { pattern: /^[[(（【［<]([^\]\n)）】］>]{1,80})[\])）】］>]:?\s*(.*)$/su, share: 0.5 },
  {
    pattern:
      /^(\p{Lu}[^:.!?\n>]{0,60}?)(?:\s+(?:[–—|~»›→⇒]|:{2}|-{1,3}>?|={1,2}>|>{1,2})\s+|[>»›→]\s+)(\S.*)$/su,
    share: 0.8,
  },
  { pattern: /^((?:speaker|spk|voice|s)[ _-]?\d{1,3})[\s:]\s*(\S.*)$/isu, share: 0.8 },
  { pattern: /^([^\s「『：:，。]{1,30})[「『](.*?)[」』]?$/su, share: 0.5 },
];

/** Without marks of a list, of bold type, of a change of speakers and of direction. */
export function withoutMarks(line: string): string {
  return line
    .slice(0, 400)
    .replace(DIRECTION_MARKS, '')
    .replace(/^(?:>{1,3}|[-*•–]\s|\d{1,5}[.)]\s)\s*/, '')
    .replace(/(?:\*\*|__)/g, '')
    .replace(/^\*([^*\n]{1,80}):\*/, '$1:')
    .replace(/\*(?=[([])|(?<=[)\]])\*|^\*(?=[^*\s][^*]{0,80}\*)|(?<=^[^*]{1,80})\*(?=:)/g, '')
    .trimStart()
    .concat(line.slice(400).trimEnd());
}

export function splitNamedLine(line: string): NamedLine | null {
  // The patterns try every length of a name, so long runs of spaces would be slow.
  const spaced = withoutMarks(singleSpaced(line).trim());
  const [, sender, said] = FROM.exec(spaced) ?? [];
  if (sender !== undefined) return namedLine(sender, said ?? '', null);
  const [, name, from, to, words = ''] = NAMED_LINE.exec(spaced) ?? [];
  if (name !== undefined) {
    const [, start, end, rest] = from === undefined ? (CLOCK_AFTER_NAME.exec(words) ?? []) : [];
    return namedLine(name, rest ?? words, start ?? from ?? null, end ?? to ?? null);
  }
  if (spaced.length > 200) return null;
  const [, heading, clock = null, until = null] = HEADING_LINE.exec(spaced) ?? [];
  return heading === undefined ? null : namedLine(heading, '', clock, until);
}

function namedLine(
  name: string,
  words: string,
  clock: string | null,
  until: string | null = null,
): NamedLine | null {
  const unquoted = name
    .replace(/^[[(<]([^\])>]*)[\])>]$/, '$1')
    .replace(/(?<=\S)#\d{4}$/, '')
    .replace(/^["“„«](.+)["”“»]$/, '$1')
    .trim();
  const bare = normalized(unquoted);
  return looksLikeName(bare) ? { name: bare, words, clock, until } : null;
}

export function looksLikeName(name: string): boolean {
  return (
    /\p{L}/u.test(name) &&
    !/[.?!…。？！]\s*\S*\s\S/.test(withoutInitials(name)) &&
    partsOf(name).every(isShort)
  );
}

/** "St. Cuthbert", "Mr. Sharp" and "A. B." are no ends of sentences. */
const withoutInitials = (name: string) => name.replace(/(?<=^|\s)(?:\p{L}|\p{Lu}\p{Ll}{1,2})\.(?=\s)/gu, '');

/** Who speaks after this name: nobody, if the file itself does not know. */
export const personOf = (name: string): string | null => (NOBODY.test(name) ? null : name);

/**
 * They recur; the longer a name, the more often. "BRIN & TAM" and capitals need not
 * recur, and where a time stands at each name, neither does a guest.
 */
export function speakersAmong(lines: (NamedLine | null)[], options: { timed?: boolean } = {}): Set<string> {
  const counts = new Map<string, number>();
  for (const line of lines) if (line) counts.set(line.name, (counts.get(line.name) ?? 0) + 1);
  const names = [...counts.keys()];
  const speakers = new Set(
    names.filter((name) => {
      const often = counts.get(name) ?? 0;
      return often >= (isRare(name) ? 2 : FEWEST_OF_LONG_NAME) && isShort(name);
    }),
  );
  if (options.timed && speakers.size > 0) return new Set([...speakers, ...names.filter(isShort)]);
  const allCapitals = speakers.size > 0 && [...speakers].every(isCapitals);
  const once = allCapitals ? names.filter((name) => isCapitals(name) && isRare(name)) : [];
  const together = names.filter(
    (name) => partsOf(name).length > 1 && partsOf(name).every((part) => speakers.has(part)),
  );
  return new Set([...speakers, ...once, ...together]);
}

/** Names before the words, in whatever form most lines have them; each line of a caption by itself. */
export function nameByPrefix(lines: DraftLine[]): DraftLine[] {
  const pieces = lines.map((line) => ({
    line,
    rows: line.speaker === null ? line.text.split('\n').map((row) => row.trim()) : [line.text],
  }));
  const rows = pieces.flatMap((piece) => (piece.line.speaker === null ? piece.rows.filter(Boolean) : []));
  const split = splitterFor(rows);
  return pieces.flatMap(({ line, rows: own }) => {
    if (line.speaker !== null) return [line];
    const said: DraftLine[] = [];
    for (const row of own) {
      const found = split(row);
      const last = said.at(-1);
      if (found) said.push({ ...line, speaker: personOf(found.name), text: found.words });
      else if (last) last.text += ` ${row}`;
      else said.push({ ...line, text: row });
    }
    return said.map((each, index) => (said.length === 1 ? each : shareOf(each, index, said)));
  });
}

/** Who speaks after whom in one caption shares its time by their words. */
function shareOf(line: DraftLine, index: number, all: DraftLine[]): DraftLine {
  const { start, end } = line;
  if (start === null || end === null || end <= start) return line;
  const total = all.reduce((sum, { text }) => sum + text.length + 1, 0);
  const before = all.slice(0, index).reduce((sum, { text }) => sum + text.length + 1, 0);
  const at = (characters: number) => Math.round(start + ((end - start) * characters) / total);
  return { ...line, start: at(before), end: at(before + line.text.length + 1) };
}

/** How the rows of a file have the name before the words. */
export function splitterFor(
  rows: string[],
  options: { timed?: boolean } = {},
): (row: string) => NamedLine | null {
  const named = rows.map(splitNamedLine);
  const isTimedForm = options.timed === true && named.filter(Boolean).length >= rows.length * 0.8;
  const speakers = speakersAmong(named, { timed: isTimedForm });
  if (speakers.size > 0) {
    const roles = rolesAmong(named, speakers);
    return (row) => {
      const own = splitNamedLine(row);
      if (!own || !speakers.has(own.name)) return null;
      const inner = roles.has(own.name) ? innerName(own) : null;
      return inner ? { ...inner, clock: inner.clock ?? own.clock } : own;
    };
  }
  for (const { pattern, share } of otherForms) {
    const split = (row: string): NamedLine | null => {
      const [, name, words = ''] = pattern.exec(withoutMarks(row)) ?? [];
      return name === undefined || /^[\d:.,\s]+$/.test(name) ? null : namedLine(name, words, null);
    };
    const found = rows.map(split);
    const known = speakersAmong(found);
    const carried = found.filter((each) => each && known.has(each.name)).length;
    if (known.size > 0 && carried >= Math.max(2, rows.length * share)) return split;
  }
  return () => null;
}

/** "DM: Marla: words": what stands before nearly every other name is no name. */
function rolesAmong(named: (NamedLine | null)[], speakers: Set<string>): Set<string> {
  const inner = named.map((line) => (line ? innerName(line) : null));
  const people = speakersAmong(inner);
  const counts = new Map<string, { all: number; inner: number }>();
  for (const [index, line] of named.entries()) {
    if (!line || !speakers.has(line.name)) continue;
    const count = counts.get(line.name) ?? { all: 0, inner: 0 };
    count.all += 1;
    const second = inner[index];
    if (second && (people.has(second.name) || isRare(second.name))) count.inner += 1;
    counts.set(line.name, count);
  }
  return people.size === 0
    ? new Set()
    : new Set([...counts].filter(([, count]) => count.inner >= count.all * 0.8).map(([name]) => name));
}

/** What ends in a time is no name before words. */
function innerName({ words }: NamedLine): NamedLine | null {
  const inner = splitNamedLine(words);
  return inner !== null && inner.words !== '' ? inner : null;
}

function partsOf(name: string): string[] {
  return name.split(/\s*(?:[,&+/]|\band\b)\s*/i).filter((part) => part !== '');
}

const wordCount = (name: string) => name.split(/\s+/).length;
const isShort = (name: string) => wordCount(name) <= MOST_NAME_WORDS;
const isRare = (name: string) => wordCount(name) <= MOST_WORDS_OF_RARE_NAME;

function isCapitals(name: string): boolean {
  return name === name.toUpperCase() && name !== name.toLowerCase();
}
