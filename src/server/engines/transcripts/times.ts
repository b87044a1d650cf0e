import { clockWithHours } from '#contract/dates.ts';
import type { ClockUnit, IntakeClock, IntakeQuestion } from '#contract/intake-account.ts';
import type { Warning } from '#contract/transcript.ts';
import { LATEST_MS } from './clock.ts';
import { count, type Draft, type DraftLine, type LeftOut, warningOf } from './draft-lines.ts';
import { isUnspaced, spokenMs } from './words.ts';

/** `index`: of the line in the draft. */
type TimedLine = DraftLine & { index: number; startMs: number; endMs: number };

interface SettledTimes {
  lines: TimedLine[];
  isTimed: boolean;
  timesUsed: number;
  /** From the first to the last words, never from times in which nobody can have said them. */
  lengthMs: number;
  clock: IntakeClock;
  questions: IntakeQuestion[];
  leftOut: LeftOut[];
  warnings: Warning[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Shorter silence before the first words belongs to the evening. */
const LONGEST_LEAD_MS = 10 * MINUTE;
/** A few words after so long a gap have a wrong time. */
const LONGEST_GAP_MS = 3 * HOUR;
const STRAY_SHARE = 0.1;
/** 400 words a minute. */
const FASTEST = 150 / 400;
/** One word a minute, and an hour and a half without a word. */
const SLOWEST = 150;
const LONGEST_SILENCE_MS = 1.5 * HOUR;
/** Between two times of a transcript with few. */
const SLOWEST_BETWEEN = 6;

const numberUnits = [
  { unit: 'seconds', scale: 1000 },
  { unit: 'hundredths', scale: 10 },
  { unit: 'milliseconds', scale: 1 },
  { unit: 'samples', scale: 1 / 16 },
  { unit: 'microseconds', scale: 1 / 1000 },
  { unit: 'ticks', scale: 1 / 10_000 },
] as const;

type Answers = Readonly<Record<string, string>>;
type Weighed = DraftLine & { index: number; spoken: number };

/** Finds the unit and the origin of a file's clock by how fast its words would be spoken. */
export function settleTimes(draft: Draft, answers: Answers): SettledTimes {
  const weighed = draft.lines.map((line, index) => ({ ...line, index, spoken: spokenMs(line.text) }));
  const questions: IntakeQuestion[] = [];
  const leftOut: LeftOut[] = [];
  const warnings: Warning[] = [];
  const { unit, scale, isGuess } = unitOf(draft, weighed, answers);
  const timed = withoutStrays(
    scaled(weighed, scale, draft.isTimeOfDay === true || isWithinADay(weighed, unit)),
  );
  const timesUsed = timed.lines.filter(({ start }) => start !== null).length;
  const between = timesUsed * 2 > timed.lines.length ? null : placedBetween(timed.lines);
  if (between) timed.lines = between;
  const isTimed = timesUsed * 2 > timed.lines.length || between !== null;
  if (timed.beyond > 0)
    warnings.push(
      warningOf(
        'timesBeyond',
        `${count(timed.beyond, 'line')} had a time far from all others; placed after the line before.`,
      ),
    );
  const missing = timed.lines.length - timesUsed - timed.beyond;
  if (isTimed && missing > 0) {
    const where = between
      ? 'placed by their words between those that have one'
      : 'placed after the line before';
    warnings.push(warningOf('timesMissing', `${count(missing, 'line')} had no time; ${where}.`));
  }
  const spoken = weighed.reduce((sum, line) => sum + line.spoken, 0);
  const none = estimated(weighed);
  if (!isTimed)
    return {
      lines: none,
      isTimed: false,
      timesUsed: 0,
      lengthMs: lastEnd(none),
      clock: {
        unit: timesUsed === 0 ? 'none' : unit,
        origin: 'zero',
        firstMs: null,
        wordsPerMinute: null,
        isPlausible: true,
      },
      questions,
      leftOut,
      warnings,
    };

  const capped = withoutImpossibleEnds(timed.lines);
  if (capped.impossible > 0)
    warnings.push(
      warningOf(
        'lengthsImpossible',
        `${count(capped.impossible, 'line')} lasted much longer than it takes to say its words; its end time was not used.`,
      ),
    );
  const placed = placeUntimed(capped.lines).sort((one, other) => one.startMs - other.startMs);
  const firstMs = placed[0]?.startMs ?? 0;
  const spanMs = lastEnd(placed) - firstMs;
  const isLate = firstMs >= LONGEST_LEAD_MS;
  const isTimeOfDay = isLate && (draft.isTimeOfDay === true || looksLikeTimeOfDay(unit, firstMs));
  const keepsClock = answers.origin === 'keep';
  const shift = isLate && !keepsClock ? firstMs : 0;
  const lines = placed.map((line) => ({ ...line, startMs: line.startMs - shift, endMs: line.endMs - shift }));
  const measuredMs = isLate ? spanMs : lastEnd(placed);
  const clock: IntakeClock = {
    unit,
    origin: isTimeOfDay ? 'timeOfDay' : isLate ? 'offset' : 'zero',
    firstMs,
    wordsPerMinute: rateOf(weighed, spoken, spanMs),
    isPlausible: isPlausible(spoken, measuredMs) || answers.length === 'clock',
  };

  // Too fast: the price comes from the words then, and times in order are worth keeping.
  if (!clock.isPlausible && !isTooFast(spoken, measuredMs)) {
    const lengthMs = lastEnd(none);
    if (answers.length === undefined)
      questions.push({
        id: 'length',
        sentence: `This transcript’s times add up to ${lengthInWords(measuredMs)}, but people say ${rateText(weighed)} in ${lengthInWords(lengthMs)}.`,
        choices: [
          { id: 'words', label: `Use ${lengthInWords(lengthMs)}`, lengthMs },
          { id: 'clock', label: 'The times are right', lengthMs: measuredMs },
        ],
        assumed: 'words',
      });
    warnings.push(
      warningOf(
        'timesImplausible',
        `The times in this file can’t be right (${lengthInWords(measuredMs)}). We estimated times and length from its words.`,
      ),
    );
    return { lines: none, isTimed: false, timesUsed: 0, lengthMs, clock, questions, leftOut, warnings };
  }

  if (isGuess) {
    const inSeconds = spanIn(weighed, 1000);
    if (answers.unit === undefined)
      questions.push({
        id: 'unit',
        sentence: `This transcript’s times look like ${unitNames[unit] ?? unit}: ${lengthInWords(measuredMs)}, not ${lengthInWords(inSeconds)}.`,
        choices: [
          { id: unit, label: `Use ${lengthInWords(measuredMs)}`, lengthMs: measuredMs },
          { id: 'seconds', label: 'The times are right', lengthMs: inSeconds },
        ],
        assumed: unit,
      });
    warnings.push(
      warningOf(
        'unitGuessed',
        `The times were read as ${unitNames[unit] ?? unit}: ${lengthInWords(measuredMs)}.`,
      ),
    );
  }
  if (shift > 0) {
    const what = isTimeOfDay ? 'has the time of day' : 'starts';
    if (!isTimeOfDay && answers.origin === undefined)
      questions.push({
        id: 'origin',
        sentence: `The clock of this transcript starts at ${clockWithHours(firstMs / 1000)}. Counted from its first line, it is ${lengthInWords(spanMs)} long.`,
        choices: [
          { id: 'first', label: 'Count from the first line', lengthMs: spanMs },
          { id: 'keep', label: 'Keep the times', lengthMs: spanMs },
        ],
        assumed: 'first',
      });
    warnings.push(
      warningOf(
        'clockShifted',
        `The clock of this file ${what}${isTimeOfDay ? `, from ${clockWithHours(firstMs / 1000)}` : ` at ${clockWithHours(firstMs / 1000)}`}; times count from its first line.`,
      ),
    );
  }
  return { lines, isTimed: true, timesUsed, lengthMs: measuredMs, clock, questions, leftOut, warnings };
}

/** The part of `settleTimes` for transcripts of our own, whose lines stay as they are. */
export function plausibleLength(lines: { text: string; startMs: number; endMs: number }[]): number {
  const settled = placeUntimed(
    withoutImpossibleEnds(
      lines.map(({ text, startMs, endMs }, index) => ({
        index,
        speaker: null,
        text,
        start: startMs,
        end: endMs,
        spoken: spokenMs(text),
      })),
    ).lines,
  );
  const spoken = lines.reduce((sum, { text }) => sum + spokenMs(text), 0);
  const length = lastEnd(settled);
  return isPlausible(spoken, length) || isTooFast(spoken, length) ? length : spoken;
}

const unitNames: Partial<Record<ClockUnit, string>> = {
  milliseconds: 'milliseconds',
  hundredths: 'hundredths of a second',
  samples: 'samples of 16 kHz',
  microseconds: 'microseconds',
  ticks: 'ticks of 100 nanoseconds',
  clock: 'hours and minutes',
};

function unitOf(
  { unit = 'clock' }: Draft,
  lines: Weighed[],
  answers: Answers,
): { unit: ClockUnit; scale: number; isGuess: boolean } {
  if (unit === 'clock') {
    const span = spanIn(lines, 1);
    const spoken = lines.reduce((sum, line) => sum + line.spoken, 0);
    // "19:02" is minutes and seconds, or hours and minutes.
    const hours = lines.every(({ start, end }) => (start ?? 0) % 1000 === 0 && end === null);
    const isHours = hours && span > 0 && spoken * FASTEST > span && isPlausible(spoken, span * 60);
    return { unit, scale: isHours ? 60 : 1, isGuess: false };
  }
  if (unit !== 'numbers') return { unit, scale: 1, isGuess: false };
  const answered = numberUnits.find((each) => each.unit === answers.unit);
  if (answered) return { ...answered, isGuess: false };
  const { ratio, isTalk } = pace(lines);
  if (ratio === null) return { ...numberUnits[0], isGuess: false };
  const longest = isTalk ? 8 : 60;
  const inSeconds = ratio * 1000;
  if (inSeconds >= FASTEST && inSeconds <= longest) return { ...numberUnits[0], isGuess: false };
  const best = numberUnits
    .map((each) => ({ each, off: Math.abs(Math.log(ratio * each.scale)) }))
    .reduce((one, other) => (other.off < one.off ? other : one)).each;
  return { ...best, isGuess: best.unit !== 'seconds' };
}

/** How much longer, in the file's numbers, lines are than their words take: the middle one of all. */
function pace(lines: Weighed[]): { ratio: number | null; isTalk: boolean } {
  const talk = lines.flatMap(({ start, end, spoken }) =>
    start !== null && end !== null && end > start && spoken > 0 ? [(end - start) / spoken] : [],
  );
  if (talk.length * 2 >= lines.length) return { ratio: middle(talk), isTalk: true };
  const steps = lines.flatMap(({ start, spoken }, index) => {
    const next = lines[index + 1]?.start ?? null;
    return start !== null && next !== null && next > start && spoken > 0 ? [(next - start) / spoken] : [];
  });
  return { ratio: middle(steps), isTalk: false };
}

function middle(values: number[]): number | null {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? null;
}

function scaled(lines: Weighed[], scale: number, isTimeOfDay: boolean): Weighed[] {
  const inMs = (value: number | null) => {
    if (value === null || !Number.isFinite(value) || value < 0) return null;
    const ms = Math.round(value * scale);
    return ms <= LATEST_MS ? ms : null;
  };
  let days = 0;
  let before: number | null = null;
  return lines.map((line) => {
    const [start, end] = [inMs(line.start), inMs(line.end)];
    if (isTimeOfDay && start !== null && before !== null && before - start > 12 * HOUR) days += 24 * HOUR;
    before = start ?? before;
    return { ...line, start: start === null ? null : start + days, end: end === null ? null : end + days };
  });
}

/** Such a clock that jumps back by half a day has passed midnight. */
function isWithinADay(lines: Weighed[], unit: ClockUnit): boolean {
  return unit === 'clock' && lines.every(({ start }) => start === null || start < 24 * HOUR);
}

/** A few words with a time hours from all others take no part. */
function withoutStrays(lines: Weighed[]): { lines: Weighed[]; beyond: number } {
  const order = lines
    .flatMap(({ start, spoken }, index) => (start === null ? [] : [{ index, start, spoken }]))
    .sort((one, other) => one.start - other.start);
  const groups: (typeof order)[] = [];
  for (const each of order) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && each.start - before.start <= LONGEST_GAP_MS) last.push(each);
    else groups.push([each]);
  }
  if (groups.length < 2) return { lines, beyond: 0 };
  const weights = groups.map((group) => group.reduce((sum, { spoken }) => sum + spoken, 0));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const stray = new Set(
    groups.flatMap((group, at) =>
      (weights[at] ?? 0) < all * STRAY_SHARE ? group.map(({ index }) => index) : [],
    ),
  );
  return {
    lines: lines.map((line, index) => (stray.has(index) ? { ...line, start: null, end: null } : line)),
    beyond: stray.size,
  };
}

