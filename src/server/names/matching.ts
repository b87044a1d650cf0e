import { doubleMetaphone } from 'double-metaphone';
import type { Certainty } from '#contract/corrections.ts';
import { normalized } from '#contract/normalized.ts';
import { isUnspaced, recognized, spelledOut, spelling } from '#contract/recognized-text.ts';
import { present } from '#contract/unknown-values.ts';
import { createBreathing } from '#server/platform/breath.ts';
import { editDistance } from '#server/platform/edit-distance.ts';
import type { Match, Matcher } from './match.ts';
import { createUnspacedMatcher } from './unspaced-matching.ts';

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
const LETTER = '[\\p{L}\\p{M}\\p{N}]';
/** Invisible characters inside a word belong to it. */
const STRETCH = `${LETTER}(?:[\\p{L}\\p{M}\\p{N}\\p{Cf}\\p{Default_Ignorable_Code_Point}]*${LETTER})?`;
const WORD = new RegExp(`${STRETCH}(?:['’‘′＇]${STRETCH})*`, 'gu');
/** A beginning ends where the next one begins: from each, an end that never comes would be looked for to the end. */
const NOT_PROSE = /\]\((?:(?!\]\()[^)\n])*\)|https?:\/\/\S+|<!--(?:(?!<!--).)*?-->/gsu;
/** In each part that `NOT_PROSE` finds. */
const MAY_HIDE = /\]\(|:\/\/|<!--/;
const JOINED = /['’‘′＇](?:s|ll|d|ve|re|m)$/iu;
const GAP = /^[ \t\u00a0\u2009\u202f\u3000\p{Cf}\p{Pd}\u00b7]{1,3}$/u;
const GAP_AFTER_DOT = /^\.[ \t\u00a0\u2009\u202f\p{Cf}\p{Pd}]{0,2}$/u;
const ABBREVIATED =
  /^(?:\p{L}|st|ste|sts|mr|mrs|ms|mx|dr|jr|sr|prof|capt|cpt|sgt|lt|col|gen|maj|cmdr|adm|rev|fr|br|hon|mt|ft|mme|mlle|hr)$/iu;
/** Particles that Korean attaches to names. */
const KOREAN =
  /^(?<name>[\p{Script=Hangul}]{2,}?)(?<tail>(?:은|는|이|가|을|를|의|에|에게|에서|와|과|도|로|으로|만|까지|부터|한테|랑|이랑|께|께서|아|야|님|씨)+)$/u;
const MOST_WORDS = 6;

/** A glossary may have very many: `createMatcher` alone would take long to compare them. */
export async function foldedNames(known: readonly string[]): Promise<ReadonlySet<string>> {
  const breathing = createBreathing();
  const folded = new Set<string>();
  for (const name of known) {
    folded.add(fold(name));
    await breathing();
  }
  return folded;
}

/** @param options.folded of the known ones, if they are many */
export function createMatcher(options: {
  wrong: string;
  right: string;
  known?: readonly string[];
  folded?: ReadonlySet<string>;
}): Matcher {
  const wrong = withoutLastDot(spelling(options.wrong.trim()));
  const endsInDot = /\.$/u.test(options.wrong.trim());
  const dotted = dottedWords(wrong);
  const { right } = options;
  if (isUnspaced(wrong)) return createUnspacedMatcher({ ...options, wrong, masked });
  const wrongFold = fold(wrong);
  const wrongLetters = letters(wrong);
  const wrongSounds = sounds(wrongLetters);
  const words = Math.max(1, [...wrong.matchAll(WORD)].length);
  const apart = new Set(options.folded ?? (options.known ?? []).map(fold));
  apart.add(fold(right));
  apart.delete(wrongFold);
  const sizes = [...new Set([words, words - 1, words + 1])].filter((size) => size >= 1 && size <= MOST_WORDS);
  const verdicts = new Map<string, Verdict | null>();
  const rights = new Map<string, boolean>();
  const rightFold = fold(right);

  function judge(form: string): Verdict | null {
    const text = spelling(form);
    if (Math.abs(text.length - wrong.length) > 8) return null;
    if (text === wrong) return { certainty: 'exact', replacement: right, distance: 0 };
    const joined = JOINED.exec(text)?.[0] ?? '';
    const bare = joined === '' ? text : text.slice(0, -joined.length);
    const spelt = fold(bare);
    const tail = joined === '' ? '' : form.slice(-joined.length);
    if (spelt === wrongFold)
      return { certainty: 'inflected', replacement: inCaseOf(bare, wrong, right) + tail, distance: 0 };
    if (apart.has(spelt) || apart.has(fold(text))) return null;
    const korean = KOREAN.exec(spelt);
    if (korean?.groups !== undefined) {
      const attached = spelt.startsWith(wrongFold) && KOREAN.test(`가가${spelt.slice(wrongFold.length)}`);
      if (attached)
        return { certainty: 'inflected', replacement: right + spelt.slice(wrongFold.length), distance: 0 };
      const { name = '', tail: particles = '' } = korean.groups;
      const changed = editDistance(letters(name), wrongLetters, 1);
      if (changed === 1 && wrongLetters.length >= 4 && !apart.has(name))
        return { certainty: 'similar', replacement: right + particles, distance: changed };
    }
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
        if (length < wrong.length - 4 || length > 2 * wrong.length + 16) continue;
        if (size > 1 && !areTogether(text, { tokens, at, size, dotted })) continue;
        const form = text.slice(start, last.end);
        const match = verdict(form);
        if (match === null || (size !== words && order[match.certainty] > order.phonetic)) continue;
        const end = last.end + lastDot(text, last.end, { endsInDot, right });
        found.push({ start, end, text: text.slice(start, end), size, ...match });
      }
    if (found.length === 0) return [];
    const taken = marked(text, rightful(text, tokens));
    found.sort(
      (one, other) =>
        order[one.certainty] - order[other.certainty] ||
        one.distance - other.distance ||
        Math.abs(one.size - words) - Math.abs(other.size - words) ||
        one.start - other.start,
    );
    const kept = found.filter((match) => {
      const isFree = !taken.subarray(match.start, match.end).includes(1);
      if (isFree) taken.fill(1, match.start, match.end);
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

  function isRight(form: string): boolean {
    const known = rights.get(form);
    if (known !== undefined) return known;
    const spelt = spelling(form).replace(JOINED, '');
    const found = rightFold === wrongFold ? spelt === spelling(right) : fold(spelt) === rightFold;
    rights.set(form, found);
    return found;
  }

  function rightful(text: string, tokens: readonly Token[]): Token[] {
    if (!rightFold.includes(wrongFold)) return [];
    const size = [...right.matchAll(WORD)].length;
    return tokens.flatMap(({ start }, at) => {
      const last = tokens[at + size - 1];
      return last !== undefined && isRight(text.slice(start, last.end)) ? [{ start, end: last.end }] : [];
    });
  }

  return { find, verdict };
}

interface Heard {
  wrong: string;
  right: string;
  endsInDot: boolean;
  dotted: string[];
}

/** Spelled exactly so, alone or with a possessive. A glossary term never counts as a mis-hearing. */
export async function createHeardMatcher(
  names: readonly { term: string; heardAs: readonly string[] }[],
): Promise<(text: string) => (Match & { wrong: string; right: string })[]> {
  const breathing = createBreathing();
  const terms = new Set(names.map(({ term }) => spelling(term)));
  const unspaced: { wrong: string; spelt: string; right: string; matcher: Matcher | null }[] = [];
  /** By the first word, the number of words, and all of them. */
  const byFirst = new Map<string, Map<number, Map<string, Heard>>>();
  for (const { term, heardAs } of names)
    for (const wrong of heardAs) {
      await breathing();
      const first = WORD_ONCE.exec(wrong)?.[0];
      const spelt = spelling(wrong);
      if (first === undefined || terms.has(spelt)) continue;
      if (isUnspaced(wrong)) {
        unspaced.push({ wrong, spelt, right: term, matcher: null });
        continue;
      }
      const entry: Heard = {
        wrong: withoutLastDot(spelt),
        right: term,
        endsInDot: wrong.endsWith('.'),
        dotted: dottedWords(wrong),
      };
      const bySize = byFirst.get(spelling(first)) ?? new Map<number, Map<string, Heard>>();
      byFirst.set(spelling(first), bySize);
      const words = [...wrong.matchAll(WORD)].length;
      const known = bySize.get(words) ?? new Map<string, Heard>();
      bySize.set(words, known);
      if (!known.has(entry.wrong)) known.set(entry.wrong, entry);
    }
  for (const [first, bySize] of byFirst)
    byFirst.set(first, new Map([...bySize].sort(([one], [other]) => other - one)));
  const allTerms = [...terms];

  function longestAt(text: string, tokens: readonly Token[], at: number) {
    const { start, end } = present(tokens[at], 'token');
    const first = spelling(text.slice(start, end));
    for (const key of new Set([first, first.replace(JOINED, '')]))
      for (const [words, known] of byFirst.get(key) ?? []) {
        const last = tokens[at + words - 1];
        if (last === undefined) continue;
        const form = text.slice(start, last.end);
        const exact = known.get(spelling(form));
        const joined = exact ? '' : (JOINED.exec(form)?.[0] ?? '');
        const heard = exact ?? known.get(spelling(form.slice(0, form.length - joined.length)));
        if (heard && areTogether(text, { tokens, at, size: words, dotted: heard.dotted }))
          return { start, end: last.end, words, joined, heard };
      }
    return null;
  }

  return (text) => {
    const found: (Match & { wrong: string; right: string })[] = unspacedHits(text);
    if (byFirst.size === 0) return found;
    const tokens = proseTokens(text);
    for (let at = 0; at < tokens.length; at += 1) {
      const longest = longestAt(text, tokens, at);
      if (longest === null) continue;
      const { start, words, joined, heard } = longest;
      const end = longest.end + lastDot(text, longest.end, heard);
      found.push({
        start,
        end,
        text: text.slice(start, end),
        certainty: joined === '' ? 'exact' : 'inflected',
        replacement: heard.right + joined,
        wrong: heard.wrong,
        right: heard.right,
      });
      at += words - 1;
    }
    return found.sort((one, other) => one.start - other.start);
  };

  function unspacedHits(text: string): (Match & { wrong: string; right: string })[] {
    if (unspaced.length === 0 || !isUnspaced(text)) return [];
    const { text: spelt } = spelledOut(text);
    const taken: Token[] = [];
    return unspaced.flatMap((entry) => {
      if (!spelt.includes(entry.spelt)) return [];
      const { wrong, right } = entry;
      entry.matcher ??= createUnspacedMatcher({ wrong, right, known: allTerms, masked, isExact: true });
      return entry.matcher
        .find(text)
        .filter(({ start, end }) => {
          const isFree = taken.every((each) => end <= each.start || start >= each.end);
          if (isFree) taken.push({ start, end });
          return isFree;
        })
        .map((match) => ({ ...match, wrong, right }));
    });
  }
}

const withoutLastDot = (name: string) => name.replace(/\.+$/u, '');

/** Whether the full stop behind an abbreviated name belongs to it: not if it may end the sentence. */
function lastDot(
  text: string,
  end: number,
  { endsInDot, right }: { endsInDot: boolean; right: string },
): 0 | 1 {
  if (text[end] !== '.' || text[end + 1] === '.') return 0;
  if (right.endsWith('.')) return 1;
  return endsInDot && /^[.](?:['’]|[,;:!?)]|[ \t\u00a0]+\p{Ll})/u.test(text.slice(end, end + 4)) ? 1 : 0;
}

const WORD_ONCE = new RegExp(WORD.source, 'u');

/** Addresses and comments. */
function masked(text: string): Token[] {
  if (!MAY_HIDE.test(text)) return [];
  return [...text.matchAll(NOT_PROSE)].map(({ index, 0: part }) => ({
    start: index,
    end: index + part.length,
  }));
}

function proseTokens(text: string): Token[] {
  const hidden = masked(text);
  const isHidden = hidden.length === 0 ? null : marked(text, hidden);
  const tokens: Token[] = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const end = index + word.length;
    if (!isHidden?.subarray(index, end).includes(1)) tokens.push({ start: index, end });
  }
  return tokens;
}

/** 1 for each character of the parts: a text may have very many. */
function marked(text: string, parts: readonly Token[]): Uint8Array {
  const marks = new Uint8Array(text.length);
  for (const { start, end } of parts) marks.fill(1, start, end);
  return marks;
}

/** Words of a name that a full stop shortens: "St. Cuthbert". */
const dottedWords = (name: string): string[] =>
  [...name.matchAll(/(\p{L}[\p{L}\p{M}]*)\.(?=[\s\p{Pd}]*\p{L})/gu)].map(([, word = '']) =>
    word.toLowerCase(),
  );

function areTogether(
  text: string,
  {
    tokens,
    at,
    size,
    dotted,
  }: { tokens: readonly Token[]; at: number; size: number; dotted: readonly string[] },
): boolean {
  return tokens.slice(at, at + size).every(({ start }, index, all) => {
    const previous = all[index - 1];
    if (previous === undefined) return true;
    const gap = text.slice(previous.end, start);
    if (GAP.test(gap)) return true;
    const word = spelling(text.slice(previous.start, previous.end)).toLowerCase();
    return GAP_AFTER_DOT.test(gap) && (ABBREVIATED.test(word) || dotted.includes(word));
  });
}

const fold = recognized;

/** Of a Korean syllable, each of its letters. */
const letters = (text: string) => normalized(fold(text), 'NFD').replace(/[^\p{L}\p{N}\p{M}]/gu, '');

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
