import type { Prepared } from '../reading/prepare.ts';
import type { Sentence } from '../reading/text.ts';
import { isEnglish } from '../reading/titles.ts';
import { FUNCTION_WORDS } from '../reading/vocabulary.ts';
import { type Cue, countOf, cueNames, cues } from './cues.ts';
import { bias, type Feature, weights } from './salience-weights.ts';

/** What is known of each sentence of a session, by its index. */
export interface Salience {
  /** The probability that people's notes rest on the sentence, 0 to 1. */
  worth: Float64Array;
  /** Its content words, stemmed, each once. */
  stems: readonly ReadonlySet<string>[];
  /** How rare a stem is in this session: log of sentences over sentences that have it. */
  rarity: (stem: string) => number;
  chapterOf: Int32Array;
}

const NEARBY = 12;
const ENDINGS = ['ingly', 'edly', 'ing', 'ied', 'ies', 'ed', 'es', 'ly', 's'];

/** The stemmer that the weights were fitted with. Other scripts are unchanged. */
function stemOf(word: string): string {
  let stem = word.endsWith("'s") ? word.slice(0, -2) : word;
  const ending = ENDINGS.find((each) => stem.endsWith(each) && stem.length - each.length >= 3);
  if (ending !== undefined) {
    stem = stem.slice(0, -ending.length);
    if (stem.length > 3 && stem.at(-1) === stem.at(-2) && !'lsz'.includes(stem.at(-1)!))
      stem = stem.slice(0, -1);
  }
  return stem.length > 3 && /[eyi]$/.test(stem) ? stem.slice(0, -1) : stem;
}

const isContent = (word: string): boolean =>
  !FUNCTION_WORDS.has(word) && (word.length > 2 || word > '\u{2e80}');

const contentOf = ({ words }: Sentence): string[] =>
  words.flatMap(({ lower }) => (isContent(lower) ? [stemOf(lower)] : []));

const NAME = /(?<=[a-z,;] )\p{Lu}[\p{L}'’]{2,}/gu;

const count = <Key>(counts: Map<Key, number>, key: Key, by = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + by);
};

/** Running sums, so that a mean over a window costs the same for any window. */
function sumsOf(values: ArrayLike<number>): (from: number, to: number) => number {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at += 1) sums[at + 1] = sums[at]! + values[at]!;
  return (from, to) => sums[to]! - sums[from]!;
}

/** What the regression knows of a sentence. What the session lacks has no value. */
export type Values = Partial<Record<Feature, number>>;

/**
 * How likely each sentence is to be one that people's notes rest on, by a logistic regression over its words, its place and its neighbors.
 * It needs no speakers, capitals or punctuation: what a session lacks counts as average. Linear in the words.
 * @param see is shown the values of each sentence, in order, for fitting
 */
