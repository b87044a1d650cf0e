import { combinedVoices } from '#contract/combined-voices.ts';
import { withoutMarkdown } from '#contract/evening-text.ts';
import { isLasting, keyOf } from '#contract/labels.ts';
import { castLimits } from '#contract/speakers.ts';
import type { Speaker } from '#contract/transcript.ts';
import type { Cast } from './tables.ts';

export const emptyCast: Cast = { people: [], chosen: [], rejected: [] };

export interface Known {
  /** Null: not in the cast, according to the game master. */
  person: Cast['people'][number] | null;
  character: string | null;
  source: 'chosen' | 'known';
}

export const sameName = (one: string, other: string) => keyOf(one) === keyOf(other);
const firstWord = (name: string) => keyOf(name).split(/\s+/u)[0];

type Person = Cast['people'][number];

/** Thousands of lines ask the same cast, so each list of it is read once. */
interface CastIndex {
  byId: Map<string, Person>;
  /** In the order in which they are asked. */
  ways: Map<string, Set<Person>>[];
  characters: Map<string, Set<Person>>;
  players: Map<string, Set<Person>>;
  sessions: Map<string, SessionIndex>;
}

interface SessionIndex {
  chosen: Map<string, Cast['chosen'][number]>;
  /** By character: who certainly does not play them. */
  rejected: Map<string, { labels: Set<string>; people: Set<string> }> | null;
}

const indexes = new WeakMap<Cast, CastIndex>();

function indexOf(cast: Cast): CastIndex {
  const known = indexes.get(cast);
  if (known !== undefined) return known;
  const by = (namesOf: (person: Person) => readonly string[]) => {
    const map = new Map<string, Set<Person>>();
    for (const person of cast.people)
      for (const name of namesOf(person)) {
        const same = map.get(name);
        if (same === undefined) map.set(name, new Set([person]));
        else same.add(person);
      }
    return map;
  };
  const players = by(({ player }) => [keyOf(player)]);
  const characters = by((person) => person.characters.map(keyOf));
  const index: CastIndex = {
    byId: new Map(cast.people.toReversed().map((person) => [person.id, person])),
    ways: [by(({ voices }) => voices), players, characters, by(({ player }) => [firstWord(player) ?? ''])],
    characters,
    players,
    sessions: new Map(),
  };
  indexes.set(cast, index);
  return index;
}

export function sessionIndexOf(cast: Cast, sessionId: string): SessionIndex {
  const { sessions } = indexOf(cast);
  const known = sessions.get(sessionId);
  if (known !== undefined) return known;
  const here = cast.chosen.filter((each) => each.sessionId === sessionId).toReversed();
  // Texts have labels without signs of Markdown.
  const written = here.map((each) => [withoutMarkdown(each.label), each] as const);
  const index = {
    chosen: new Map([...written, ...here.map((each) => [each.label, each] as const)]),
    rejected: null,
  };
  sessions.set(sessionId, index);
  return index;
}

export function whoIs(cast: Cast, sessionId: string, label: string): Known | null {
  const key = keyOf(label);
  const { byId, ways } = indexOf(cast);
  const chosen = sessionIndexOf(cast, sessionId).chosen.get(key);
  if (chosen !== undefined) {
    const person = chosen.personId === null ? null : (byId.get(chosen.personId) ?? null);
    if (person !== null || chosen.personId === null)
      return { person, character: person && chosen.character, source: 'chosen' };
  }
  if (!isLasting(label)) return null;
  for (const way of ways) {
    const [person, ...others] = way.get(key) ?? [];
    if (person === undefined || others.length > 0) continue;
    const character = person.characters.find((each) => keyOf(each) === key) ?? person.characters[0] ?? null;
    return { person, character, source: 'known' };
  }
  return null;
}

/** How many usually speak: players, and somebody who is the game master. Null if the cast is empty. */
export function tableSize({ people }: Pick<Cast, 'people'>): number | null {
  const players = people.filter(({ role }) => role === 'player').length;
  const gameMasters = people.filter(({ role }) => role === 'gm').length;
  return players + gameMasters === 0 ? null : players + Math.max(1, gameMasters);
}

