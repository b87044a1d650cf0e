import type { TranscriptDocument, Warning } from '#contract/transcript.ts';
import { isEnglish, languageName, primaryTag } from '../english-words.ts';
import { heardLanguage, languageTag } from './merge.ts';
import type { HeardChunk, SpeechEngine } from './port.ts';

/** The most frequent words of languages that tables play in, without those that several share. */
const FREQUENT: Record<string, ReadonlySet<string>> = Object.fromEntries(
  Object.entries({
    en: 'the and you to of is it that we what this',
    de: 'der die und ich das ist nicht du wir ein es',
    fr: 'je est le les pas et vous des que on il',
    es: 'que el los y es lo por una con pero está',
    it: 'che il di non è per sono una mi si ma',
    pt: 'que não um uma você eu com os isso é do',
    nl: 'de het een en ik dat niet is van je we',
    pl: 'nie to się na że jest co jak ja w z',
    sv: 'och det är att jag inte som en på ni vi',
    cs: 'je se to na že ne jsem ale tak a v',
  }).map(([tag, words]) => [tag, new Set(words.split(' '))]),
);
const LEAST_SHARE = 0.15;
/** So much more of it than of any other. */
const LEAST_MORE = 1.5;
/** Of the language that is expected: a name or a quotation, no more. */
const MOST_EXPECTED = 0.06;
const ENOUGH_WORDS = 40;
/** Services guess wrongly from a few words. */
const ENOUGH_FOR_SERVICES = 20;
const LEAST_MS = 60_000;
/** A stretch goes on over a piece without words. */
const JOINED_MS = 60_000;
const MOST_PLACES = 3;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** The language of words where it is plainly another than the expected one; null: the same, unknown, or too little to say. */
export function otherLanguageOf(text: string, expected: string): string | null {
  const words = wordsOf(text);
  if (words.length < ENOUGH_WORDS) return null;
  const shares = Object.entries(FREQUENT)
    .map(([tag, frequent]) => ({
      tag,
      share: words.filter((word) => frequent.has(word)).length / words.length,
    }))
    .sort((one, other) => other.share - one.share);
  const [first, second] = shares;
  const ofExpected = shares.find(({ tag }) => tag === expected)?.share ?? 0;
  if (first === undefined || first.tag === expected || ofExpected > MOST_EXPECTED) return null;
  return first.share >= LEAST_SHARE && first.share >= LEAST_MORE * (second?.share ?? 0) ? first.tag : null;
}

interface Piece {
  startMs: number;
  endMs: number;
}

/** What the user should know about the languages of a recording: of all of it, or of stretches. */
export function languageWarnings(
  { engine, language }: { engine: SpeechEngine; language: string | null },
  pieces: readonly Piece[],
  heard: readonly (HeardChunk | null)[],
  segments: TranscriptDocument['segments'],
  clock: (ms: number) => string,
): Warning[] {
  const wanted = language === null ? null : languageTag(language);
  const heardTag = heardLanguage([...heard]);
  const whole = ofWhole(engine, wanted, heardTag, segments);
  const expected = wanted ?? heardTag;
  return whole.length > 0 || expected === null
    ? whole
    : ofStretches(primaryTag(expected), pieces, heard, clock);
}

function ofWhole(
  engine: SpeechEngine,
  wanted: string | null,
  heardTag: string | null,
  segments: TranscriptDocument['segments'],
): Warning[] {
  const warning = (code: string, message: string) => [{ code, message, startMs: null, endMs: null }];
  if (wanted !== null && engine.languages && !engine.languages.includes(primaryTag(wanted)))
    return warning(
      'languageUnknown',
      `This server’s speech engine doesn’t know ${languageName(wanted)}, so the whole transcript may be wrong. ` +
        'Check a few lines before you pay for an analysis.',
    );
  const advice = 'If that is wrong, change it and analyze the recording again.';
  if (
    wanted !== null &&
    heardTag === null &&
    primaryTag(wanted) === 'en' &&
    isEnglish(segments.map(({ text }) => text)) === false
  )
    return warning(
      'otherLanguage',
      `This recording does not sound like English, the campaign’s language. ${advice}`,
    );
  if (wanted === null || heardTag === null || primaryTag(heardTag) === primaryTag(wanted)) return [];
  return warning(
    'otherLanguage',
    `This recording sounds like ${languageName(heardTag)}, but the campaign’s language is ${languageName(wanted)}. ${advice}`,
  );
}

function ofStretches(
  expected: string,
  pieces: readonly Piece[],
  heard: readonly (HeardChunk | null)[],
  clock: (ms: number) => string,
): Warning[] {
  const others = pieces
    .flatMap(({ startMs, endMs }, at) => {
      const tag = languageOf(heard[at] ?? null, expected);
      return tag === null ? [] : [{ tag, startMs, endMs }];
    })
    .sort((one, other) => one.startMs - other.startMs);
  return [...new Set(others.map(({ tag }) => tag))].flatMap((tag) => {
    const own = others.filter((each) => each.tag === tag);
    const stretches = joined(own);
    const [first] = stretches;
    const totalMs = stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    if (first === undefined || totalMs < LEAST_MS) return [];
    const minutes = Math.round(totalMs / 60_000);
    const places = stretches
      .slice(0, MOST_PLACES)
      .map(({ startMs, endMs }) => `${clock(startMs)}–${clock(endMs)}`);
    const more = stretches.length > MOST_PLACES ? ` and ${stretches.length - MOST_PLACES} more` : '';
    return {
      code: 'otherLanguagePart',
      message:
        `${minutes === 1 ? 'A minute' : `${minutes} minutes`} in ${languageName(tag)}? The campaign’s language is ${languageName(expected)} ` +
        `(at ${places.join(', ')}${more}). If someone did speak ${languageName(tag)} there, all is well. If not, ` +
        'the speech engine guessed the wrong language: listen there and correct the lines.',
      ...first,
    };
  });
}

/** Null: the expected one, or unknown. */
function languageOf(chunk: HeardChunk | null, expected: string): string | null {
  if (chunk === null) return null;
  const text = chunk.segments.map((segment) => segment.text).join(' ');
  const tag = chunk.language === null ? null : languageTag(chunk.language);
  if (tag === null) return otherLanguageOf(text, expected);
  const isSure = primaryTag(tag) !== expected && wordsOf(text).length >= ENOUGH_FOR_SERVICES;
  return isSure ? primaryTag(tag) : null;
}

function joined(pieces: readonly Piece[]): Piece[] {
  const stretches: Piece[] = [];
  for (const { startMs, endMs } of pieces) {
    const last = stretches.at(-1);
    if (last !== undefined && startMs - last.endMs <= JOINED_MS) last.endMs = Math.max(last.endMs, endMs);
    else stretches.push({ startMs, endMs });
  }
  return stretches;
}
