import { isRecord, keysOf } from '#contract/unknown-values.ts';
import { timeOfDate } from './dates.ts';

/** An object of a list, with what its ancestors, its children and its first alternative say about it. */
export interface Item {
  text: string | null;
  start: unknown;
  end: unknown;
  duration: unknown;
  startKey: string;
  speaker: string | null;
  /** Speakers of its words. */
  innerSpeakers: string[];
  raw: Record<string, unknown>;
}

export interface FoundList {
  path: string;
  items: Item[];
  withText: number;
  withTime: number;
  withSpeaker: number;
  characters: number;
}

const DEEPEST = 40;
const MOST_LISTS = 400;
const MOST_VOICES = 64;
const LIST_NAMES =
  /(?:^|_)(?:segment|word|utterance|chunk|result|turn|sentence|paragraph|phrase|item|entrie|line|token|cue|caption|transcript|speaker|message|monologue|element)s?$/i;
const ALTERNATIVES = /^(?:alternatives|n_?best|hypotheses|candidates)$/i;
const textKeys = [
  'text',
  'punctuated_word',
  'transcript',
  'display',
  'sentence',
  'content',
  'utterance',
  'words',
  'message',
  'body',
  'caption',
  'dialogue',
  'line',
  'value',
  'word',
  'lexical',
  'raw_text',
];
const START =
  /^(?:(?:[a-z]+_)?start|begin|from|offset|ts$|timestamp|time$|start_?time|in$|st$|bg$|onset|date$|created_at)/;
const END = /^(?:(?:[a-z]+_)?end|stop|to$|finish|out$|ed$|et$|offset_end|until)/;
const DURATION = /^(?:dur|length$|len$)/;
const SPEAKER =
  /^(?:speaker|who$|name$|author|sender|nick|participant|character|role|user|voice|spk|person|agent|alias|from$)/;
const TEXT = /(?:^|_)(?:text|transcript|display|sentence|utterance|content|message|said)(?:_|$)/;
const NO_TEXT =
  /(?:^|_)(?:id|ids|type|status|language|lang|model|url|channel|confidence|color|sentiment|emotion|label)$/;

/** Of programs, not of people. */
const ID = /^(?:\d+|[Ss]\d+|(?=\S*\d)(?:[A-Z0-9]{3,}|[A-Za-z0-9-]{14,}))$/;

const snake = (key: string) => key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();

/** All lists of objects below `content`, lists of the same place in different parents as one. */
export function listsIn(content: unknown): FoundList[] {
  const lists = new Map<string, Item[][]>();
  const stack: { value: unknown; path: string; speaker: string | null; depth: number }[] = [
    { value: content, path: '', speaker: null, depth: 0 },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, path, speaker, depth } = next;
    if (depth > DEEPEST) continue;
    if (Array.isArray(value)) {
      const entriesOf = value.map((entry) => (isRecord(entry) ? entry : wordWithTimes(entry)));
      if (entriesOf.some((entry) => entry !== null)) {
        const items = entriesOf.map((entry) => itemOf(entry ?? {}, speaker));
        const there = lists.get(path);
        if (there) there.push(items);
        else if (lists.size < MOST_LISTS) lists.set(path, [items]);
      }
      const entries = ALTERNATIVES.test(path.split('.').at(-1) ?? '') ? value.slice(0, 1) : value;
      for (let index = entries.length - 1; index >= 0; index -= 1)
        if (entries[index] !== null && typeof entries[index] === 'object')
          stack.push({
            value: entries[index],
            path: `${path}[]`,
            speaker: speakerOf(entries[index]) ?? speaker,
            depth: depth + 1,
          });
    } else if (isRecord(value)) {
      const byVoice = entriesByVoice(value);
      if (byVoice !== null) {
        stack.push({ value: byVoice, path: `${path}.voices`, speaker, depth: depth + 1 });
        continue;
      }
      for (const key of keysOf(value).reverse()) {
        const child = value[key];
        if (child !== null && typeof child === 'object')
          stack.push({ value: child, path: `${path}.${key}`, speaker, depth: depth + 1 });
      }
    }
  }
  return [...lists].map(([path, parents]) => summary(path, withoutRepeatedParent(parents)));
}

