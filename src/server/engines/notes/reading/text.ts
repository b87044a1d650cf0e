import type { Evidence } from '#contract/analysis-result.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { englishShare } from '../../english-words.ts';

export interface Word {
  raw: string;
  lower: string;
  joined: boolean;
  afterComma: boolean;
}

export interface Sentence {
  index: number;
  turn: number;
  speakerId: string | null;
  firstSegment: number;
  lastSegment: number;
  /** Where it begins in its first segment and ends in its last, in characters. */
  startAt: number;
  endAt: number;
  text: string;
  words: Word[];
  inSpeech: boolean;
  /** If not, it ends at a pause or where a clause may begin, not at a mark. */
  isPunctuated: boolean;
}

/** Whether the game master says it. If none was found, it may be anybody. */
export const isByGameMaster = (
  { speakerId }: Pick<Sentence, 'speakerId'>,
  gameMasterId: string | null,
): boolean => gameMasterId === null || speakerId === gameMasterId;

export interface Turn {
  index: number;
  speakerId: string | null;
  from: number;
  to: number;
  wordCount: number;
}

export interface Speech {
  turns: Turn[];
  sentences: Sentence[];
  wordCount: number;
  /** If not, a speech engine wrote all in lower case. */
  hasCapitals: boolean;
}

/** Of a word as it is compared. */
export const lowered = (raw: string): string => raw.toLowerCase().replaceAll('’', "'");