/** Few lines have a time (a program writes one every five minutes): the others lie between by their words. */
function placedBetween(lines: Weighed[]): Weighed[] | null {
  const marks = lines.flatMap(({ start }, index) => (start === null ? [] : [{ index, start }]));
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last || marks.length < 2) return null;
  const before: number[] = [];
  let spoken = 0;
  for (const line of lines) {
    before.push(spoken);
    spoken += line.spoken;
  }
  const spokenAt = (index: number) => before[index] ?? spoken;
  const ratio = (last.start - first.start) / Math.max(1, spokenAt(last.index) - spokenAt(first.index));
  if (ratio < FASTEST || ratio > SLOWEST_BETWEEN) return null;
  let at = 0;
  return lines.map((line, index) => {
    while (at + 1 < marks.length && (marks[at + 1]?.index ?? 0) <= index) at += 1;
    const [mark, next] = [marks[at] ?? first, marks[at + 1]];
    const said = spokenAt(index) - spokenAt(mark.index);
    const length = next
      ? (next.start - mark.start) / Math.max(1, spokenAt(next.index) - spokenAt(mark.index))
      : 1;
    return { ...line, start: Math.max(0, Math.round(mark.start + said * (index < mark.index ? 1 : length))) };
  });
}

function withoutImpossibleEnds(lines: Weighed[]): { lines: Weighed[]; impossible: number } {
  let impossible = 0;
  const kept = lines.map((line) => {
    if (line.start === null || line.end === null) return line;
    const lasts = line.end - line.start;
    if (lasts > 0 && lasts <= 2 * MINUTE + 6 * line.spoken) return line;
    if (lasts > 0) impossible += 1;
    return { ...line, end: null };
  });
  return { lines: kept, impossible };
}

