import { logistic } from '#server/platform/logistic.ts';
import { type Cue, countOf, cues } from './cues.ts';
import type { Prepared } from './prepare.ts';
import { bias, type Feature, features, weights } from './salience-weights.ts';
import { type Sentence, stem } from './text.ts';
import { isEnglish } from './titles.ts';
import { FUNCTION_WORDS } from './vocabulary.ts';

/** What is known of each sentence of a session, by its index. */
export interface Salience {
  /** The probability that people retell the sentence at the next session, 0 to 1. */
  worth: Float64Array;
  /** Its content words, stemmed, each once. */
  stems: readonly ReadonlySet<string>[];
  /** How rare a stem is in this session: log of sentences over sentences that have it. */
  rarity: (stem: string) => number;
  chapterOf: Int32Array;
  /** What the regression knows of each. */
  values: Values;
}

const NEARBY = 12;
/** Sentences in which what was said may be taken up again. */
const AHEAD = 80;
const LEAST_CERTAIN = 0.45;
const MOST_DEVIATIONS = 4;

const isContent = (word: string): boolean =>
  !FUNCTION_WORDS.has(word) && (word.length > 2 || word > '\u{2e80}');

const contentOf = ({ words }: Sentence): string[] =>
  words.flatMap(({ lower }) => (isContent(lower) ? [stem(lower)] : []));

const add = <Key>(counts: Map<Key, number>, key: Key, by = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + by);
};

/** Names of the story that a sentence says, by their numbers. */
export const namesIn = ({ names }: Prepared, sentence: number): number[] =>
  (names.inSentence.get(sentence) ?? []).filter(
    (each) => names.all[each]!.certainty >= LEAST_CERTAIN && names.all[each]!.count > 1,
  );

/** Running sums, so that a mean over a window costs the same for any window. */
function sumsOf(values: ArrayLike<number>): (from: number, to: number) => number {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at += 1) sums[at + 1] = sums[at]! + values[at]!;
  return (from, to) => sums[Math.min(to, values.length)]! - sums[Math.max(0, from)]!;
}

/**
 * How likely each sentence is to be one that people retell, by a logistic regression over its words, its place and its neighbors. It needs no speakers,
 * capitals or punctuation: a feature in which the sentences of a session do not differ counts nothing. Linear in the words.
 */
export function salienceOf(prepared: Prepared): Salience {
  const { speech, scenes } = prepared;
  const content = speech.sentences.map(contentOf);
  const stems = content.map((each) => new Set(each));
  const inSentences = new Map<string, number>();
  for (const each of stems) for (const one of each) add(inSentences, one);
  const rarity = (one: string) => Math.log((stems.length + 1) / (inSentences.get(one) ?? 1));
  const chapterOf = new Int32Array(stems.length);
  for (const [chapter, { from }] of scenes.entries()) chapterOf.fill(chapter, from);
  const values = standardized(prepared, valuesOf(prepared, { content, stems, rarity, chapterOf }));
  const sums = new Float64Array(stems.length).fill(bias);
  for (const [feature, all] of values)
    for (const [at, value] of all.entries()) sums[at] = sums[at]! + weights[feature] * value;
  return { worth: sums.map(logistic), stems, rarity, chapterOf, values };
}

/** What the regression knows of each sentence. */
export type Values = Map<Feature, Float64Array>;

/** Values against the other sentences of the session's play. */
function standardized({ speech, zones }: Prepared, values: Values): Values {
  const play = speech.sentences.flatMap(({ index }) => (zones.zones[index] === 'play' ? index : []));
  const meanOf = (numbers: readonly number[]) =>
    numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
  for (const [feature, raw] of values) {
    // Values differ by orders of magnitude.
    const all = raw.map((value) => Math.log1p(value));
    const mean = meanOf(play.map((at) => all[at]!));
    const deviation = Math.sqrt(meanOf(play.map((at) => (all[at]! - mean) ** 2)));
    const most = (value: number) => Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, value));
    values.set(
      feature,
      all.map((value) => (deviation < 1e-6 ? 0 : most((value - mean) / deviation))),
    );
  }
  return values;
}

