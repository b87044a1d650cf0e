import { CLOCK, clockToMs, DATE_BEFORE, FRAMES, framesPerSecondOf } from './clock.ts';
import { count, type Draft, type DraftLine, type DraftUnit, type LeftOut } from './draft-lines.ts';
import { refuseBeyond } from './errors.ts';
import { plainRows } from './rows.ts';
import { singleSpaced } from './single-spaced.ts';
import {
  looksLikeName,
  type NamedLine,
  personOf,
  speakersAmong,
  splitNamedLine,
  splitterFor,
  withoutMarks,
} from './speaker-names.ts';
import { spokenMs, wordsIn } from './words.ts';

/** So that evidence points to a place, not a page. */
const MOST_WORDS = 150;
const SPOKEN = /[^\s\p{Cc}]/u;
const SECONDS = String.raw`\d{1,6}(?:\.\d{1,6})?\s?s(?:ec)?\b`;
const TIME = `(?:${FRAMES}|${CLOCK}|${SECONDS})`;
/** "[0.00s -> 4.20s] words", "00:00:05:10 - 00:00:06:12", "12/05/24, 19:02 - words", "[00:12.00]words". */
const LEAD = new RegExp(
  String.raw`^([[({<（［【]?)\s?(${DATE_BEFORE})?(${TIME})(?:Z|[+-]\d{2}:?\d{2}(?=\s|[\])}>]))?(?:\s?(?:--?>|→|[-–—~])\s?(${TIME}))?\s?([\])}>）］】]?)(?:\s?[-–—|:]\s|[-–—](?=\p{L}))?\s?(.*)$`,
  'su',
);
const CLOCK_BEHIND = new RegExp(String.raw`[[(](${CLOCK})[\])]$`, 'u');
/** Meeting programs write one every five minutes. */
const CLOCK_ALONE = /^\[?\d{1,2}:\d{2}:\d{2}\]?$/;
const LONGEST_CLOCK = 24;
const FEWEST_BEHIND = 3;
const BEHIND_SHARE = 0.6;
const FEWEST_ALONE = 4;
const ALONE_SHARE = 0.7;
const MOST_HEADER_LINES = 15;
const EXPORTER =
  /^(?:(?:transcribed|transcript|transcription|exported|generated|created|recorded|powered|captioned) (?:by|with|from|using|on|at|of|for)\b|exported \d+ messages?\b|page \d+(?: of |\/)\d+$|this (?:editable |automatic )?(?:transcript|transcription|document|file|meeting) (?:was|is)\b|(?:meeting|call|recording|transcription|transcript) (?:started|stopped|ended|paused|begins|ends)\b|.{1,60}\b(?:started|stopped|ended) (?:the )?(?:transcription|recording|meeting|call)\b|end of (?:transcript|transcription|recording|meeting)\b|messages and calls are end-to-end encrypted\b|https?:\/\/\S+$|<\/?(?:begin|end) \w+>$|@ this file\b|\*{3,}$|-{3,}$|={3,}$|_{3,}$)/i;
const FACT =
  /^(?:title|name|date|time|duration|length|participants?|speakers?|attendees|members|recorded|recording|language|source|file(?: ?name)?|meeting|topic|subject|created|exported|host|url|link|id|guild|channel|location|transcript|session|campaign)\s*[:\uff1a]/i;
