import { TranscriptDocument } from '#contract/transcript.ts';
import { isRecord, keysOf } from '#contract/unknown-values.ts';
import { languageTag } from '../speech/merge.ts';
import { clockToMs, LATEST_MS } from './clock.ts';
import { timeOfDate } from './dates.ts';
import type { Draft, DraftLine, DraftUnit } from './draft-lines.ts';
import { empty, refuseBeyond, unreadable } from './errors.ts';
import { type FoundList, type Item, listsIn, namesOfVoices } from './json-list.ts';
import { readPlainText } from './plain-text.ts';
import { nameByPrefix } from './speaker-names.ts';
import { plausibleLength } from './times.ts';
import { wordsIn } from './words.ts';

/** Hostile files nest a million times. */
const DEEPEST = 40;
/** Words that come one by one become a line at a pause, a full stop, or this many. */
const MOST_WORDS_OF_LINE = 40;
const LONGEST_PAUSE_MS = 1500;
const SECONDS_UNTIL_2001 = 1e9;
const MS_UNTIL_2001 = 1e12;
/** Where the unit of the times is not known yet: as long as so many words. */
const PAUSE_OF_WORDS = 6;

/** Our own document, or whatever list has the words, their times and their speakers. @throws TranscriptImportError */
export function readJson(text: string): Draft | TranscriptDocument {
  if (nestsTooDeep(text)) throw unreadable('this JSON is nested too deeply.');
  const content = parsedJson(text);
  return ownDocument(content) ?? draftOf(content);
}

/** Python writes NaN and Infinity; some tools write an object on each line. */
export function parsedJson(text: string): unknown {
  for (const read of [
    () => JSON.parse(text),
    () => JSON.parse(withoutNaN(text)),
    () => JSON.parse(`[${withoutNaN(text).replace(/[}\]]\s+(?=[{[])/g, withComma)}]`),
    () =>
      text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(withoutNaN(line))),
  ]) {
    try {
      return read();
    } catch {}
  }
  throw unreadable('this is not valid JSON.');
}

/** Only between objects can a line end stand. */
const withComma = (between: string) => (between.includes('\n') ? `${between.charAt(0)},` : between);

function withoutNaN(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/gs, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}

function ownDocument(content: unknown): TranscriptDocument | null {
  const candidate = fieldOf(content, 'transcript') ?? content;
  if (fieldOf(candidate, 'source') === undefined || fieldOf(candidate, 'timing') === undefined) return null;
  for (const of of ['segments', 'speakers', 'warnings'] as const) {
    const list = fieldOf(candidate, of);
    if (Array.isArray(list)) refuseBeyond(of, list.length);
  }
  const read = TranscriptDocument.safeParse(candidate);
  if (read.success) return checked(read.data);
  const issue = read.error.issues[0];
  throw unreadable(`${issue?.path.join('.') || 'the document'} is wrong (${issue?.message ?? 'invalid'}).`);
}

function checked(document: TranscriptDocument): TranscriptDocument {
  const speakers = new Set(document.speakers.map((speaker) => speaker.id));
  const segments = new Set(document.segments.map((segment) => segment.id));
  if (speakers.size < document.speakers.length) throw unreadable('two of its speakers have the same id.');
  if (segments.size < document.segments.length) throw unreadable('two of its segments have the same id.');
  for (const { id, speakerId, startMs, endMs } of document.segments) {
    if (speakerId !== null && !speakers.has(speakerId))
      throw unreadable(`segment ${id} has an unknown speaker.`);
    if (endMs < startMs || endMs > LATEST_MS) throw unreadable(`segment ${id} has impossible times.`);
  }
  if (document.segments.every((segment) => segment.text.trim() === '')) throw empty();
  // The length is billed (D2), so don't trust the file's.
  return { ...document, durationMs: plausibleLength(document.segments) };
}