function valuesOf(
  prepared: Prepared,
  {
    content,
    stems,
    rarity,
    chapterOf,
  }: Omit<Salience, 'worth' | 'values'> & { content: readonly string[][] },
): Values {
  const { speech, zones, scenes } = prepared;
  const { sentences, turns } = speech;
  const times = new Map<string, number>();
  for (const each of content) for (const one of each) add(times, one);
  const inChapter = scenes.map(() => new Map<string, number>());
  for (const { index } of sentences)
    if (zones.zones[index] === 'play')
      for (const one of content[index]!) add(inChapter[chapterOf[index]!] ?? new Map(), one);
  const chaptersWith = new Map<string, number>();
  for (const chapter of inChapter) for (const one of chapter.keys()) add(chaptersWith, one);
  const shares = new Map<string | null, number>();
  for (const { speakerId, words } of sentences) add(shares, speakerId, words.length);

  const wordsIn = sumsOf(sentences.map(({ words }) => words.length));
  const total = Math.max(1, speech.wordCount);
  const english = isEnglish(prepared);
  const cueOf = (name: Cue) => {
    const counts = sentences.map(({ text }) =>
      english ? countOf(cues[name], text.replaceAll('’', "'")) : 0,
    );
    const within = sumsOf(counts);
    const nearby = ({ index }: Sentence) => {
      const [from, to] = [index - NEARBY, index + NEARBY + 1];
      return within(from, to) / Math.max(1, wordsIn(from, to));
    };
    return { of: ({ index }: Sentence) => counts[index]!, nearby };
  };
  const [first, you, third, it, the] = [
    cueOf('First'),
    cueOf('You'),
    cueOf('Third'),
    cueOf('It'),
    cueOf('The'),
  ];
  const [dice, declares, arrives, death] = [cueOf('Dice'), cueOf('Declare'), cueOf('Arrive'), cueOf('Death')];

  const ahead = new Map<string, number>();
  const takenUp = Float64Array.from(sentences, () => 0);
  for (let at = sentences.length - 1; at >= 0; at -= 1) {
    for (const one of stems[at + AHEAD + 1] ?? []) add(ahead, one, -1);
    for (const one of stems[at + 1] ?? []) add(ahead, one);
    for (const one of stems[at]!) takenUp[at] = takenUp[at]! + rarity(one) * Math.log1p(ahead.get(one) ?? 0);
  }

  const sum = ({ index }: Sentence, read: (stem: string) => number) => {
    let all = 0;
    for (const one of stems[index]!) all += read(one);
    return all;
  };
  const rate = (count: number, { words }: Sentence) => count / Math.max(1, words.length);
  const position = ({ index }: Sentence) => wordsIn(0, index + 1) / total;
  const read: Record<Feature, (sentence: Sentence) => number> = {
    words: ({ words }) => words.length,
    contentWords: ({ index }) => content[index]!.length,
    contentRate: (sentence) => rate(content[sentence.index]!.length, sentence),
    centrality: (sentence) =>
      sum(sentence, (one) => Math.log1p(times.get(one) ?? 0) * rarity(one)) /
      Math.sqrt(sentence.words.length + 4),
    centralityInChapter: (sentence) => {
      const own = inChapter[chapterOf[sentence.index]!];
      const weight = (one: string) =>
        Math.log1p(own?.get(one) ?? 0) *
        Math.log((scenes.length + 1) / Math.max(1, chaptersWith.get(one) ?? 0));
      return sum(sentence, weight) / Math.sqrt(sentence.words.length + 4);
    },
    rarity: (sentence) => sum(sentence, rarity) / (stems[sentence.index]!.size + 1),
    mass: (sentence) => sum(sentence, rarity),
    takenUp: ({ index }) => takenUp[index]!,
    names: ({ index }) => namesIn(prepared, index).length,
    capitalRate: (sentence) => rate(countOf(/\p{Lu}/gu, sentence.text), sentence),
    quotationMarks: ({ text }) => countOf(/["“]/g, text),
    parentheses: ({ text }) => countOf(/\(/g, text),
    position,
    fromEdge: (sentence) => Math.min(position(sentence), 1 - position(sentence)),
    shareOfSpeaker: ({ speakerId }) => (shares.get(speakerId) ?? 0) / total,
    wordsOfTurn: ({ turn }) => turns[turn]!.wordCount,
    wordsOfTurnAfter: ({ turn }) => turns[turn + 1]?.wordCount ?? 0,
    wordsBefore: ({ index }) => sentences[index - 1]?.words.length ?? 0,
    first: first.of,
    third: third.of,
    thirdRate: (sentence) => rate(third.of(sentence), sentence),
    it: it.of,
    theRate: (sentence) => rate(the.of(sentence), sentence),
    diceRate: (sentence) => rate(dice.of(sentence), sentence),
    diceNearby: dice.nearby,
    youNearby: you.nearby,
    declares: declares.of,
    death: death.of,
    arrivalsNearby: arrives.nearby,
  };
  return new Map(features.map((feature) => [feature, Float64Array.from(sentences, read[feature])]));
}