/** `{ "Marla": [...], "Oskar": [...] }`: a list of timed words for each voice. */
function entriesByVoice(value: Record<string, unknown>): Record<string, unknown>[] | null {
  const names = keysOf(value);
  const isVoice = (name: string) => {
    const list = value[name];
    const [first] = Array.isArray(list) ? list : [];
    return isRecord(first) && !LIST_NAMES.test(name) && isTimedText(first);
  };
  if (names.length < 2 || names.length > MOST_VOICES || !names.every(isVoice)) return null;
  return names.flatMap((name) => {
    const list = value[name];
    return (Array.isArray(list) ? list : []).filter(isRecord).map((entry) => ({ speaker: name, ...entry }));
  });
}

function isTimedText(entry: Record<string, unknown>): boolean {
  const { text, start } = itemOf(entry, null);
  return text !== null && start !== undefined && start !== null;
}

/** IBM's `["word", 1.2, 1.5]`. */
function wordWithTimes(entry: unknown): Record<string, unknown> | null {
  if (!Array.isArray(entry) || entry.length < 2 || entry.length > 4) return null;
  const [text, start, end] = entry;
  return typeof text === 'string' && typeof start === 'number' ? { text, start, end } : null;
}

/** Some services repeat all words, now with speakers, in the last part. */
function withoutRepeatedParent(parents: Item[][]): Item[] {
  const last = parents.at(-1) ?? [];
  const others = parents.slice(0, -1).flat();
  const isWhole =
    others.length > 0 &&
    last.length >= others.length * 0.9 &&
    last.some(({ speaker }) => speaker !== null) &&
    others.every(({ speaker }) => speaker === null || speaker === 'Speaker 0');
  return isWhole ? last : parents.flat();
}

function summary(path: string, items: Item[]): FoundList {
  const has = (test: (item: Item) => boolean) => items.reduce((sum, item) => (test(item) ? sum + 1 : sum), 0);
  return {
    path,
    items,
    withText: has(({ text }) => text !== null && text.trim() !== ''),
    withTime: has(({ start }) => start !== null && start !== undefined),
    withSpeaker: has(({ speaker, innerSpeakers }) => speaker !== null || innerSpeakers.length > 0),
    characters: items.reduce((sum, { text }) => sum + (text?.trim().length ?? 0), 0),
  };
}

function itemOf(raw: Record<string, unknown>, speaker: string | null): Item {
  const alternative = firstAlternative(raw);
  const sources = alternative ? [raw, alternative] : [raw];
  const value = (pattern: RegExp) => {
    for (const source of sources)
      for (const key of keysOf(source))
        if (pattern.test(snake(key)) && isTime(source[key])) return { key, found: source[key] };
    return { key: '', found: undefined };
  };
  const offsets = recordIn(raw, 'offsets') ?? recordIn(raw, 'timestamps') ?? recordIn(raw, 'interval');
  const pair = keysOf(raw)
    .map((key) => raw[key])
    .find((each) => Array.isArray(each) && each.length === 2 && isTime(each[0]));
  const start = offsets
    ? { key: raw.offsets === offsets ? 'offsets_ms' : 'timestamps', found: offsets.from ?? offsets.start }
    : value(START);
  const [pairStart, pairEnd] = Array.isArray(pair) ? [pair[0], pair[1]] : [undefined, undefined];
  return {
    text: textOf(sources),
    start: start.found ?? pairStart,
    startKey: start.key,
    end: offsets ? (offsets.to ?? offsets.end) : (value(END).found ?? pairEnd),
    duration: value(DURATION).found,
    speaker: speakerOf(raw) ?? (alternative ? speakerOf(alternative) : null) ?? speaker,
    innerSpeakers: innerSpeakers(raw),
    raw,
  };
}

function innerSpeakers(raw: Record<string, unknown>): string[] {
  for (const key of keysOf(raw)) {
    const list = raw[key];
    if (Array.isArray(list) && !ALTERNATIVES.test(key)) {
      const found = list.flatMap((entry) => speakerOf(entry) ?? []);
      if (found.length > 0) return found;
    }
  }
  return [];
}

const recordIn = (raw: Record<string, unknown>, key: string) => {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return isRecord(value) ? value : null;
};

function firstAlternative(raw: Record<string, unknown>): Record<string, unknown> | null {
  for (const key of keysOf(raw)) {
    const list = raw[key];
    if (ALTERNATIVES.test(key) && Array.isArray(list) && isRecord(list[0])) return list[0];
  }
  return null;
}

