import type { CampaignKnowledge } from '../port.ts';
import { COMMON_WORDS } from './common-words.ts';
import { bare } from './names.ts';
import { capital, lowered, type Sentence, type Speech, WORD } from './text.ts';
import {
  FACTION_NOUNS,
  FUNCTION_WORDS,
  ITEM_NOUNS,
  NOT_NAMES,
  PERSON_TITLES,
  PLACE_NOUNS,
} from './vocabulary.ts';

const ENDINGS = ['s', 'es', 'd', 'ed', 'ing', 'ly', 'er', 'r', 'y', 'n', 'en', 'est', 'ish', 'like', 'less'];
const LEAST_STEM = 3;

/** Whether a word, or one that it is made of, is among some: "stopping", "carried" and "walks" of "stop", "carry" and "walk". */
export function isMadeOf(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  return ENDINGS.some((ending) => {
    const rest = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || rest.length < LEAST_STEM) return false;
    return (
      words.has(rest) ||
      words.has(`${rest}e`) ||
      (rest.endsWith('i') && words.has(`${rest.slice(0, -1)}y`)) ||
      (rest.at(-1) === rest.at(-2) && words.has(rest.slice(0, -1)))
    );
  });
}

const NO_NAMES = new Set(
  [COMMON_WORDS, FUNCTION_WORDS, NOT_NAMES, PLACE_NOUNS, FACTION_NOUNS, ITEM_NOUNS, PERSON_TITLES].flatMap(
    (words) => [...words],
  ),
);
/** "Would've" is made of "would". */
const isCommon = (word: string): boolean => isMadeOf(NO_NAMES, word.replace(/'(?:ve|re|ll|d|m|t)$/, ''));

const DETERMINER =
  /^(?:the|an?|my|your|our|his|her|its|their|this|that|these|those|some|any|no|every|each|another|two|three)$/;
/** "Hey Bryce", "thank you Bryce", "I'm Bryce". */
const CALLS = /^(?:hey|hi|hello|thanks|i'm|named|called)$/;
const PERSONAL = /^i(?:'\p{L}+)?$/u;
const LEAST_TIMES = 3;
const LEAST_TIMES_CALLED = 2;
/** "The doorknob": of things one says which. */
const MOST_WITH_DETERMINER = 0.35;
const LEAST_LENGTH = 3;
/** Of the times of the rarer of two words: "percival de rolo" is one name, "grog scanlan" two. */
const LEAST_TOGETHER = 0.5;

interface Uses {
  all: number;
  withDeterminer: number;
  called: number;
}

/** Words that are no common English ones, and are used as names are. */
function namesAmong(sentences: readonly Sentence[], known: ReadonlySet<string>): ReadonlySet<string> {
  const uses = new Map<string, Uses>();
  for (const { words } of sentences)
    for (const [at, { lower }] of words.entries()) {
      const of = uses.get(bare(lower)) ?? { all: 0, withDeterminer: 0, called: 0 };
      const before = words[at - 1]?.lower ?? '';
      of.all += 1;
      if (DETERMINER.test(before)) of.withDeterminer += 1;
      if (CALLS.test(before) || PERSON_TITLES.has(before)) of.called += 1;
      uses.set(bare(lower), of);
    }
  return new Set(
    [...uses].flatMap(([word, { all, withDeterminer, called }]) =>
      known.has(word) ||
      (word.length >= LEAST_LENGTH &&
        all >= (called > 0 ? LEAST_TIMES_CALLED : LEAST_TIMES) &&
        withDeterminer <= MOST_WITH_DETERMINER * all &&
        /^[\p{L}'’-]+$/u.test(word) &&
        !isCommon(word))
        ? word
        : [],
    ),
  );
}

/** Words of the names that a campaign knows. */
function knownWords({ playerCharacters, names, earlier }: CampaignKnowledge): Set<string> {
  const forms = [
    ...playerCharacters.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...names.flatMap(({ term, heardAs, aliases = [] }) => [term, ...heardAs, ...aliases]),
    ...(earlier?.entries ?? []).flatMap(({ name, aliases }) => [name, ...aliases]),
  ];
  return new Set(
    forms
      .flatMap((form) => lowered(form).split(/\s+/))
      .filter((word) => word.length >= LEAST_LENGTH && !isCommon(word)),
  );
}

/**
 * Gives names their capitals again where a speech engine writes none, and "I" its own, so that what reads capitals can read them. English only: what is no
 * common word of it, comes again and is used as a name is. Changes the words and texts of sentences, not the transcript's.
 */
export function restoreCapitals({ sentences }: Speech, campaign: CampaignKnowledge): void {
  const names = namesAmong(sentences, knownWords(campaign));
  const isName = (word: Sentence['words'][number] | undefined) =>
    word !== undefined && names.has(bare(word.lower));
  const [alone, together] = [new Map<string, number>(), new Map<string, number>()];
  const pairOf = (words: Sentence['words'], at: number) =>
    `${bare(words[at - 1]!.lower)} ${bare(words[at]!.lower)}`;
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { words } of sentences)
    for (const [at, word] of words.entries()) {
      if (!isName(word)) continue;
      add(alone, bare(word.lower));
      if (isName(words[at - 1])) add(together, pairOf(words, at));
    }
  const isOneName = (words: Sentence['words'], at: number) => {
    const [first = '', second = ''] = pairOf(words, at).split(' ');
    return (
      (together.get(`${first} ${second}`) ?? 0) >
      LEAST_TOGETHER * Math.min(alone.get(first) ?? 0, alone.get(second) ?? 0)
    );
  };
  for (const sentence of sentences) {
    const { words } = sentence;
    for (const [at, word] of words.entries()) {
      const isTitle = PERSON_TITLES.has(word.lower) && isName(words[at + 1]);
      if (isName(word) && isName(words[at - 1]) && !isOneName(words, at)) word.joined = false;
      if (isTitle || isName(word) || PERSONAL.test(word.lower)) word.raw = capital(word.raw);
    }
    let at = 0;
    sentence.text = sentence.text.replace(WORD, (raw) => {
      const word = words[at]?.lower === lowered(raw) ? words[at]?.raw : undefined;
      at += 1;
      return word ?? raw;
    });
  }
}
