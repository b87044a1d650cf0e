import { doubleMetaphone } from 'double-metaphone';
import { recognized } from '#contract/recognized-text.ts';
import { type WorldSuggestion, worldLimits } from '#contract/world.ts';
import { createBreathing } from '#server/platform/breath.ts';
import { editDistance } from '#server/platform/edit-distance.ts';
import type { Entry } from './entries.ts';
import type { Sources } from './sources.ts';

const SHORTEST = 4;
const SHORTEST_PART = 3;
const LONG = 7;

/** Entries that may be one, and kinds on which the latest analysis does not agree with the game master. Nothing is done unasked. */
export async function suggestionsFor(
  entries: Iterable<Entry>,
  { edits }: Pick<Sources, 'edits'>,
): Promise<WorldSuggestion[]> {
  const shown = [...entries].filter(({ isHidden }) => !isHidden);
  const kinds = shown.flatMap(({ key, kind, heardAs }): WorldSuggestion[] => {
    const edit = edits.get(key)?.edit;
    const isNew = edit?.kind != null && heardAs !== null && heardAs.kind !== 'other';
    if (!isNew || heardAs.kind === kind || heardAs.kind === edit?.kindWas) return [];
    return [{ what: 'kind', key, kind: heardAs.kind, sessionId: heardAs.sessionId }];
  });
  const areApart = (one: Entry, other: Entry) =>
    [[one, other] as const, [other, one] as const].some(([each, rest]) =>
      edits.get(each.key)?.edit.notSameAs.includes(rest.key),
    );
  const merges = (await likelyPairs(shown))
    .filter(({ from, into }) => !areApart(from, into))
    .map(({ from, into, because }): WorldSuggestion & { what: 'merge' } => ({
      what: 'merge',
      from: from.key,
      into: into.key,
      because,
    }));
  return [...kinds, ...merges].slice(0, worldLimits.suggestions);
}

interface Pair {
  from: Entry;
  into: Entry;
  because: 'sound' | 'spelling' | 'part';
}

/** Pairs are compared only within the same first sound, or with a word in common: 1500 entries cost no more than a few thousand pairs. */
export async function likelyPairs(entries: readonly Entry[]): Promise<Pair[]> {
  const breathing = createBreathing();
  const formOf = (entry: Entry) => {
    const words = recognized(entry.name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    const joined = words.join('');
    return { entry, words, joined, sounds: [...new Set(doubleMetaphone(joined))].filter(Boolean) };
  };
  const forms: ReturnType<typeof formOf>[] = [];
  for (const entry of entries) {
    forms.push(formOf(entry));
    await breathing();
  }
  const byWord = new Map<string, typeof forms>();
  const bySound = new Map<string, typeof forms>();
  const put = (map: Map<string, typeof forms>, key: string, form: (typeof forms)[number]) => {
    const known = map.get(key);
    if (known === undefined) map.set(key, [form]);
    else known.push(form);
  };
  for (const form of forms) {
    if (form.words.length > 1) for (const word of new Set(form.words)) put(byWord, word, form);
    for (const start of new Set(form.sounds.map((sound) => sound.slice(0, 1)))) put(bySound, start, form);
  }
  const pairs = new Map<string, Pair>();
  const add = (one: Entry, other: Entry, because: Pair['because']) => {
    const [into, from] = one.count >= other.count ? [one, other] : [other, one];
    const id = [one.key, other.key].sort().join(' ');
    if (!pairs.has(id)) pairs.set(id, { from, into, because });
  };
  for (const { entry, words, joined } of forms) {
    const [only] = words;
    if (words.length !== 1 || only === undefined || joined.length < SHORTEST_PART) continue;
    // Of several longer names with the word, it may be any.
    const longer = (byWord.get(only) ?? []).filter(
      (form) => isSameKind(entry, form.entry) && (form.words[0] === only || form.words.at(-1) === only),
    );
    if (longer.length === 1 && longer[0] !== undefined && isPersonal(entry, longer[0].entry))
      add(longer[0].entry, entry, 'part');
  }
  for (const group of bySound.values())
    for (const [at, form] of group.entries()) {
      for (const other of group.slice(at + 1)) {
        const because = likeness(form, other);
        if (because !== null && isSameKind(form.entry, other.entry)) add(form.entry, other.entry, because);
      }
      await breathing();
    }
  return [...pairs.values()].sort(
    (one, other) => other.from.count + other.into.count - one.from.count - one.into.count,
  );
}

const isSameKind = (one: Entry, other: Entry): boolean => {
  const [a, b] = [one.kind, other.kind].map((kind) => (kind === 'pc' ? 'npc' : kind));
  return a === b || a === 'other' || b === 'other';
};

const isPersonal = (one: Entry, other: Entry): boolean =>
  [one, other].some(({ kind }) => kind === 'npc' || kind === 'pc');

interface Form {
  words: readonly string[];
  joined: string;
  sounds: readonly string[];
}

function likeness(one: Form, other: Form): 'sound' | 'spelling' | null {
  const shortest = Math.min(one.joined.length, other.joined.length);
  if (shortest < SHORTEST || /\d/u.test(one.joined + other.joined)) return null;
  const distance = editDistance(one.joined, other.joined, 3);
  const soundsAlike = one.sounds.some((sound) => sound.length > 1 && other.sounds.includes(sound));
  if (soundsAlike && distance <= (shortest >= LONG ? 3 : 2)) return 'sound';
  return distance <= 1 && shortest > SHORTEST ? 'spelling' : null;
}