export function salienceOf(prepared: Prepared, see: (values: Values) => void = () => {}): Salience {
  const { speech, zones, scenes } = prepared;
  const { sentences, turns } = speech;
  const english = isEnglish(prepared);
  const content = sentences.map(contentOf);
  const stems = content.map((each) => new Set(each));
  const total = Math.max(1, speech.wordCount);

  const inSentences = new Map<string, number>();
  const times = new Map<string, number>();
  for (const each of stems) for (const stem of each) count(inSentences, stem);
  for (const each of content) for (const stem of each) count(times, stem);
  const rarity = (stem: string) => Math.log((sentences.length + 1) / (inSentences.get(stem) ?? 1));
  const weightOf = (stem: string) => Math.log1p(times.get(stem) ?? 0) * rarity(stem);

  const chapterOf = new Int32Array(sentences.length);
  for (const [chapter, { from }] of scenes.entries()) chapterOf.fill(chapter, from);
  const inChapter = scenes.map(() => new Map<string, number>());
  for (const { index } of sentences)
    if (zones.zones[index] === 'play')
      for (const stem of content[index]!) count(inChapter[chapterOf[index]!] ?? new Map(), stem);
  const chaptersWith = new Map<string, number>();
  for (const chapter of inChapter) for (const stem of chapter.keys()) count(chaptersWith, stem);
  const chapters = Math.max(1, scenes.length);

  const shares = new Map<string | null, number>();
  for (const { speakerId, words } of sentences) count(shares, speakerId, words.length / total);
  const lower = new Map<string, number>();
  const capital = new Map<string, number>();
  for (const { words } of sentences)
    for (const { raw, lower: key } of words) count(/^\p{Lu}/u.test(raw) ? capital : lower, key);

  const lengths = sentences.map(({ words }) => words.length);
  const wordsIn = sumsOf(lengths);
  const cuesOf = new Map(
    cueNames.map((name) => {
      const counts = sentences.map(({ text }) =>
        english ? countOf(cues[name], text.replaceAll('’', "'")) : 0,
      );
      return [name, { counts, within: sumsOf(counts) }];
    }),
  );
  const cueAt = (name: Cue, at: number) => cuesOf.get(name)!.counts[at]!;

  const hasPunctuation = sentences.some(({ text }) => /[.!?,。！？]/.test(text));
  const gameMasterId = zones.gameMasterId;
  const worth = new Float64Array(sentences.length);
  const seen = new Set<string>();
  const seenNames = new Set<string>();
  const ofTurn = (turn: number, read: (sentence: number) => number) => {
    const each = turns[turn];
    if (!each) return 0;
    let most = 0;
    for (let at = each.from; at < each.to; at += 1) most = Math.max(most, read(at));
    return most;
  };

  for (const sentence of sentences) {
    const at = sentence.index;
    const own = stems[at]!;
    const words = Math.max(1, lengths[at]!);
    const turn = turns[sentence.turn]!;
    const chapter = inChapter[chapterOf[at]!] ?? new Map<string, number>();
    const sum = (read: (stem: string) => number) => {
      let all = 0;
      for (const stem of own) all += read(stem);
      return all;
    };
    const names = [...`a ${sentence.text}`.matchAll(NAME)]
      .map(([name]) => name.toLowerCase().replaceAll('’', "'").replace(/'s$/, ''))
      .filter((name) => (capital.get(name) ?? 0) > (lower.get(name) ?? 0));
    const from = Math.max(0, at - NEARBY);
    const to = Math.min(sentences.length, at + NEARBY + 1);
    const nearby = (name: Cue) => cuesOf.get(name)!.within(from, to) / Math.max(1, wordsIn(from, to));
    const position = wordsIn(0, at + 1) / total;
    const before = sentences[at - 1] ?? sentence;
    const after = sentences[at + 1] ?? sentence;
    const turnBefore = turns[sentence.turn - 1];
    const turnAfter = turns[sentence.turn + 1];
    const mass = sum(rarity);
    const values: Values = {
      words: lengths[at]!,
      wordsLog: Math.log1p(lengths[at]!),
      contentWords: content[at]!.length,
      contentRate: content[at]!.length / words,
      shareOfSpeaker: shares.get(sentence.speakerId) ?? 0,
      wordsOfTurn: turn.wordCount,
      sentencesOfTurn: turn.to - turn.from,
      placeInTurn: at - turn.from,
      leftOfTurn: turn.to - 1 - at,
      centrality: sum(weightOf) / Math.sqrt(words + 4),
      rarity: mass / (own.size + 1),
      mass,
      centralityInChapter:
        sum(
          (stem) =>
            Math.log1p(chapter.get(stem) ?? 0) *
            Math.log((chapters + 1) / Math.max(1, chaptersWith.get(stem) ?? 0)),
        ) / Math.sqrt(words + 4),
      ownOfChapter: sum((stem) =>
        (chapter.get(stem) ?? 0) >= 3 && (chaptersWith.get(stem) ?? 0) <= Math.max(2, chapters * 0.35)
          ? 1
          : 0,
      ),
      newWords: sum((stem) => (seen.has(stem) ? 0 : 1)),
      newKeyWords: sum((stem) => (!seen.has(stem) && (times.get(stem) ?? 0) >= 3 ? 1 : 0)),
      bursts: sum((stem) =>
        (times.get(stem) ?? 0) >= 3 && (chapter.get(stem) ?? 0) >= 0.6 * (times.get(stem) ?? 0) ? 1 : 0,
      ),
      names: names.length,
      nameRate: names.length / words,
      newNames: names.filter((name) => !seenNames.has(name)).length,
      rareNames: names.filter((name) => (capital.get(name) ?? 0) <= 12).length,
      position,
      fromEdge: Math.min(position, 1 - position),
      wordsBefore: before.words.length,
      wordsAfter: after.words.length,
      sameTurnBefore: before.turn === sentence.turn ? 1 : 0,
      sameTurnAfter: after.turn === sentence.turn ? 1 : 0,
      wordsOfTurnBefore: turnBefore?.wordCount ?? 0,
      wordsOfTurnAfter: turnAfter?.wordCount ?? 0,
      lengthNearby: wordsIn(from, to) / (to - from),
    };
    for (const stem of own) seen.add(stem);
    for (const name of names) seenNames.add(name);
    if (gameMasterId !== null) {
      values.byGameMaster = sentence.speakerId === gameMasterId ? 1 : 0;
      values.gameMasterBefore = turnBefore?.speakerId === gameMasterId ? 1 : 0;
      values.gameMasterAfter = turnAfter?.speakerId === gameMasterId ? 1 : 0;
    }
    if (hasPunctuation) {
      values.question = sentence.text.includes('?') ? 1 : 0;
      values.exclamations = countOf(/!/g, sentence.text);
      values.quotationMarks = countOf(/["“]/g, sentence.text);
      values.dashes = countOf(/--/g, sentence.text);
      values.commas = countOf(/,/g, sentence.text);
      values.capitalRate = countOf(/\p{Lu}/gu, sentence.text) / words;
    }
    if (english) {
      for (const name of cueNames)
        if (hasPunctuation || (name !== 'Laugh' && name !== 'Parenthesis'))
          values[`cue${name}`] = cueAt(name, at);
      values.rateYou = cueAt('You', at) / words;
      values.rateFirst = cueAt('First', at) / words;
      values.rateThird = cueAt('Third', at) / words;
      values.rateDice = cueAt('Dice', at) / words;
      values.rateSetting = cueAt('Setting', at) / words;
      values.rateTable = cueAt('Table', at) / words;
      values.rateThe = cueAt('The', at) / words;
      values.declaredBefore = ofTurn(sentence.turn - 1, (each) => cueAt('Declare', each));
      values.askedBefore = ofTurn(sentence.turn - 1, (each) => cueAt('CanI', each));
      values.diceNearby = nearby('Dice');
      values.youNearby = nearby('You');
      values.tableNearby = nearby('Table');
      values.settingNearby = nearby('Setting');
      values.laughterNearby = cuesOf.get('Laugh')!.within(from, to);
    }
    see(values);
    worth[at] = probability(values);
  }
  return { worth, stems, rarity, chapterOf };
}

const MOST_DEVIATIONS = 4;

/** Values differ by orders of magnitude: sign(x)·log(1 + |x|). */
export const evenly = (value: number): number => Math.sign(value) * Math.log1p(Math.abs(value));

function probability(values: Values): number {
  let sum = bias;
  for (const [feature, mean, deviation, coefficient] of weights) {
    const value = values[feature];
    if (value === undefined) continue;
    const even = (evenly(value) - mean) / deviation;
    sum += coefficient * Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, even));
  }
  return 1 / (1 + Math.exp(-sum));
}
