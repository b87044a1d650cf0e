import type { CampaignKnowledge } from '../port.ts';
import { isSpell } from './spells.ts';
import { lowered, type Sentence, type Speech } from './text.ts';
import {
  FACTION_NOUNS,
  FUNCTION_WORDS,
  ITEM_NOUNS,
  NOT_NAMES,
  PERSON_TITLES,
  PLACE_NOUNS,
} from './vocabulary.ts';
import type { Zone } from './zones.ts';

export type NameKind = 'person' | 'location' | 'item' | 'faction' | 'other';

export interface Mention {
  sentence: number;
  at: number;
  length: number;
}

/** Having been heard in earlier sessions counts as hearing it so many times more. */
const REMEMBERED = 3;

export interface Name {
  name: string;
  kind: NameKind;
  stated: NameKind | null;
  count: number;
  mentions: Mention[];
  sentences: number[];
  known: boolean;
  /** It was heard in earlier sessions. */
  remembered: boolean;
  /** How likely this is a name, 0..1. */
  certainty: number;
}

export interface Names {
  all: Name[];
  inSentence: Map<number, number[]>;
}

interface Span {
  text: string;
  words: string[];
  count: number;
  sentences: number[];
  mentions: Mention[];
}

export const LINKS = new Set('of the de von van der du la le del da al el'.split(' '));
const CONTRACTION = /^(i|he|she|it|we|they|you|that|there|what|who|let)'|n't$/;
const capital = (word: string) => /^\p{Lu}/u.test(word) && !/^\p{Lu}+$/u.test(word.replace(/['’\-&]/g, ''));
export const bare = (word: string) => word.replace(/['’]s?$/, '');

function countCapitals(sentences: Sentence[]) {
  const counts = new Map<string, { inside: number; lower: number; initial: number }>();
  let capitals = 0;
  let total = 0;
  for (const { words } of sentences) {
    words.forEach((word, at) => {
      const key = bare(word.lower);
      const count = counts.get(key) ?? { inside: 0, lower: 0, initial: 0 };
      if (!capital(word.raw)) count.lower += 1;
      else if (at === 0 || !(word.joined || word.afterComma)) count.initial += 1;
      else count.inside += 1;
      if (at > 0 && word.joined && !/^i\b/.test(word.lower)) {
        total += 1;
        if (capital(word.raw)) capitals += 1;
      }
      counts.set(key, count);
    });
  }
  return { counts, share: total === 0 ? 0 : capitals / total };
}

/** A character after whom a voice is named, and the first sentence of that voice. */
interface Voiced {
  character: string;
  sentence: number;
}

/** The names of a session, found by capital letters and the campaign's glossary. */
export function findNames(
  speech: Speech,
  zones: Zone[],
  campaign: CampaignKnowledge,
  { table, voiced }: { table: ReadonlySet<string>; voiced: readonly Voiced[] },
): Names {
  const played = speech.sentences.filter((sentence) => zones[sentence.index] !== 'outside');
  const { counts, share } = countCapitals(played);
  // In languages that capitalize nouns (German), or in all caps, capitals mean nothing; restored ones always do.
  const telling = !speech.hasCapitals || share < 0.14;
  const accepted = (word: string): boolean => {
    const key = bare(lowered(word));
    if (key.length < 3 || FUNCTION_WORDS.has(key) || NOT_NAMES.has(key) || CONTRACTION.test(key))
      return false;
    if (table.has(key) || PERSON_TITLES.has(key)) return false;
    const count = counts.get(key);
    if (!count) return false;
    const inside = count.inside / (count.inside + count.lower || 1);
    if (count.lower === 0) return count.inside > 0;
    // "Marked", "Greeting": verb forms, capitalized because they name a rule or start a headline.
    if (/(?:ed|ing)$/.test(key)) return false;
    return count.inside > 0 && inside >= (count.inside >= 4 ? 0.6 : 0.75);
  };

  const spans = new Map<string, Span>();
  const add = (words: string[], at: number, sentence: number) => {
    const text = words.join(' ');
    const key = text.toLowerCase();
    const span = spans.get(key) ?? { text, words, count: 0, sentences: [], mentions: [] };
    span.count += 1;
    span.mentions.push({ sentence, at, length: words.length });
    if (span.sentences.at(-1) !== sentence) span.sentences.push(sentence);
    spans.set(key, span);
  };
  if (telling)
    for (const sentence of played)
      readSpans(sentence, accepted, (words, at) => {
        if (!namesPlayer(words, table)) add(words, at, sentence.index);
      });
  const groups = mergeAliases([...spans.values()]);
  return nameList(groups, campaign, counts, played, voiced);
}

/** "Ann Vance" at a table where an Ann plays; "Ann's Rest" is a place. */
function namesPlayer(words: readonly string[], table: ReadonlySet<string>): boolean {
  const isOne = words.some((word) => !LINKS.has(word.toLowerCase()) && table.has(bare(word.toLowerCase())));
  const kind = isOne ? statedKind(words) : null;
  return isOne && (kind === null || kind === 'person');
}

function readSpans(
  sentence: Sentence,
  accepted: (word: string) => boolean,
  add: (words: string[], at: number) => void,
) {
  const { words } = sentence;
  let at = 0;
  while (at < words.length) {
    const word = words[at]!;
    const starts = capital(word.raw) && !(at === 0 && FUNCTION_WORDS.has(bare(word.lower)));
    if (!starts || (FUNCTION_WORDS.has(bare(word.lower)) && !accepted(word.raw))) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < words.length && words[end]!.joined && !/['’]s$/.test(words[end - 1]!.raw)) {
      const next = words[end]!;
      if (capital(next.raw) && !CONTRACTION.test(next.lower)) end += 1;
      else if (LINKS.has(next.lower) && words[end + 1]?.joined && capital(words[end + 1]!.raw)) end += 2;
      else if (
        LINKS.has(next.lower) &&
        words[end + 1]?.lower === 'the' &&
        words[end + 2]?.joined &&
        capital(words[end + 2]!.raw)
      )
        end += 3;
      else break;
    }
    const run = words.slice(at, end);
    let first = at;
    while (
      run.length > 1 &&
      (/^(the|and|i|so|but|oh|if|as|when|what|then)$/.test(run[0]!.lower) || CONTRACTION.test(run[0]!.lower))
    ) {
      run.shift();
      first += 1;
    }
    const raw = run.map((each, index) => (index === run.length - 1 ? bare(each.raw) : each.raw));
    const strong = run.some((each) => accepted(each.raw));
    const titled =
      run.length > 1 &&
      run.length <= 4 &&
      run.every((each) => !FUNCTION_WORDS.has(each.lower) || LINKS.has(each.lower));
    if (isSpell(raw)) {
      // Spells and class features are not names of the story.
    } else if (strong && run.length <= 6) add(raw, first);
    else if (titled && PLACE_NOUNS.has(bare(run.at(-1)!.lower))) add(raw, first);
    at = Math.max(end, at + 1);
  }
}

/**
 * "Uriel", "Sovereign Uriel" and "Uriel Tal'Dorei" are one; "Greyskull Keep" and "Greyskull Road" are two.
 */
function mergeAliases(spans: Span[]): Span[] {
  spans.sort((a, b) => b.count - a.count || a.text.localeCompare(b.text));
  const groups: Span[] = [];
  const byWord = new Map<string, Span>();
  const merge = (into: Span, span: Span) => {
    into.count += span.count;
    into.sentences = [...new Set([...into.sentences, ...span.sentences])].sort((a, b) => a - b);
    into.mentions = [...into.mentions, ...span.mentions].sort(
      (a, b) => a.sentence - b.sentence || a.at - b.at,
    );
  };
  for (const span of spans) {
    const key = span.text.toLowerCase();
    const plural = byWord.get(key.replace(/s$/, '')) ?? byWord.get(`${key}s`);
    if (plural && span.words.length === 1) {
      merge(plural, span);
      continue;
    }
    const last = bare(span.words.at(-1)!.toLowerCase());
    const holds = PERSON_TITLES.has(span.words[0]!.toLowerCase()) && span.words[1]?.toLowerCase() === 'of';
    const place = holds || PLACE_NOUNS.has(last) || ITEM_NOUNS.has(last) || FACTION_NOUNS.has(last);
    const core = span.words
      .map((word) => word.toLowerCase())
      .filter((word) => !PERSON_TITLES.has(word) && !LINKS.has(word));
    const owner = place
      ? undefined
      : core.map((word) => byWord.get(word)).find((group) => group !== undefined);
    if (owner && span.words.length > 1 && span.count <= owner.count) {
      if (
        span.count >= 2 &&
        span.words.length > owner.words.length &&
        span.count * 6 >= owner.count &&
        span.words.length <= 3
      )
        owner.text = span.text;
      merge(owner, span);
      continue;
    }
    const group = { ...span };
    groups.push(group);
    byWord.set(key, group);
    if (span.words.length > 1 && !place)
      for (const word of core) if (word.length > 3 && !byWord.has(word)) byWord.set(word, group);
  }
  return groups.sort((a, b) => b.count - a.count);
}

const GLOSSARY_KINDS: Record<string, NameKind> = {
  npc: 'person',
  pc: 'person',
  deity: 'person',
  location: 'location',
  faction: 'faction',
  item: 'item',
};

function nameList(
  groups: Span[],
  campaign: CampaignKnowledge,
  counts: Map<string, { inside: number; lower: number; initial: number }>,
  played: Sentence[],
  voiced: readonly Voiced[],
): Names {
  const known = new Map<string, { term: string; kind: NameKind }>();
  for (const character of campaign.playerCharacters)
    for (const alias of [character.name, ...character.aliases, character.name.split(/\s+/)[0]!])
      known.set(alias.toLowerCase(), { term: character.name, kind: 'person' });
  for (const entry of campaign.names)
    for (const alias of [...entry.heardAs, ...(entry.aliases ?? []), entry.term])
      known.set(alias.toLowerCase(), { term: entry.term, kind: GLOSSARY_KINDS[entry.kind] ?? 'other' });
  if (known.size > 0) addGlossary(groups, known, played);
  const remembered = new Map<string, { term: string; kind: NameKind }>();
  for (const { name, kind, aliases } of campaign.earlier?.entries ?? [])
    for (const form of [...aliases, name])
      remembered.set(form.toLowerCase(), { term: name, kind: GLOSSARY_KINDS[kind] ?? 'other' });

  const byName = new Map<string, Name>();
  for (const group of groups) {
    const own = known.get(group.text.toLowerCase());
    const earlierName = remembered.get(group.text.toLowerCase());
    const listed = own ?? earlierName;
    const key = (listed?.term ?? group.text).toLowerCase();
    const earlier = byName.get(key);
    if (earlier) {
      earlier.count += group.count;
      earlier.sentences = [...new Set([...earlier.sentences, ...group.sentences])].sort((a, b) => a - b);
      earlier.mentions = [...earlier.mentions, ...group.mentions].sort(
        (a, b) => a.sentence - b.sentence || a.at - b.at,
      );
      continue;
    }
    const count = counts.get(bare(group.words[0]!.toLowerCase())) ?? { inside: 1, lower: 0, initial: 0 };
    const stated = listed && listed.kind !== 'other' ? listed.kind : statedKind(group.words);
    const purity = count.inside / (count.inside + count.lower || 1);
    byName.set(key, {
      name: listed?.term ?? group.text,
      kind: stated ?? 'other',
      stated,
      count: group.count,
      mentions: group.mentions,
      sentences: group.sentences,
      known: own !== undefined,
      remembered: earlierName !== undefined,
      certainty: own ? 1 : Math.min(1, purity * (1 - 0.6 / (group.count + (earlierName ? REMEMBERED : 0)))),
    });
  }
  for (const { character, sentence } of voiced)
    if (!byName.has(character.toLowerCase()))
      byName.set(character.toLowerCase(), {
        name: character,
        kind: 'person',
        stated: 'person',
        count: 0,
        mentions: [],
        sentences: [sentence],
        known: true,
        remembered: remembered.has(character.toLowerCase()),
        certainty: 1,
      });
  const all = [...byName.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  const inSentence = new Map<number, number[]>();
  all.forEach((name, index) => {
    for (const sentence of name.mentions.length > 0 ? name.sentences : [])
      inSentence.set(sentence, [...(inSentence.get(sentence) ?? []), index]);
  });
  return { all, inSentence };
}

/** Finds glossary terms in any case, for recognizers that write everything in lower case. */
function addGlossary(groups: Span[], known: Map<string, { term: string }>, played: Sentence[]): void {
  const found = new Set(groups.map((group) => group.text.toLowerCase()));
  const byFirst = new Map<string, { key: string; words: string[] }[]>();
  for (const key of known.keys()) {
    if (found.has(key)) continue;
    const words = key.split(/\s+/).filter(Boolean);
    if (words.length === 0 || (words.length === 1 && (key.length < 3 || FUNCTION_WORDS.has(key)))) continue;
    byFirst.set(words[0]!, [...(byFirst.get(words[0]!) ?? []), { key, words }]);
  }
  const spans = new Map<string, Span>();
  for (const sentence of played)
    sentence.words.forEach((word, at) => {
      for (const { key, words } of byFirst.get(bare(word.lower)) ?? []) {
        if (!words.every((each, offset) => bare(sentence.words[at + offset]?.lower ?? '') === each)) continue;
        const span = spans.get(key) ?? {
          text: known.get(key)!.term,
          words: known.get(key)!.term.split(/\s+/),
          count: 0,
          sentences: [],
          mentions: [],
        };
        span.count += 1;
        span.mentions.push({ sentence: sentence.index, at, length: words.length });
        if (span.sentences.at(-1) !== sentence.index) span.sentences.push(sentence.index);
        spans.set(key, span);
      }
    });
  groups.push(...spans.values());
}

function statedKind(written: readonly string[]): NameKind | null {
  const words = written.map((word) => bare(word.toLowerCase()));
  const last = words.at(-1)!;
  if (PERSON_TITLES.has(words[0]!) && words.length > 1) return 'person';
  const head = words.indexOf('of') > 0 ? words[words.indexOf('of') - 1]! : last;
  if (words.length > 1) {
    if (FACTION_NOUNS.has(head)) return 'faction';
    if (PLACE_NOUNS.has(head)) return 'location';
    if (ITEM_NOUNS.has(head)) return 'item';
  } else if (FACTION_NOUNS.has(last)) return 'faction';
  return null;
}