export const WORD = /[\p{L}\p{M}\p{N}]+(?:['’\-&][\p{L}\p{M}\p{N}]+)*/gu;
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const ABBREVIATION = /(?:^|\s)(?:Mr|Mrs|Ms|Dr|St|Sr|Jr|vs|etc|[A-Z])\.$/;
/** Split turns here even if the speaker continues: recordings without speakers would be a single turn. */
const LONG_TURN_WORDS = 160;
const PAUSE_MS = 2500;
const LONG_SENTENCE_WORDS = 60;
/** Speech has a full stop every ten words or so. */
const MOST_WORDS_OF_A_MARK = 60;
const ENOUGH_WORDS = 120;
/** Without punctuation: between two clauses, and where there are no pauses at all. */
const SENTENCE_PAUSE_MS = 500;
const MOST_WORDS_WITHOUT_PAUSE = 20;
const LEAST_WORDS_OF_CLAUSE = 8;
const OPENS_CLAUSE =
  /^(?:and|but|so|as|then|when|while|because|you|you're|he|she|they|we|i|i'm|it's|it|there's|okay|und|aber|dann|als|ich|er|sie|wir|ihr|et|mais|puis|je|il|elle|nous|vous|y|pero|entonces|yo|él|ella|e|ma|poi|io|lui|lei)$/i;

/** Words of a text. Scripts without spaces are split into pairs of characters, which works well enough. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const raw = match[0];
    const gap = text.slice(end, match.index);
    const joined = words.length > 0 && /^\s+$/.test(gap);
    const afterComma = words.length > 0 && /^,\s*$/.test(gap);
    end = match.index + raw.length;
    if (raw.length > 3 && IDEOGRAPHIC.test(raw)) {
      const characters = [...raw];
      for (let at = 0; at < characters.length; at += 2) {
        const pair = characters.slice(at, at + 2).join('');
        words.push({ raw: pair, lower: pair, joined: false, afterComma: false });
      }
    } else {
      words.push({ raw, lower: lowered(raw), joined, afterComma });
    }
  }
  return words;
}

function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(
    /(?:(?<![.!?…])[.!?…]+["”’')\]]*(?=\s|$)|[。！？]+[」』”]?|(?<!-)--+(?=\s|$)|\n+)/gu,
  )) {
    const end = match.index + match[0].length;
    if (match[0].startsWith('--')) continue;
    if (match[0] === '.' && ABBREVIATION.test(text.slice(Math.max(0, end - 8), end))) continue;
    // A quotation followed by "she says" is one sentence.
    if (/^\s+(?:[a-zß-ÿ])/u.test(text.slice(end, end + 4)) && !match[0].includes('\n')) continue;
    ends.push(end);
  }
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends;
}

function shorten(text: string, from: number, to: number): [number, number][] {
  const slice = text.slice(from, to);
  if (slice.length < LONG_SENTENCE_WORDS * 7) return [[from, to]];
  const parts: [number, number][] = [];
  let start = 0;
  let count = 0;
  for (const match of slice.matchAll(/\s+/g)) {
    count += 1;
    const clause = /[,;:–-]$/.test(slice.slice(start, match.index));
    if (count >= LONG_SENTENCE_WORDS || (clause && count >= LONG_SENTENCE_WORDS * 0.6)) {
      parts.push([from + start, from + match.index]);
      start = match.index + match[0].length;
      count = 0;
    }
  }
  // Scripts without spaces, and endless strings.
  for (; slice.length - start > LONG_SENTENCE_WORDS * 12; start += LONG_SENTENCE_WORDS * 6)
    parts.push([from + start, from + start + LONG_SENTENCE_WORDS * 6]);
  if (start < slice.length) parts.push([from + start, to]);
  return parts;
}

const LEAST_ENGLISH = 0.07;

/** Whether the language is English, or unknown and looks like English. */
export function speaksEnglish({ sentences }: Speech, language: string | null): boolean {
  if (language) return /^en\b/i.test(language);
  const words = sentences.slice(0, 400).flatMap((sentence) => sentence.words);
  return englishShare(words.map(({ lower }) => lower)) > LEAST_ENGLISH;
}

/** The transcript as turns, sentences and words, in one pass over its segments. */
export function readSpeech(transcript: TranscriptDocument): Speech {
  const { segments } = transcript;
  const punctuated = punctuatedOf(segments);
  const speech: Speech = { turns: [], sentences: [], wordCount: 0, hasCapitals: hasCapitals(segments) };
  let at = 0;
  while (at < segments.length) {
    const first = at;
    const isPunctuated = punctuated[first] ?? true;
    const starts: number[] = [];
    let text = '';
    let roughWords = 0;
    for (; at < segments.length; at += 1) {
      const segment = segments[at]!;
      if (at > first) {
        const before = segments[at - 1]!;
        if (segment.speakerId !== segments[first]!.speakerId || punctuated[at] !== isPunctuated) break;
        if (transcript.timing === 'measured' && segment.startMs - before.endMs > PAUSE_MS) break;
        const pauses = !isPunctuated && segment.startMs - before.endMs >= SENTENCE_PAUSE_MS;
        if (roughWords > LONG_TURN_WORDS && (pauses || /[.!?。！？]["”']?\s*$/.test(before.text))) break;
        if (roughWords > LONG_TURN_WORDS * 2) break;
        text += ' ';
      }
      starts.push(text.length);
      text += segment.text;
      roughWords += segment.text.length / 5.5;
    }
    const ends = isPunctuated ? sentenceEnds(text) : pausesIn(transcript, first, starts, text);
    addTurn(speech, { speakerId: segments[first]!.speakerId, isPunctuated }, first, starts, text, ends);
  }
  return speech;
}

/** Of text that has cases. English has one capital in 30 or 40 characters. */
const LEAST_CAPITALS = 0.002;

function hasCapitals(segments: TranscriptDocument['segments']): boolean {
  let [lower, upper] = [0, 0];
  for (const { text } of segments) {
    if (/\p{Ll}/u.test(text)) lower += text.length;
    upper += text.match(/\p{Lu}/gu)?.length ?? 0;
  }
  return upper >= LEAST_CAPITALS * lower;
}

/**
 * Whether each segment is in a stretch with punctuation. Captions of YouTube and some engines write words only, others stop writing marks for
 * minutes.
 */
function punctuatedOf(segments: TranscriptDocument['segments']): boolean[] {
  const flags: boolean[] = [];
  const marksOf = segments.map(({ text }) => text.match(/[.!?…。！？]/gu)?.length ?? 0);
  let [marks, words, isPunctuated] = [0, 0, true];
  for (const [at, { text }] of segments.entries()) {
    marks += marksOf[at] ?? 0;
    words += text.match(/\S+/g)?.length ?? 0;
    if (words < ENOUGH_WORDS) continue;
    isPunctuated = marks * MOST_WORDS_OF_A_MARK >= words;
    while (flags.length <= at) flags.push(isPunctuated);
    [marks, words] = [0, 0];
  }
  while (flags.length < segments.length) flags.push(isPunctuated);
  // Beside a stretch without marks, it goes as far as there are none.
  for (let at = 1; at < flags.length; at += 1)
    if (flags[at - 1] === false) flags[at] = marksOf[at] !== 0 && flags[at] === true;
  for (let at = flags.length - 2; at >= 0; at -= 1)
    if (flags[at + 1] === false) flags[at] = marksOf[at] !== 0 && flags[at] === true;
  return flags;
}

/** Where speech without punctuation ends its sentences: at pauses between segments, or after many words. */
function pausesIn(
  { segments, timing }: TranscriptDocument,
  first: number,
  starts: readonly number[],
  text: string,
): number[] {
  const ends: number[] = [];
  let words = 0;
  for (const [offset, start] of starts.entries()) {
    const [segment, before] = [segments[first + offset]!, segments[first + offset - 1]];
    const pauses =
      timing === 'measured' && before !== undefined && segment.startMs - before.endMs >= SENTENCE_PAUSE_MS;
    const own = segment.text.match(/\S+/g)?.length ?? 0;
    if (offset > 0 && (pauses || words + own > MOST_WORDS_WITHOUT_PAUSE)) {
      ends.push(start);
      words = 0;
    }
    if (own > MOST_WORDS_WITHOUT_PAUSE) ends.push(...clausesIn(segment.text).map((at) => start + at));
    words += own;
  }
  ends.push(text.length);
  return ends;
}

/** Where in a long stretch of words without marks and pauses a clause may begin. */
function clausesIn(text: string): number[] {
  const ends: number[] = [];
  let words = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (words >= MOST_WORDS_WITHOUT_PAUSE || (words >= LEAST_WORDS_OF_CLAUSE && OPENS_CLAUSE.test(word))) {
      ends.push(index);
      words = 0;
    }
    words += 1;
  }
  return ends;
}

function quotedAfter(text: string, before: boolean): boolean {
  let quoted = before;
  for (const [mark] of text.matchAll(/["“”]/g)) quoted = mark === '"' ? !quoted : mark === '“';
  return quoted;
}

function addTurn(
  speech: Speech,
  { speakerId, isPunctuated }: Pick<Sentence, 'speakerId' | 'isPunctuated'>,
  firstSegment: number,
  starts: number[],
  text: string,
  ends: readonly number[],
): void {
  const turn: Turn = {
    index: speech.turns.length,
    speakerId,
    from: speech.sentences.length,
    to: speech.sentences.length,
    wordCount: 0,
  };
  let segment = 0;
  let from = 0;
  let quoted = false;
  for (const end of ends) {
    for (const [start, stop] of shorten(text, from, end)) {
      const raw = text.slice(start, stop);
      const trimmed = raw.trim();
      const words = wordsOf(trimmed);
      const inSpeech = quoted;
      quoted = quotedAfter(trimmed, quoted);
      if (words.length === 0) continue;
      const begin = start + (raw.length - raw.trimStart().length);
      while (segment + 1 < starts.length && starts[segment + 1]! <= begin) segment += 1;
      let last = segment;
      while (last + 1 < starts.length && starts[last + 1]! < begin + trimmed.length) last += 1;
      speech.sentences.push({
        index: speech.sentences.length,
        turn: turn.index,
        speakerId,
        firstSegment: firstSegment + segment,
        lastSegment: firstSegment + last,
        startAt: begin - starts[segment]!,
        endAt: begin + trimmed.length - starts[last]!,
        text: trimmed,
        words,
        inSpeech,
        isPunctuated,
      });
      turn.wordCount += words.length;
    }
    from = end;
  }
  turn.to = speech.sentences.length;
  if (turn.to === turn.from) return;
  speech.wordCount += turn.wordCount;
  speech.turns.push(turn);
}

/** Evidence for sentences: their segments in order, and the time these cover. */
export function evidenceOf(transcript: TranscriptDocument, ...sentences: Sentence[]): Evidence {
  const indices = new Set<number>();
  for (const sentence of sentences)
    for (let at = sentence.firstSegment; at <= sentence.lastSegment; at += 1) indices.add(at);
  const segments = [...indices].sort((a, b) => a - b).map((index) => transcript.segments[index]!);
  return {
    segmentIds: segments.map((segment) => segment.id),
    startMs: Math.min(...segments.map((segment) => segment.startMs)),
    endMs: Math.max(...segments.map((segment) => segment.endMs)),
  };
}

/** A simple English stemmer, so that "dragons" and "dragon" count as one. Other scripts are unchanged. */
export function stem(word: string): string {
  let stemmed = word.replace(/'s?$/, '');
  if (stemmed.length > 4) stemmed = stemmed.replace(/(?:ies|ied)$/, 'y');
  if (stemmed.length > 5) stemmed = stemmed.replace(/(?:ing|edly|ed|ly)$/, '');
  if (stemmed.length > 3) stemmed = stemmed.replace(/([^s])s$/, '$1');
  return stemmed.length > 4 ? stemmed.replace(/e$/, '') : stemmed;
}

/** What two texts share that differ in marks, spaces and capitals only. */
export const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
