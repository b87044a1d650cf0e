import { and, inArray, sql } from 'drizzle-orm';
import { isUnspaced, wordsOf } from '#contract/recognized-text.ts';
import type { SearchFilters } from '#contract/search.ts';
import type { CampaignRow } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { editDistance } from '#server/platform/edit-distance.ts';
import type { Reader } from './reader.ts';
import { searchWords } from './tables.ts';
import { keysOf, mayBeMistaken, soundsOf } from './words.ts';

export interface Asked {
  query: string;
  campaigns: readonly CampaignRow[];
  filters: Pick<SearchFilters, 'sessionId' | 'speaker' | 'kind'>;
  reader: Reader;
}

/** One thing that is looked for: a word or a phrase, or what may be meant by it. */
export interface Unit {
  /** As it was typed, without case and accents. */
  typed: string;
  /** Phrases; each is a list of words. */
  ways: string[][];
  /** What says the same, or may be meant: it counts less than the words themselves. */
  near: string[][];
  /** What notes are stored with where they show it: labels of voices, each in its sessions. `quoted`: the label, if only quotations of it show that. */
  voices: { words: string[]; sessionIds: string[]; quoted: string | null }[];
  /** The last word may be unfinished. */
  isPrefix: boolean;
  isPhrase: boolean;
  found: string | null;
}

const PHRASE = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»/gu;
const SHORTEST_PREFIX = 3;
const MOST_UNITS = 16;
/** Of a phrase. Each costs a pass over all passages that have it. */
const MOST_OF_PHRASE = 8;
const MOST_WAYS = 4;

/** Words one by one, quoted ones together. The word being typed finds those that begin with it. */
export function unitsOf(query: string): Unit[] {
  const phrases = Array.from(query.matchAll(PHRASE), (match) =>
    wordsOf(match.slice(1).find(Boolean) ?? '').slice(0, MOST_OF_PHRASE),
  );
  const rest = query.replace(PHRASE, ' ');
  const words = wordsOf(rest);
  const isOpen = /[\p{L}\p{M}\p{N}]$/u.test(rest);
  const single = words.map((word, index): Unit => {
    const isLast = isOpen && index === words.length - 1;
    const isPrefix = isUnspaced(word) ? word.length === 1 : isLast && word.length >= SHORTEST_PREFIX;
    return { typed: word, ways: [[word]], near: [], voices: [], isPrefix, isPhrase: false, found: null };
  });
  const quoted = phrases
    .filter((phrase) => phrase.length > 0)
    .map(
      (phrase): Unit => ({
        typed: phrase.join(' '),
        ways: [phrase],
        near: [],
        voices: [],
        isPrefix: false,
        isPhrase: true,
        found: null,
      }),
    );
  const once = new Map([...quoted, ...single].map((unit) => [`${unit.isPhrase} ${unit.typed}`, unit]));
  return [...once.values()].slice(0, MOST_UNITS);
}

/** For `to_tsquery`. Words have letters and digits only. */
export function queryOf({
  ways,
  voices = [],
  isPrefix,
}: Pick<Unit, 'ways' | 'isPrefix'> & Partial<Pick<Unit, 'voices'>>): string {
  const written = [...ways, ...voices.map(({ words }) => words)].map((words, way) => {
    const last = words.length - 1;
    const parts = words.map((word, at) => `'${word}'${isPrefix && way === 0 && at === last ? ':*' : ''}`);
    return parts.length === 1 ? parts[0] : `(${parts.join(' <-> ')})`;
  });
  return written.length === 1 ? `${written[0]}` : `(${written.join(' | ')})`;
}

/** With the labels of voices that are shown by a name that was typed, or within a phrase that has it. */
export function withVoices(
  units: readonly Unit[],
  named: readonly { sessionId: string; label: string; name: string; isQuoted: boolean }[],
): Unit[] {
  return units.map((unit) => {
    const [typed = []] = unit.ways;
    const found = new Map<string, Unit['voices'][number]>();
    for (const { sessionId, label, name, isQuoted } of named) {
      const words = storedWords(typed, wordsOf(name), wordsOf(label), unit.isPrefix);
      if (words === null) continue;
      const key = `${isQuoted} ${words.join(' ')}`;
      const same = found.get(key);
      if (same === undefined)
        found.set(key, { words, sessionIds: [sessionId], quoted: isQuoted ? label : null });
      else same.sessionIds.push(sessionId);
    }
    return found.size === 0 ? unit : { ...unit, voices: [...found.values()] };
  });
}

/** Null: it has nothing of the name. */
function storedWords(typed: string[], name: string[], label: string[], isPrefix: boolean): string[] | null {
  const [word = ''] = typed;
  if (typed.length === 1)
    return name.some((each) => (isPrefix ? each.startsWith(word) : each === word)) ? label : null;
  const at = typed.findIndex((_, start) => name.every((each, place) => typed[start + place] === each));
  return at < 0 || name.length === 0 ? null : typed.toSpliced(at, name.length, ...label);
}

const questionWords = new Set(
  (
    'who whom whose what which when where why how did does do is was were are has have had can could will would should ' +
    'wer wen wem was wann wo wohin warum wieso wie welche welcher welches hat haben ist war waren ' +
    'qui que quoi quand où ou pourquoi comment quel quelle quels quelles ' +
    'quien que cuando donde cual como por chi cosa quando dove perche come quem onde quando wie wat waar wanneer waarom hoe'
  ).split(' '),
);

/** A question, or at least something that begins like one. */
export function readsAsQuestion(query: string): boolean {
  if (/[?？؟]\s*$/u.test(query)) return true;
  const words = wordsOf(query);
  return words.length >= 4 && questionWords.has(words[0] ?? '');
}

interface Candidate {
  word: string;
  passages: number;
}

