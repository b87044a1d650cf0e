import { doubleMetaphone } from 'double-metaphone';
import type { Certainty } from '#contract/corrections.ts';
import { present } from '#contract/unknown-values.ts';

export interface Match {
  start: number;
  end: number;
  text: string;
  certainty: Certainty;
  replacement: string;
  string?: number;
}

interface Token {
  start: number;
  end: number;
}

interface Verdict {
  certainty: Certainty;
  replacement: string;
  distance: number;
}

const order: Readonly<Record<Certainty, number>> = { exact: 0, inflected: 1, phonetic: 2, similar: 3 };
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;
const NOT_PROSE = /\]\([^)\n]*\)|https?:\/\/\S+|<!--.*?-->/gsu;
const JOINED = /['’](?:s|ll|d|ve|re|m)$/iu;
const GAP = /^[ \t\u00a0-]{1,2}$/u;
const MOST_WORDS = 6;

export function createMatcher(options: { wrong: string; right: string; known?: readonly string[] }): {
  find(text: string): Match[];
  verdict(form: string): { certainty: Certainty; replacement: string } | null;
} {
  const wrong = normal(options.wrong);
  const { right } = options;
  const wrongFold = fold(wrong);
  const wrongLetters = letters(wrong);
  const wrongSounds = sounds(wrongLetters);
  const words = Math.max(1, [...wrong.matchAll(WORD)].length);
  const apart = new Set([right, ...(options.known ?? [])].map((name) => fold(normal(name))));
  apart.delete(wrongFold);
  const sizes = [...new Set([words, words - 1, words + 1])].filter((size) => size >= 1 && size <= MOST_WORDS);
  const verdicts = new Map<string, Verdict | null>();
  const rightFold = fold(normal(right));

  function judge(form: string): Verdict | null {
    const text = normal(form);
    if (text === wrong) return { certainty: 'exact', replacement: right, distance: 0 };
    const joined = JOINED.exec(text)?.[0] ?? '';
    const bare = joined === '' ? text : text.slice(0, -joined.length);
    const spelt = fold(bare);
    const tail = joined === '' ? '' : form.slice(-joined.length);
    if (spelt === wrongFold)
      return { certainty: 'inflected', replacement: inCaseOf(bare, wrong, right) + tail, distance: 0 };
    if (apart.has(spelt) || apart.has(fold(text))) return null;
    const plural = isPluralOf(spelt, wrongFold);
    if (plural) return { certainty: 'inflected', replacement: pluralOf(right) + tail, distance: 0 };
    if (apart.has(singular(spelt))) return null;
    const own = letters(bare);
    const most = wrongLetters.length >= 8 ? 2 : wrongLetters.length >= 4 ? 1 : 0;
    if (own.length < 2 || Math.abs(own.length - wrongLetters.length) > 3) return null;
    const distance = editDistance(own, wrongLetters, 3);
    if (distance > 3) return null;
    const isCapital = /^\p{Lu}/u.test(bare) || !/^\p{Lu}/u.test(wrong);
    const alike = soundsAlike(sounds(own), wrongSounds);
    const long = Math.max(...wrongSounds.map((sound) => sound.length));
    const isPhonetic = alike && (long >= 3 ? distance <= 3 : distance <= (wrongLetters.length > 3 ? 2 : 1));
    if (isPhonetic && (isCapital || (long >= 3 && distance <= 2)))
      return { certainty: 'phonetic', replacement: right + tail, distance };
    if (isCapital && distance <= most) return { certainty: 'similar', replacement: right + tail, distance };
    return null;
  }

  function verdict(form: string): Verdict | null {
    const known = verdicts.get(form);
    if (known !== undefined) return known;
    const found = judge(form);
    verdicts.set(form, found);
    return found;
  }

  function find(text: string): Match[] {
    const tokens = proseTokens(text);
    const found: (Match & { distance: number; size: number })[] = [];
    for (const [at, { start }] of tokens.entries())
      for (const size of sizes) {
        const last = tokens[at + size - 1];
        if (last === undefined) continue;
        const length = last.end - start;
        if (length < wrong.length - 4 || length > wrong.length + 8) continue;
        if (!areTogether(text, tokens, at, size)) continue;
        const form = text.slice(start, last.end);
        const match = verdict(form);
        if (match === null || (size !== words && order[match.certainty] > order.phonetic)) continue;
        found.push({ start, end: last.end, text: form, size, ...match });
      }
    if (found.length === 0) return [];
    const taken: Token[] = rightful(text, tokens);
    found.sort(
      (one, other) =>
        order[one.certainty] - order[other.certainty] ||
        one.distance - other.distance ||
        Math.abs(one.size - words) - Math.abs(other.size - words) ||
        one.start - other.start,
    );
    const kept = found.filter((match) => {
      const isFree = taken.every(({ start, end }) => match.end <= start || match.start >= end);
      if (isFree) taken.push(match);
      return isFree;
    });
    return kept
      .sort((one, other) => one.start - other.start)
      .map(({ start, end, text: form, certainty, replacement }) => ({
        start,
        end,
        text: form,
        certainty,
        replacement,
      }));
  }

  function rightful(text: string, tokens: readonly Token[]): Token[] {
    if (!rightFold.includes(wrongFold)) return [];
    const size = [...right.matchAll(WORD)].length;
    return tokens.flatMap(({ start }, at) => {
      const last = tokens[at + size - 1];
      if (last === undefined) return [];
      const form = normal(text.slice(start, last.end)).replace(JOINED, '');
      return fold(form) === rightFold ? [{ start, end: last.end }] : [];
    });
  }

  return { find, verdict };
}

/** Spelled exactly so, alone or with a possessive. A glossary term never counts as a mis-hearing. */
export function createHeardMatcher(
  names: readonly { term: string; heardAs: readonly string[] }[],
): (text: string) => (Match & { wrong: string; right: string })[] {
  const terms = new Set(names.map(({ term }) => normal(term)));
  const byFirst = new Map<string, { wrong: string; right: string; words: number }[]>();
  for (const { term, heardAs } of names)
    for (const wrong of heardAs) {
      const first = WORD_ONCE.exec(wrong)?.[0];
      if (first === undefined || terms.has(normal(wrong))) continue;
      const key = normal(first);
      const entry = { wrong: normal(wrong), right: term, words: [...wrong.matchAll(WORD)].length };
      byFirst.set(
        key,
        [...(byFirst.get(key) ?? []), entry].sort((one, other) => other.words - one.words),
      );
    }
  return (text) => {
    if (byFirst.size === 0) return [];
    const tokens = proseTokens(text);
    const found: (Match & { wrong: string; right: string })[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const { start, end } = present(tokens[at], 'token');
      const first = normal(text.slice(start, end));
      const entries = [...(byFirst.get(first) ?? []), ...(byFirst.get(first.replace(JOINED, '')) ?? [])];
      for (const { wrong, right, words } of entries) {
        const last = tokens[at + words - 1];
        if (last === undefined || !areTogether(text, tokens, at, words)) continue;
        const form = text.slice(start, last.end);
        const joined = normal(form) === wrong ? '' : (JOINED.exec(form)?.[0] ?? '');
        if (normal(form.slice(0, form.length - joined.length)) !== wrong) continue;
        found.push({
          start,
          end: last.end,
          text: form,
          certainty: joined === '' ? 'exact' : 'inflected',
          replacement: right + joined,
          wrong,
          right,
        });
        at += words - 1;
        break;
      }
    }
    return found;
  };
}

const WORD_ONCE = new RegExp(WORD.source, 'u');

function proseTokens(text: string): Token[] {
  const masked = [...text.matchAll(NOT_PROSE)].map(({ index, 0: part }) => ({
    start: index,
    end: index + part.length,
  }));
  const tokens: Token[] = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const end = index + word.length;
    if (masked.every((part) => end <= part.start || index >= part.end)) tokens.push({ start: index, end });
  }
  return tokens;
}