/** Of whatever list has the words. @throws TranscriptImportError */
export function draftOf(content: unknown): Draft {
  const lists = listsIn(content).map(withRisingTimes);
  const language = languageIn(content);
  const best = bestOf(lists);
  if (!best) {
    const text = longestText(content);
    if (text === null) {
      const some = lists.find(({ items }) => items.length > 0);
      if (some?.items.some(({ text }) => text !== null)) throw empty();
      throw unreadable(
        some ? 'none of its entries has text.' : 'this JSON has no list of segments or turns.',
      );
    }
    return { ...readPlainText(withoutTags(text)), format: 'json', language };
  }
  refuseBeyond('segments', best.items.length);
  const { unit, timeOf } = timesOf(best);
  const lines = best.items.flatMap((item): DraftLine[] =>
    item.text === null ? [] : [lineOf(item, withoutTags(item.text), timeOf)],
  );
  const areWords =
    best.withText > 5 &&
    best.items.reduce((sum, { text }) => sum + wordsIn(text ?? ''), 0) <= best.withText * 1.4 &&
    best.withTime > 0;
  const said = withSpeakers(sinceStart(lines), lists, timeOf);
  const spoken = withNames(areWords ? fromWords(said, unit) : said, namesOfVoices(lists));
  const strange = best.items.filter(({ text }) => text === null).length;
  const hasSpeakers = spoken.some(({ speaker }) => speaker !== null);
  return {
    format: 'json',
    language,
    lines: hasSpeakers ? spoken : nameByPrefix(spoken),
    unit,
    isTimeOfDay: best.items.some(({ start }) => typeof start === 'string' && timeOfDate(start) !== null),
    unreadable: strange > 0 ? new Map([['item without text', strange]]) : new Map(),
    found: {
      times: Math.max(
        ...lists.map(({ withTime }) =>
          withTime > best.items.length && !areWords ? best.withTime : withTime,
        ),
        0,
      ),
      names: new Set(lists.flatMap(({ items }) => items.flatMap(({ speaker }) => speaker ?? []))).size,
    },
  };
}

/** The list with (nearly) all words; of several, the one with times, with speakers, and with lines before words. */
function bestOf(lists: FoundList[]): FoundList | null {
  const spoken = lists.filter(({ withText }) => withText > 0);
  const most = Math.max(0, ...spoken.map(({ characters }) => characters));
  const whole = spoken.filter(
    ({ characters, items }) =>
      characters >= most * 0.75 || (items.length > 0 && characters >= most * 0.6 && isOfWords(items)),
  );
  const timed = whole.filter(({ withTime, withText }) => withTime * 2 >= withText);
  const score = (list: FoundList) =>
    (timed.includes(list) ? 8 : 0) +
    (list.withSpeaker * 2 >= list.withText ? 4 : 0) +
    (isOfWords(list.items) ? 0 : 2) +
    (list.characters >= most * 0.95 ? 1 : 0);
  let best: FoundList | null = null;
  for (const list of whole) if (!best || isBetter(list, best, score)) best = list;
  return best;
}

function isBetter(one: FoundList, other: FoundList, score: (list: FoundList) => number): boolean {
  const more = score(one) - score(other);
  return more > 0 || (more === 0 && one.withText > other.withText && !isOfWords(one.items));
}

const isOfWords = (items: Item[]) => {
  const some = items.slice(0, 200).flatMap(({ text }) => (text?.trim() ? [text.trim()] : []));
  return some.length > 5 && some.filter((text) => !/\s/.test(text)).length >= some.length * 0.9;
};

/** Where no key is called a time, numbers that rise from entry to entry are. */
function withRisingTimes(list: FoundList): FoundList {
  if (list.withTime > 0 || list.withText < 3) return list;
  const rising = keysOf(list.items[0]?.raw ?? {}).filter((key) => {
    const values = list.items.map(({ raw }) => raw[key]);
    const rises = (value: unknown, index: number) =>
      typeof value === 'number' && value >= (index === 0 ? 0 : Number(values[index - 1] ?? 0));
    const counts = values.every((value, index) => value === index || value === index + 1);
    return !counts && values.every(rises) && new Set(values).size > 1;
  });
  const [one, other] = rising;
  if (one === undefined) return list;
  const ends = other !== undefined && list.items.every(({ raw }) => Number(raw[other]) >= Number(raw[one]));
  const items = list.items.map((item) => ({
    ...item,
    start: item.raw[one],
    startKey: one,
    ...(ends ? { end: item.raw[other] } : {}),
  }));
  return { ...list, items, withTime: items.length };
}