/** What may be meant by words that hardly anything has: misspelled, misheard, or written apart. */
export async function withMistakes(
  orm: Orm,
  campaignIds: readonly string[],
  units: readonly Unit[],
  countOf: (units: readonly Unit[]) => Promise<readonly number[]>,
  isFound: (word: string) => Promise<boolean>,
): Promise<{ units: Unit[]; counts: number[] }> {
  const counts = [...(await countOf(units))];
  const suspects = units.map(
    ({ typed, voices, isPhrase }, at) =>
      !isPhrase &&
      voices.length === 0 &&
      (counts[at] ?? 0) < RARE &&
      mayBeMistaken(typed) &&
      !questionWords.has(typed),
  );
  const joined = units.map((unit, at) => {
    const next = units[at + 1];
    const isPair = next !== undefined && !unit.isPhrase && !next.isPhrase;
    const isShort = unit.typed.length < SHORTEST_PREFIX || (next?.typed.length ?? 0) < SHORTEST_PREFIX;
    if (!isPair || isShort || !mayBeMistaken(unit.typed + next.typed)) return null;
    return unit.typed + next.typed;
  });
  const isUnknownPair = (at: number) => (counts[at] ?? 0) === 0 || (counts[at + 1] ?? 0) === 0;
  const ofWords = units.flatMap(({ typed }, at) => (suspects[at] ? keysOf(typed) : []));
  // Two known words are only ever one word if that is written exactly so: its first key.
  const ofPairs = joined.flatMap((pair, at) =>
    pair === null ? [] : isUnknownPair(at) ? keysOf(pair) : keysOf(pair).slice(0, 1),
  );
  const keys = [...new Set([...ofWords, ...ofPairs])];
  if (keys.length === 0) return { units: [...units], counts };
  const candidates = await orm
    .select({ word: searchWords.word, passages: sql<number>`sum(${searchWords.passages})`.mapWith(Number) })
    .from(searchWords)
    .where(
      and(
        inArray(searchWords.campaignId, [...campaignIds]),
        sql`${searchWords.keys} && array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)::integer)`,
      ),
    )
    .groupBy(searchWords.word)
    .limit(2000);

  const passagesWith = new Map(candidates.map(({ word, passages }) => [word, passages]));
  const better: Unit[] = [];
  const numbers: number[] = [];
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at];
    if (unit === undefined) continue;
    const pair = joined[at];
    const next = units[at + 1];
    if (pair != null && next !== undefined) {
      const [word] = await visible(asOneWord(pair, isUnknownPair(at), candidates), isFound);
      if (word !== undefined) {
        const pair: Unit = {
          typed: `${unit.typed} ${next.typed}`,
          ways: [[unit.typed, next.typed], [word]],
          near: [],
          voices: [],
          isPrefix: false,
          isPhrase: false,
          found: word,
        };
        better.push(pair);
        numbers.push((await countOf([pair]))[0] ?? 0);
        at += 1;
        continue;
      }
    }
    const own = counts[at] ?? 0;
    const words = suspects[at] ? await visible(likely(unit.typed, own, candidates), isFound) : [];
    const others = words.map((word) => [word]);
    numbers.push(own > 0 ? own : words.reduce((sum, word) => sum + (passagesWith.get(word) ?? 0), 0));
    // A word that somebody said may be rare and no mistake.
    const as = own === 0 ? { ways: [...unit.ways, ...others] } : { near: [...unit.near, ...others] };
    better.push(words.length === 0 ? unit : { ...unit, ...as, found: words[0] ?? null });
  }
  return { units: better, counts: numbers };
}

const RARE = 3;

async function visible(words: readonly string[], isFound: (word: string) => Promise<boolean>) {
  const seen: string[] = [];
  for (const word of words) if (seen.length < MOST_WAYS - 1 && (await isFound(word))) seen.push(word);
  return seen;
}

/** Of two words that were typed: one word that may have been meant. */
function asOneWord(pair: string, isUnknown: boolean, candidates: readonly Candidate[]): string[] {
  const sounds = soundsOf(pair);
  return candidates
    .map(({ word }) => ({ word, distance: editDistance(pair, word, 3) }))
    .filter(({ word, distance }) => {
      if (distance === 0) return true;
      const soundsAlike = pair.length >= 8 && soundsOf(word).some((sound) => sounds.includes(sound));
      return isUnknown && distance <= (soundsAlike ? 2 : 1);
    })
    .sort((one, other) => one.distance - other.distance)
    .map(({ word }) => word);
}

/** The likeliest first. @param own how many passages have the word as it was typed */
export function likely(typed: string, own: number, candidates: readonly Candidate[]): string[] {
  const sounds = soundsOf(typed);
  return candidates
    .flatMap(({ word, passages }) => {
      if (word === typed || passages <= own) return [];
      const soundsAlike = soundsOf(word).some((sound) => sounds.includes(sound));
      const usual = typed.length >= 7 ? 2 : 1;
      const share = word[0] === typed[0] ? 0.6 : 0.4;
      const most = own > 0 ? 1 : soundsAlike ? Math.ceil(typed.length * share) : usual;
      const distance = editDistance(typed, word, 4);
      const isInflected = own > 0 && (word.startsWith(typed) || typed.startsWith(word));
      if (isInflected || distance > most || (own > 0 && !soundsAlike)) return [];
      return [
        {
          word,
          cost: distance - (soundsAlike ? 1 : 0) - Math.log10(passages) / 2 - sameStart(word, typed) / 4,
        },
      ];
    })
    .sort((one, other) => one.cost - other.cost)
    .map(({ word }) => word)
    .slice(0, 6);
}

function sameStart(one: string, other: string): number {
  let letters = 0;
  while (letters < one.length && one[letters] === other[letters]) letters += 1;
  return letters;
}
