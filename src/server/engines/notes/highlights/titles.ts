import type { Name } from './names.ts';
import type { Prepared } from './prepare.ts';
import { contentStems, type Stretch } from './scenes.ts';
import { stem } from './text.ts';
import { PLACE_NOUNS } from './vocabulary.ts';

/** "A", "A and B", "A, B and C"; only commas if the language is not English. */
export function enumerate(items: string[], english: boolean): string {
  if (!english || items.length < 2) return items.join(', ');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Whether the transcript's language is English, or unknown and looks like English. */
export function isEnglish(prepared: Prepared): boolean {
  const { language } = prepared.transcript;
  if (language) return /^en\b/i.test(language);
  let common = 0;
  let total = 0;
  for (const sentence of prepared.speech.sentences.slice(0, 400))
    for (const word of sentence.words) {
      total += 1;
      if (/^(the|and|you|to|of|is|it|that|we|what|this)$/.test(word.lower)) common += 1;
    }
  return total > 0 && common / total > 0.07;
}

/** Whether a name is frequent and certain enough to show. */
export const trusted = (name: Name, fewest: number): boolean =>
  name.known || (name.count >= fewest && name.certainty >= 0.45);

/** Played characters, known or guessed. */
export function playedNames(prepared: Prepared): Set<string> {
  return new Set([
    ...prepared.campaign.playerCharacters.map((character) => character.name),
    ...prepared.cast.map((member) => member.character),
    ...prepared.guessedCast.map((member) => member.character),
  ]);
}

/** The names that distinguish a stretch from the rest of the session, most distinctive first. */
export function tellingNames(prepared: Prepared, stretch: Stretch): Name[] {
  const counts = new Map<number, number>();
  for (let at = stretch.from; at < stretch.to; at += 1)
    for (const index of prepared.names.inSentence.get(at) ?? [])
      counts.set(index, (counts.get(index) ?? 0) + 1);
  const fewest = prepared.speech.wordCount < 4000 ? 1 : 2;
  const score = (index: number) => counts.get(index)! / Math.sqrt(prepared.names.all[index]!.count);
  return [...counts.keys()]
    .filter((index) => trusted(prepared.names.all[index]!, fewest))
    .sort((a, b) => score(b) - score(a) || a - b)
    .map((index) => prepared.names.all[index]!);
}

/** Named as a place more than in passing. */
const isPlace = (name: Name): boolean =>
  name.known || name.count >= 3 || PLACE_NOUNS.has(name.name.toLowerCase().split(/\s+/).at(-1)!);

/** "Kraghammer: Balgus, Adra", or the scene's distinctive words if it has no names. */
export function sceneTitle(prepared: Prepared, stretch: Stretch): { title: string; location: string | null } {
  const telling = tellingNames(prepared, stretch);
  const played = playedNames(prepared);
  const place = telling.find((name) => name.kind === 'location' && isPlace(name));
  const others = telling.filter((name) => name.kind !== 'location' && !played.has(name.name)).slice(0, 3);
  if (others.length === 0) others.push(...telling.filter((name) => name.kind !== 'location').slice(0, 2));
  const names = others.map((name) => name.name).join(', ');
  if (place) return { title: names ? `${place.name}: ${names}` : place.name, location: place.name };
  return { title: names || commonWords(prepared, stretch), location: null };
}

function commonWords(prepared: Prepared, stretch: Stretch): string {
  const counts = new Map<string, { count: number; word: string }>();
  for (let at = stretch.from; at < stretch.to; at += 1) {
    const sentence = prepared.speech.sentences[at]!;
    const stems = new Set(contentStems(sentence));
    for (const word of sentence.words) {
      const key = stem(word.lower);
      if (!stems.has(key) || word.lower.length < 4 || /\d/.test(word.lower)) continue;
      const entry = counts.get(key) ?? { count: 0, word: word.lower };
      entry.count += 1;
      counts.set(key, entry);
    }
  }
  const words = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, 3);
  const title = words.map(({ word }) => word).join(', ');
  return title ? title.charAt(0).toUpperCase() + title.slice(1) : '…';
}

/** The title of a session: its most frequent places and strangers. */
export function sessionTitle(prepared: Prepared): string | null {
  const played = playedNames(prepared);
  const fewest = prepared.speech.wordCount < 4000 ? 1 : 3;
  const named = prepared.names.all.filter((name) => trusted(name, fewest) && !played.has(name.name));
  const places = named.filter((name) => name.kind === 'location').slice(0, 1);
  const others = named
    .filter((name) => name.kind === 'person' || name.kind === 'faction')
    .slice(0, 3 - places.length);
  const title = enumerate(
    [...others, ...places].map((name) => name.name),
    isEnglish(prepared),
  );
  return title ? [...title].slice(0, 120).join('') : null;
}