function areTogether(text: string, tokens: readonly Token[], at: number, size: number): boolean {
  return tokens
    .slice(at, at + size)
    .every(({ start }, index, all) => index === 0 || GAP.test(text.slice(all[index - 1]?.end, start)));
}

const normal = (text: string) => text.normalize('NFC').replaceAll('’', "'");

const fold = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ');

const letters = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

function inCaseOf(form: string, wrong: string, right: string): string {
  const isShouted = form.length > 1 && form === form.toUpperCase() && wrong !== wrong.toUpperCase();
  return isShouted ? right.toUpperCase() : right;
}

const pluralOf = (name: string) => `${name}${/(?:s|x|z|ch|sh)$/iu.test(name) ? 'es' : 's'}`;

function isPluralOf(form: string, name: string): boolean {
  return (
    form === `${name}s` || form === `${name}es` || (name.endsWith('y') && form === `${name.slice(0, -1)}ies`)
  );
}

const singular = (form: string) => form.replace(/s$/u, '');

const sounds = (word: string): string[] => [...new Set(doubleMetaphone(word))].filter(Boolean);

const soundsAlike = (one: readonly string[], other: readonly string[]) =>
  one.some((sound) => other.includes(sound));

const far = (distances: readonly number[], at: number): number => distances[at] ?? Infinity;

/** Damerau's distance; any larger number beyond `most`. */
function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      let best = Math.min(far(last, at) + 1, far(next, at - 1) + 1, far(last, at - 1) + (isSame ? 0 : 1));
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwapped) best = Math.min(best, far(before, at - 2) + 1);
      next.push(best);
    }
    if (Math.min(...next) > most) return most + 1;
    before = last;
    last = next;
  }
  return far(last, other.length);
}