const LRC_TAG = /^\[(?:ar|ti|al|au|by|la|length|lr|offset|re|tool|ve|#)\s*:.*\]$/i;

interface TextLine {
  start: number | null;
  end: number | null;
  /** The words without their time. */
  rest: string;
  isTimed: boolean;
  isHeading: boolean;
}

interface ReadLine {
  words: string;
  name: string | null;
  start: number | null;
  end: number | null;
  isLed: boolean;
}

/** Reads names and times before, after or above the words. Other lines continue the speaker. */
export function readPlainText(text: string): Draft {
  const leftOut: LeftOut[] = [];
  const rows = plainRows(text);
  const { lines: shaped, unit, isTimeOfDay } = shapesOf(rows, text);
  const read = withTimesBehind(readLines(shaped, rows));
  const other = withoutHeader(read, rows);
  if (other.length > 0)
    leftOut.push({
      code: 'headerLeftOut',
      count: other.length,
      sentence: `${count(other.length, 'line')} that ${other.length === 1 ? 'is' : 'are'} not speech (“${(other[0] ?? '').slice(0, 60)}”) ${other.length === 1 ? 'is' : 'are'} left out.`,
    });
  const turns = turnsOf(read);
  const lines = turns.map(({ words, ...turn }): DraftLine => ({ ...turn, text: words.join(' ') }));
  const hasTimes = lines.some((line) => line.start !== null);
  const hasNames = read.some((line) => line?.name);
  return {
    format: hasNames ? 'text' : 'plain text',
    lines: hasTimes ? lines : lines.flatMap(inPieces),
    unit,
    isTimeOfDay,
    leftOut,
    otherWords: other.reduce((sum, line) => sum + wordsIn(line), 0),
  };
}

function turnsOf(read: (ReadLine | null)[]) {
  const turns: { speaker: string | null; words: string[]; start: number | null; end: number | null }[] = [];
  let speaker: string | null = null;
  let afterBlank = true;
  let spoken = 0;
  for (const line of read) {
    if (line === null) {
      afterBlank = true;
      continue;
    }
    if (line.name !== null) speaker = personOf(line.name);
    const last = turns.at(-1);
    const words = line.words === '' ? [] : [line.words];
    const goesOn = !line.isLed && last && (!afterBlank || last.words.length === 0);
    if (goesOn) last.words.push(...words);
    else {
      const isEmptyHead = last && last.words.length === 0 && line.start === null && last.start !== null;
      const times = isEmptyHead ? { start: last.start, end: last.end } : { start: line.start, end: line.end };
      if (isEmptyHead) turns.pop();
      turns.push({ speaker, words, ...times });
      if (SPOKEN.test(line.words)) spoken += 1;
      refuseBeyond('segments', spoken);
    }
    afterBlank = false;
  }
  return turns;
}

function shapesOf(
  rows: string[],
  text: string,
): { lines: TextLine[]; unit: DraftUnit; isTimeOfDay: boolean } {
  const leads = rows.map((row) => (/\d/.test(row.slice(0, 24)) ? LEAD.exec(lean(row)) : null));
  const found = leads.filter((lead) => lead !== null);
  const bracketed = found.filter(([, opening]) => opening !== '').length;
  const filled = rows.reduce((sum, row) => (row === '' ? sum : sum + 1), 0);
  const isForm =
    bracketed >= 2 ||
    (bracketed > 0 && bracketed === found.length) ||
    found.length >= Math.max(1, filled * 0.2);
  const rate = framesPerSecondOf(text.slice(0, 1_000_000));
  const hasFrames = found.some(([, , , from = '']) => /^\d+:\d+:\d+[:;]\d+$/.test(from));
  const isTimeOfDay =
    found.length > 0 && found.every(([, , date, from = '']) => date !== undefined || /m\b\.?$/i.test(from));
  const lines = rows.map((row, index): TextLine => {
    const heading = /^#{1,6}\s+(.*)$/.exec(row)?.[1];
    const lead = isForm || CLOCK_ALONE.test(row) ? leads[index] : null;
    if (!lead)
      return {
        start: null,
        end: null,
        rest: heading ?? row,
        isTimed: false,
        isHeading: heading !== undefined,
      };
    const [, , date, from = '', to, , rest = ''] = lead;
    const inMs = (clock: string) => timeToMs(clock, rate, date !== undefined);
    return {
      start: inMs(from),
      end: to === undefined ? null : inMs(to),
      rest: rest.replace(/<\d+:\d+(?:[.:]\d+)?>/g, ''),
      isTimed: true,
      isHeading: heading !== undefined,
    };
  });
  return { lines, unit: hasFrames ? 'frames' : 'clock', isTimeOfDay };
}

/** The pattern is slow with long runs of spaces. */
const lean = (row: string) => withoutMarks(singleSpaced(row.replace(/^#{1,6}\s+/, '')));

function timeToMs(clock: string, rate: number, isTimeOfDay: boolean): number | null {
  const seconds = /^([\d.]+)\s?s/.exec(clock)?.[1];
  if (seconds !== undefined) return Math.round(Number(seconds) * 1000);
  const ms = clockToMs(clock, rate);
  const isHours = isTimeOfDay && /^\d{1,2}:\d{2}$/.test(clock);
  return ms !== null && isHours ? ms * 60 : ms;
}

function readLines(lines: TextLine[], rows: string[]): (ReadLine | null)[] {
  const above = namesAbove(lines, rows);
  const rests = lines.map(({ rest }) => rest);
  const hasTimes = lines.some(({ isTimed }) => isTimed);
  const timedRests = rests.filter((rest, index) => rest !== '' && lines[index]?.isTimed);
  const allRests = rests.filter((rest, index) => rest !== '' && !above.has(index));
  const split = splitterFor(allRests);
  const splitTimed = hasTimes ? splitterFor(timedRests, { timed: true }) : split;
  const headings = headingsAmong(lines, rows);
  return lines.map((line, index) => {
    if (rows[index] === '') return null;
    const { start, end, rest, isTimed } = line;
    const name = above.get(index);
    if (name !== undefined) return { words: '', name, start, end, isLed: true };
    const own =
      headings.get(index) ?? (rest === '' ? null : ((isTimed ? splitTimed(rest) : null) ?? split(rest)));
    const clock = own?.clock ? clockToMs(own.clock) : null;
    return {
      words: own ? own.words : isTimed || /^>>/.test(rest) ? rest.replace(/^>+\s*/, '') : rest,
      name: own ? own.name : null,
      start: start ?? clock,
      end: end ?? (own?.until ? clockToMs(own.until) : null),
      isLed: own != null || isTimed || /^>>/.test(rest),
    };
  });
}

/** "NAME: words (00:03)", or, as f4 writes it, the end of the words: "NAME: words [00:00:11.1]". */
function withTimesBehind(read: (ReadLine | null)[]): (ReadLine | null)[] {
  if (read.some((line) => line !== null && line.start !== null)) return read;
  const found = read.map((line) => (line === null ? null : clockBehind(line.words)));
  const led = read.reduce((sum, line) => (line === null ? sum : sum + 1), 0);
  const clocks = found.flatMap((each) => (each === null ? [] : [each.clock]));
  if (clocks.length < FEWEST_BEHIND || clocks.length < led * BEHIND_SHARE) return read;
  const [first] = found.filter((each) => each !== null);
  const areEnds = first !== undefined && first.clock > spokenMs(first.words) / 2;
  let before = 0;
  return read.map((line, index) => {
    const own = found[index];
    if (!line || !own) return line;
    const start = areEnds ? before : own.clock;
    before = own.clock;
    return { ...line, words: own.words, start, end: areEnds ? own.clock : null, isLed: true };
  });
}

function clockBehind(line: string): { words: string; clock: number } | null {
  const match = CLOCK_BEHIND.exec(line.slice(-LONGEST_CLOCK));
  const clock = clockToMs(match?.[1] ?? '');
  return match && clock !== null ? { words: line.slice(0, -match[0].length).trimEnd(), clock } : null;
}

/** "#### NAME", and in a form where names have a time ("NAME 0:03"), each of them, also once. */
function headingsAmong(lines: TextLine[], rows: string[]): Map<number, NamedLine> {
  const found = new Map<number, NamedLine>();
  const marked = lines.flatMap(({ isHeading, rest, isTimed }, index) => {
    if (!isHeading || isTimed) return [];
    const own =
      splitNamedLine(rest) ??
      (looksLikeName(rest) ? { name: rest.replace(/[:\uff1a]$/, ''), words: '', clock: null } : null);
    return own ? [{ index, own }] : [];
  });
  const known = speakersAmong(marked.map(({ own }) => own));
  if (known.size > 0 && marked.filter(({ own }) => known.has(own.name)).length >= 2)
    for (const { index, own } of marked) found.set(index, own);
  const clocked = lines.flatMap(({ rest, isTimed }, index) => {
    const own = isTimed || rest === '' || rest.length > 160 ? null : splitNamedLine(rest);
    return own !== null && own.clock !== null && own.words === '' ? [{ index, own }] : [];
  });
  const heads = speakersAmong(clocked.map(({ own }) => own));
  const sure = clocked.filter(({ own }) => heads.has(own.name));
  const standAlone = sure.length >= 2 && sure.every(({ index }) => (rows[index - 1] ?? '') === '');
  for (const { index, own } of clocked) {
    const isAlone = (rows[index - 1] ?? '') === '';
    if (heads.has(own.name) || (sure.length >= 2 && (isAlone || !standAlone) && startsLikeName(own.name)))
      found.set(index, own);
  }
  return found;
}

const startsLikeName = (name: string) => !/^\p{Ll}/u.test(name) && name.split(/\s+/).length <= 8;

/** A name on its own line, below or above a time on its own line. */
function namesAbove(lines: TextLine[], rows: string[]): Map<number, string> {
  const alone = lines.flatMap((line, index) => (line.isTimed && line.rest === '' ? [index] : []));
  const beside = lines.flatMap((line, at) => {
    const isHead = line.isTimed && isBareName(line.rest) && rows[at + 1] && lines[at + 1]?.isTimed === false;
    return isHead ? [{ at, name: senderIn(line.rest) }] : [];
  });
  const timed = lines.filter(({ isTimed }) => isTimed).length;
  if (beside.length >= 3 && beside.length >= timed * 0.8 && isFewNames(beside))
    return new Map(beside.map(({ at, name }) => [at, name]));
  if (alone.length < 2) return timed === 0 ? namesAlone(rows) : new Map();
  for (const step of [1, -1]) {
    const places = alone.flatMap((index) => {
      const at = index + step;
      const name = (rows[at] ?? '').replace(/[:\uff1a]$/, '');
      const words = rows[at + (step === 1 ? 1 : 2)];
      if (name === '' || !words || lines[at]?.isTimed || lines[at + (step === 1 ? 1 : 2)]?.isTimed) return [];
      return [{ at, name }];
    });
    const named = places.filter(({ name }) => isBareName(name));
    if (named.length < alone.length * 0.7) continue;
    if (!isFewNames(named)) continue;
    return new Map(named.map(({ at, name }) => [at, name]));
  }
  return new Map();
}

/** "From NAME to Everyone:" */
const senderIn = (rest: string) =>
  (/^From\s/.test(rest) ? splitNamedLine(rest)?.name : undefined) ?? rest.replace(/[:\uff1a]$/, '');

/** As in a play: a name above each paragraph. */
function namesAlone(rows: string[]): Map<number, string> {
  const first = rows.flatMap((row, at) => (row !== '' && (rows[at - 1] ?? '') === '' ? [at] : []));
  const named = first.flatMap((at) => {
    const name = (rows[at] ?? '').replace(/[:\uff1a]$/, '');
    const isAlone = rows[at + 1] && isBareName(name) && looksLikeName(name) && !splitNamedLine(name)?.clock;
    return isAlone ? [{ at, name }] : [];
  });
  const counts = new Map<string, number>();
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  const recurring = named.filter(({ name }) => (counts.get(name) ?? 0) > 1);
  if (recurring.length < FEWEST_ALONE || recurring.length < first.length * ALONE_SHARE) return new Map();
  const isCapital = recurring.every(({ name }) => name === name.toUpperCase());
  return new Map((isCapital ? named : recurring).map(({ at, name }) => [at, name]));
}

function isFewNames(named: { name: string }[]): boolean {
  const distinct = new Set(named.map(({ name }) => name)).size;
  return distinct * 2 <= named.length || distinct <= 2;
}

const isBareName = (name: string) =>
  name.length <= 80 &&
  /\p{L}/u.test(name) &&
  !/[.!?…,;。！？，]$/.test(name) &&
  name.split(/\s+/).length <= 8;

/** Removes what programs write around the speech, and returns it. */
function withoutHeader(read: (ReadLine | null)[], rows: string[]): string[] {
  const first = read.findIndex((line) => line?.isLed);
  const led = read.reduce((sum, line) => (line?.isLed ? sum + 1 : sum), 0);
  const timed = read.reduce((sum, line) => (line !== null && line.start !== null ? sum + 1 : sum), 0);
  if (led < 3) return [];
  const filledBefore = rows.slice(0, first).filter((row) => row !== '');
  const isHeader = filledBefore.length <= MOST_HEADER_LINES;
  const isTitle = (index: number) =>
    index === rows.findIndex((row) => row !== '') &&
    !/[.!?…]$/.test(rows[index] ?? '') &&
    wordsIn(rows[index] ?? '') <= 12;
  const names = new Set(read.flatMap((line) => line?.name?.toLowerCase() ?? []));
  const isListOfNames = (row: string) =>
    row.split(/[,;]/).every((name) => names.has(name.trim().toLowerCase()));
  const isLabel = (row: string) => !/[.!?…,;]$/.test(row) && wordsIn(row) <= 4;
  const removed: string[] = [];
  for (const [index, row] of rows.entries()) {
    const line = read[index];
    if (!line || row === '') continue;
    const isNotice = line.isLed && line.name === null && names.size > 0 && EXPORTER.test(line.words);
    if (line.isLed && !isNotice && !LRC_TAG.test(row)) continue;
    const isBefore = index < first && isHeader;
    const isOut =
      LRC_TAG.test(row) ||
      isNotice ||
      EXPORTER.test(row) ||
      (isBefore &&
        (timed >= 3 ||
          FACT.test(row) ||
          isTitle(index) ||
          isLabel(row) ||
          isListOfNames(row) ||
          /^[\d\s./:,-]+$/.test(row)));
    if (!isOut) continue;
    removed.push(row);
    read[index] = null;
  }
  return removed;
}

function inPieces(line: DraftLine): DraftLine[] {
  const words = line.text.split(/\s+/);
  if (words.length <= MOST_WORDS) return [line];
  let piece: string[] = [];
  const pieces = [piece];
  for (const word of words) {
    piece.push(word);
    const isFull = piece.length >= MOST_WORDS / 2 && /[.!?…]["'”’)]*$/.test(word);
    if (!isFull && piece.length < MOST_WORDS) continue;
    piece = [];
    pieces.push(piece);
  }
  return pieces.filter(({ length }) => length > 0).map((piece) => ({ ...line, text: piece.join(' ') }));
}