function placeUntimed(lines: Weighed[]): TimedLine[] {
  let lastEndMs = 0;
  return lines.map((line, index) => {
    const startMs = line.start ?? lastEndMs;
    const nextStartMs = lines[index + 1]?.start ?? null;
    const guessedEndMs = startMs + line.spoken;
    const endMs =
      line.end ??
      (nextStartMs !== null && nextStartMs > startMs ? Math.min(nextStartMs, guessedEndMs) : guessedEndMs);
    lastEndMs = Math.max(startMs, endMs);
    return { ...line, startMs: Math.round(startMs), endMs: Math.round(lastEndMs) };
  });
}

function estimated(lines: Weighed[]): TimedLine[] {
  let atMs = 0;
  return lines.map((line) => {
    const startMs = atMs;
    atMs += line.spoken;
    return { ...line, startMs, endMs: atMs };
  });
}

const lastEnd = (lines: { endMs: number }[]) =>
  lines.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);

function spanIn(lines: Weighed[], scale: number): number {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { start, end } of lines) {
    if (start === null || !(start >= 0) || start * scale > LATEST_MS) continue;
    first = Math.min(first, start);
    last = Math.max(last, start, end ?? 0);
  }
  return first > last ? 0 : Math.round((last - first) * scale);
}

function isPlausible(spoken: number, lengthMs: number): boolean {
  return lengthMs <= LONGEST_SILENCE_MS + spoken * SLOWEST && !isTooFast(spoken, lengthMs);
}

const isTooFast = (spoken: number, lengthMs: number) => spoken * FASTEST > lengthMs + MINUTE;

function looksLikeTimeOfDay(unit: ClockUnit, firstMs: number): boolean {
  return unit === 'clock' && firstMs >= 5 * HOUR && firstMs < 24 * HOUR && firstMs % (10 * HOUR) !== 0;
}

/** Words, or characters where words are not spaced. */
function rateOf(lines: Weighed[], spoken: number, spanMs: number): number | null {
  if (spanMs <= 0) return null;
  const aMinute = isUnspaced(lines[0]?.text ?? '') ? 250 : 150;
  return Math.round((spoken / spanMs) * aMinute * 10) / 10;
}

function rateText(lines: Weighed[]): string {
  return lines.length === 1 ? 'a line' : `${lines.length} lines`;
}

/** "20 minutes", "329 hours", "1 hour 12 minutes". */
function lengthInWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return counted(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return counted(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours >= 24 || minutes % 60 === 0) return counted(Math.round(minutes / 60), 'hour');
  return `${counted(hours, 'hour')} ${counted(minutes % 60, 'minute')}`;
}

const counted = (amount: number, what: string) => `${amount} ${what}${amount === 1 ? '' : 's'}`;