type TimeOf = (value: unknown) => number | null;

/** Names and forms that say what unit they are; else plain numbers. */
function timesOf({ items }: FoundList): { unit: DraftUnit; timeOf: TimeOf } {
  const key = items.map(({ startKey }) => startKey).find((name) => name !== '') ?? '';
  const scale = scaleOf(key);
  const isText =
    items.some(({ start }) => typeof start === 'string' && /[:sSPT]/.test(start)) ||
    items.some(({ start }) => isRecord(start));
  const known = scale ?? scaleSince1970(items);
  const unit: DraftUnit = isText ? 'clock' : known === null ? 'numbers' : 'milliseconds';
  return { unit, timeOf: (value) => numberOf(value, isText, known) };
}

/** Milliseconds, microseconds or nanoseconds since 1970. */
function scaleSince1970(items: Item[]): number | null {
  const first = Number(items.find(({ start }) => start !== undefined)?.start ?? 0);
  return (
    [1, 1e-3, 1e-6].find((scale) => first * scale >= MS_UNTIL_2001 && first * scale < 3 * MS_UNTIL_2001) ??
    null
  );
}

function scaleOf(key: string): number | null {
  if (/ticks/i.test(key)) return 1e-4;
  if (/(?:_|[a-z])(?:ns|nanos(?:econds)?)$/i.test(key)) return 1e-6;
  if (/(?:_us|micros(?:econds)?)$/i.test(key)) return 1e-3;
  if (/(?:_ms|Ms|millis(?:econds)?|MS)$/.test(key) || /milliseconds$/i.test(key)) return 1;
  return null;
}