/** A number, a clock, "1.200s", or seconds and nanoseconds. */
function isTime(value: unknown): boolean {
  if (typeof value === 'number') return true;
  if (typeof value === 'string')
    return /^\s*(?:PT)?[\d:.,]+\s*[SsMHm]?s?(?:[\d.]+[SM])?\s*$/.test(value) || timeOfDate(value) !== null;
  return isRecord(value) && ('seconds' in value || 'nanos' in value || typeof value.relative === 'number');
}

function textOf(sources: Record<string, unknown>[]): string | null {
  for (const key of textKeys)
    for (const source of sources) {
      const value = Object.hasOwn(source, key) ? source[key] : undefined;
      if (typeof value === 'string') return value;
      if (key === 'text' && Array.isArray(value)) {
        const pieces = piecesIn(value);
        if (pieces !== '') return pieces;
      }
    }
  for (const source of sources)
    for (const key of keysOf(source)) {
      const value = source[key];
      const name = snake(key);
      if (typeof value === 'string' && TEXT.test(name) && !NO_TEXT.test(name) && !isTime(value)) return value;
    }
  let longest: string | null = null;
  for (const source of sources)
    for (const key of keysOf(source)) {
      const value = source[key];
      const name = snake(key);
      if (typeof value !== 'string' || NO_TEXT.test(name) || SPEAKER.test(name) || isTime(value)) continue;
      if (/\s\S+\s/.test(value) && value.length > (longest?.length ?? 0)) longest = value;
    }
  return longest;
}

/** Telegram's text with links and bold words. */
function piecesIn(pieces: unknown[]): string {
  return pieces
    .map((piece) =>
      typeof piece === 'string' ? piece : isRecord(piece) && typeof piece.text === 'string' ? piece.text : '',
    )
    .join('');
}

/** A name before a number, a number before nothing. */
export function speakerOf(entry: unknown): string | null {
  if (!isRecord(entry)) return null;
  let weak: string | null = null;
  for (const key of keysOf(entry)) {
    const value = entry[key];
    if (!SPEAKER.test(snake(key)) || (key === 'from' && typeof value === 'number')) continue;
    const name =
      typeof value === 'string'
        ? isTime(value) && !/^\d+$/.test(value.trim())
          ? ''
          : lastOfPath(value.trim())
        : isRecord(value)
          ? nameIn(value)
          : typeof value === 'number'
            ? `Speaker ${value}`
            : '';
    if (name === '' || name.length > 120) continue;
    const isNumber = typeof value === 'number' || key === 'name' || /id$/.test(snake(key)) || ID.test(name);
    if (!isNumber) return name;
    weak ??= /^\d+$/.test(name) ? `Speaker ${name}` : name;
  }
  return weak;
}

/** Google names a participant "conferenceRecords/1/participants/2". */
const lastOfPath = (name: string) =>
  /^[\w-]+(?:\/[\w-]+){2,}$/.test(name) ? name.replace(/^.*\//, '') : name;

const nameKeys = [
  ...['nickname', 'name', 'displayName', 'display_name', 'real_name', 'full_name', 'global_name', 'alias'],
  ...['username', 'label', 'id'],
];

function nameIn(value: Record<string, unknown>): string {
  for (const key of nameKeys) {
    const name = Object.hasOwn(value, key) ? value[key] : undefined;
    if (typeof name === 'string') return name;
    if (typeof name === 'number') return `Speaker ${name}`;
  }
  return '';
}

/** What lists say elsewhere about the voices: "spk1" is Marla. */
export function namesOfVoices(lists: readonly FoundList[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { items, withText, withTime } of lists)
    for (const { raw } of withText === 0 && withTime === 0 ? items : []) {
      const id = keysOf(raw).find((key) => /^(?:id|key|index|spkid|speaker)$|(?:_id|Id)$/.test(key));
      const name = keysOf(raw).find((key) => /(?:^|_)(?:name|label)$|Name$/.test(key) && key !== id);
      const [found, label] = [id === undefined ? null : raw[id], name === undefined ? null : raw[name]];
      if (
        (typeof found === 'string' || typeof found === 'number') &&
        typeof label === 'string' &&
        label.trim()
      )
        names.set(String(found), label.trim().slice(0, 120));
    }
  return names;
}
