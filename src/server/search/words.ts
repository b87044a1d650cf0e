import { doubleMetaphone } from 'double-metaphone';
import { isUnspaced } from '#contract/recognized-text.ts';

const SHORTEST_MISTAKEN = 3;
/** Mistakes behind these letters are found by sound, or by those before them. */
const COMPARED = 9;

export const mayBeMistaken = (word: string): boolean =>
  word.length >= SHORTEST_MISTAKEN && /^\p{L}+$/u.test(word) && !isUnspaced(word);

/**
 * Words that share a key sound alike or differ by one letter: each has the word and all that is left of it without one
 * letter, so two words that differ in one have one in common.
 */
export function keysOf(word: string): number[] {
  if (!mayBeMistaken(word)) return [];
  const start = word.slice(0, COMPARED);
  const shorter =
    word.length <= SHORTEST_MISTAKEN
      ? []
      : Array.from(start, (_, at) => start.slice(0, at) + start.slice(at + 1));
  return [...new Set([start, ...shorter, ...soundsOf(word).map((sound) => `~${sound}`)].map(hashOf))];
}

/** FNV-1a. Different texts with the same hash only cost a comparison. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

export const soundsOf = (word: string): string[] =>
  [...new Set(doubleMetaphone(word))].filter((sound) => sound.length > 1);

/** Those of PostgreSQL 15 or later. */
const configurations: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** PostgreSQL's configuration for a campaign's language. Most campaigns say none: most of these are in English. */
export const configurationOf = (language: string | null): string =>
  language === null ? 'english' : (configurations[language.toLowerCase().split('-')[0] ?? ''] ?? 'simple');