function numberOf(value: unknown, isText: boolean, scale: number | null): number | null {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? value * (isText ? 1000 : (scale ?? 1)) : null;
  if (isRecord(value)) {
    const seconds = Number(value.seconds ?? value.relative ?? 0) + Number(value.nanos ?? 0) / 1e9;
    return Number.isFinite(seconds) ? seconds * 1000 : null;
  }
  if (typeof value !== 'string' || value.trim() === '') return null;
  const [, hours, minutes, seconds] =
    /^PT(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?$/.exec(value.trim()) ?? [];
  if (hours ?? minutes ?? seconds)
    return (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  if (value.includes(':')) return clockToMs(value) ?? timeOfDate(value);
  const isMs = /ms$/i.test(value.trim());
  const number = Number(value.trim().replace(/m?s$/i, '').replace(',', '.'));
  if (!Number.isFinite(number) || number < 0) return null;
  return isText ? number * (isMs ? 1 : 1000) : number * (scale ?? 1);
}

function lineOf(item: Item, text: string, timeOf: TimeOf): DraftLine {
  const start = timeOf(item.start);
  const lasts = timeOf(item.duration);
  const probability = item.raw.avg_logprob;
  return {
    speaker: item.speaker ?? mostOften(item.innerSpeakers),
    text,
    start,
    end: timeOf(item.end) ?? (start !== null && lasts !== null ? start + lasts : null),
    confidence: typeof probability === 'number' ? Math.max(0, Math.min(1, Math.exp(probability))) || 0 : null,
  };
}

function mostOften(names: string[]): string | null {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (
    [...counts].reduce<[string, number] | null>(
      (most, each) => (most && most[1] >= each[1] ? most : each),
      null,
    )?.[0] ?? null
  );
}

/** Words that come one by one, as lines of one speaker. */
function fromWords(words: DraftLine[], unit: DraftUnit): DraftLine[] {
  const lines: DraftLine[] = [];
  const spaced = words.some(({ text }) => text === ' ' || /^\s|\s$/.test(text));
  const lengths = words.flatMap(({ start, end }) =>
    start !== null && end !== null && end > start ? [end - start] : [],
  );
  const usual = lengths.sort((one, other) => one - other)[Math.floor(lengths.length / 2)];
  const pause = unit === 'numbers' ? (usual ?? Number.POSITIVE_INFINITY) * PAUSE_OF_WORDS : LONGEST_PAUSE_MS;
  let size = 0;
  for (const word of words) {
    const last = lines.at(-1);
    const isMark = /^[^\p{L}\p{N}]+$/u.test(word.text);
    const isNew =
      !last ||
      (!isMark &&
        (word.speaker !== last.speaker ||
          size >= MOST_WORDS_OF_LINE ||
          (size >= 3 && /[.!?…。？！]["”’)]?\s*$/.test(last.text)) ||
          (word.start !== null && last.end !== null && word.start - last.end > pause)));
    if (isNew) {
      lines.push({ ...word });
      size = 1;
      continue;
    }
    last.text += spaced || isMark ? word.text : ` ${word.text}`;
    last.start ??= word.start;
    last.end = word.end ?? last.end;
    size += isMark ? 0 : 1;
  }
  return lines;
}

/** Some services count from 1970. */
function sinceStart(lines: DraftLine[]): DraftLine[] {
  let first = Number.POSITIVE_INFINITY;
  for (const { start } of lines) if (start !== null) first = Math.min(first, start);
  if (first < SECONDS_UNTIL_2001 || first === Number.POSITIVE_INFINITY) return lines;
  const since = (time: number | null) => (time === null ? null : Math.max(0, time - first));
  return lines.map((line) => ({ ...line, start: since(line.start), end: since(line.end) }));
}

function withNames(lines: DraftLine[], names: Map<string, string>): DraftLine[] {
  if (names.size === 0) return lines;
  return lines.map((line) => {
    const { speaker } = line;
    const name =
      speaker === null ? undefined : (names.get(speaker) ?? names.get(speaker.replace(/^Speaker /, '')));
    return name === undefined ? line : { ...line, speaker: name };
  });
}

/** A text of an editor's, with marks of paragraphs and times. */
function withoutTags(text: string): string {
  if (!/<\/(?:p|div|span)>/i.test(text)) return text;
  return text
    .replace(/<(?:br\s*\/?|\/p|\/div)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

/** Where the words have no speakers, another list of the file may say who spoke when. */
function withSpeakers(lines: DraftLine[], lists: FoundList[], timeOf: TimeOf): DraftLine[] {
  if (lines.some(({ speaker }) => speaker !== null)) return lines;
  const list = lists
    .filter(
      ({ withSpeaker, withTime, items }) => withSpeaker * 2 >= items.length && withTime * 2 >= items.length,
    )
    .sort((one, other) => other.items.length - one.items.length)[0];
  if (!list) return lines;
  const turns = list.items
    .flatMap((item) => {
      const [start, end] = [timeOf(item.start), timeOf(item.end)];
      return start === null || item.speaker === null
        ? []
        : [{ start, end: end ?? start, speaker: item.speaker }];
    })
    .sort((one, other) => one.start - other.start);
  let at = 0;
  return lines.map((line) => {
    if (line.start === null) return line;
    const middle = line.end === null ? line.start : (line.start + line.end) / 2;
    while (at + 1 < turns.length && (turns[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= middle) at += 1;
    return { ...line, speaker: turns[at]?.speaker ?? null };
  });
}

function languageIn(content: unknown): string | null {
  const language =
    fieldOf(content, 'language') ??
    fieldOf(fieldOf(content, 'result'), 'language') ??
    fieldOf(content, 'language_code');
  return typeof language === 'string' ? languageTag(language) : null;
}

/** The words of a file without a list. */
function longestText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!isRecord(content)) return null;
  const direct = fieldOf(content, 'text') ?? fieldOf(content, 'transcript');
  if (typeof direct === 'string') return direct;
  for (const key of keysOf(content)) {
    const inner = content[key];
    if (isRecord(inner)) {
      const found = longestText(inner);
      if (found !== null) return found;
    }
  }
  return null;
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