export function isCharacter(cast: Cast, name: string): boolean {
  const { characters, players } = indexOf(cast);
  return characters.has(keyOf(name)) && !players.has(keyOf(name));
}

export function inTranscripts({ person, character }: Known): string | null {
  if (person === null || character === null) return person?.player ?? null;
  const both = sameName(character, person.player) ? character : `${character} (${person.player})`;
  return both.length <= castLimits.name ? both : character;
}

/** People said to be speaking at once are called as each alone is. */
export function shownSpeakers(cast: Cast, sessionId: string, speakers: readonly Speaker[]): Speaker[] {
  const voicesOf = combinedVoices(speakers.map(({ label }) => label));
  const shown = renamed(cast, sessionId, speakers, inTranscripts);
  const names = new Map(shown.map(({ label }, index) => [speakers[index]?.label, label]));
  return shown.map((speaker, index) => {
    if (speaker !== speakers[index]) return speaker;
    const voices = voicesOf(speaker.label);
    if (voices === null || voices.every((voice) => names.get(voice) === voice)) return speaker;
    const both = voices.map((voice) => names.get(voice) ?? voice).join(' & ');
    return both.length <= castLimits.name ? { ...speaker, label: both } : speaker;
  });
}

export const playersAsSpeakers = (cast: Cast, sessionId: string, speakers: readonly Speaker[]): Speaker[] =>
  renamed(cast, sessionId, speakers, ({ person }) => person?.player ?? null);

function renamed(
  cast: Cast,
  sessionId: string,
  speakers: readonly Speaker[],
  nameOf: (known: Known) => string | null,
): Speaker[] {
  return speakers.map((speaker) => {
    const known = whoIs(cast, sessionId, speaker.label);
    if (!known?.person) return speaker;
    return { ...speaker, label: nameOf(known) ?? speaker.label, role: known.person.role };
  });
}

/** An analysis may use the player's name for a speaker. */
export function isSameSpeaker(cast: Cast, sessionId: string, one: string, other: string): boolean {
  if (keyOf(one) === keyOf(other)) return true;
  const person = whoIs(cast, sessionId, one)?.person;
  return person != null && whoIs(cast, sessionId, other)?.person?.id === person.id;
}

export function isRejected(
  cast: Cast,
  sessionId: string,
  { label, character }: { label: string; character: string },
): boolean {
  const index = sessionIndexOf(cast, sessionId);
  index.rejected ??= rejectedIn(cast, sessionId);
  const rejected = index.rejected.get(keyOf(character));
  if (rejected === undefined) return false;
  if (rejected.labels.has(keyOf(label))) return true;
  const person = whoIs(cast, sessionId, label)?.person;
  return person != null && rejected.people.has(person.id);
}

function rejectedIn(cast: Cast, sessionId: string): NonNullable<SessionIndex['rejected']> {
  const rejected: NonNullable<SessionIndex['rejected']> = new Map();
  for (const each of cast.rejected) {
    if (each.sessionId !== null && each.sessionId !== sessionId) continue;
    const key = keyOf(each.character);
    const one = rejected.get(key) ?? { labels: new Set(), people: new Set() };
    rejected.set(key, one);
    one.labels.add(keyOf(each.label));
    const person = whoIs(cast, sessionId, each.label)?.person;
    if (person != null) one.people.add(person.id);
  }
  return rejected;
}

/** How texts name numbered voices, where somebody said who they are: quotations have the player, too, beside a character. */
export function namedVoices(
  cast: Cast,
): { sessionId: string; label: string; name: string; isPlayer: boolean; isQuoted: boolean }[] {
  const { byId } = indexOf(cast);
  return cast.chosen.flatMap(({ sessionId, label, personId, character }) => {
    const player = personId === null || isLasting(label) ? undefined : byId.get(personId)?.player;
    if (player === undefined) return [];
    const ofPlayer = { sessionId, label, name: player, isPlayer: true, isQuoted: character !== null };
    return character === null
      ? [ofPlayer]
      : [{ ...ofPlayer, name: character, isPlayer: false, isQuoted: false }, ofPlayer];
  });
}
