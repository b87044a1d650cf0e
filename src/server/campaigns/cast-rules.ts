import { isDeepStrictEqual } from 'node:util';
import type { AnalysisResult, Evening } from '#contract/analysis-result.ts';
import { readQuestion } from '#contract/check-questions.ts';
import { combinedVoices } from '#contract/combined-voices.ts';
import { isLasting, keyOf } from '#contract/labels.ts';
import { castLimits } from '#contract/speakers.ts';
import type { Speaker } from '#contract/transcript.ts';
import { questionIdOf } from './question-ids.ts';
import type { Cast } from './tables.ts';

export const emptyCast: Cast = { people: [], chosen: [], rejected: [] };

export interface Told extends Cast {
  answered?: ReadonlySet<string>;
}

export interface Known {
  /** Null: not in the cast, according to the game master. */
  person: Cast['people'][number] | null;
  character: string | null;
  source: 'chosen' | 'known';
}

const sameName = (one: string, other: string) => keyOf(one) === keyOf(other);
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

function sessionIndexOf(cast: Cast, sessionId: string): SessionIndex {
  const { sessions } = indexOf(cast);
  const known = sessions.get(sessionId);
  if (known !== undefined) return known;
  const here = cast.chosen.filter((each) => each.sessionId === sessionId).toReversed();
  const index = { chosen: new Map(here.map((each) => [each.label, each])), rejected: null };
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

function inQuotes({ person, character }: Known): string | null {
  return character ?? person?.player ?? null;
}

function inTranscripts({ person, character }: Known): string | null {
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

export function isAnswered(cast: Told, sessionId: string, text: string): boolean {
  const asked = readQuestion(text);
  const [first = '', second = ''] = asked.about;
  if (asked.kind === 'cast') {
    const known = whoIs(cast, sessionId, first);
    if (known !== null && (known.person === null || known.character !== null)) return true;
    if (isRejected(cast, sessionId, { label: first, character: second })) return true;
  }
  if (asked.kind === 'name' && sameName(first, second)) return true;
  return cast.answered?.has(questionIdOf(sessionId, asked)) === true;
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

/** Who the game master has said is played, as the table at a glance names them: with their voice in brackets. */
const isConfirmed = (cast: Cast, entry: string) => isCharacter(cast, entry.replace(/ \([^()]*\)$/u, ''));

/** Attributes quotes to their speakers, confirms guesses, and removes answered questions. */
export function resultWithCast(cast: Told, sessionId: string, result: AnalysisResult): AnalysisResult {
  return {
    ...result,
    ...(result.evening === undefined ? {} : { evening: eveningWithCast(cast, sessionId, result.evening) }),
    memorableMoments: result.memorableMoments.map((moment) => {
      const known = moment.speaker === null ? null : whoIs(cast, sessionId, moment.speaker);
      return known === null ? moment : { ...moment, speaker: inQuotes(known) ?? moment.speaker };
    }),
    glance: result.glance.map((row) => ({
      ...row,
      entries: row.entries.map((entry) =>
        entry.guessed && isConfirmed(cast, entry.text) ? { ...entry, guessed: false } : entry,
      ),
    })),
    toConfirm: result.toConfirm.filter(({ text }) => !isAnswered(cast, sessionId, text)),
  };
}

/** Voices are shown as in the transcript. */
export function eveningWithCast(cast: Told, sessionId: string, evening: Evening): Evening {
  const shown = new Map(
    evening.timeline.voices.flatMap(({ speakerId, label }) => {
      const known = label === null ? null : whoIs(cast, sessionId, label);
      const name = known && inTranscripts(known);
      return speakerId === null || name === null ? [] : [[speakerId, name] as const];
    }),
  );
  const spoken = <Each extends { speakerId: string | null; speaker: string | null }>(each: Each): Each => ({
    ...each,
    speaker: shown.get(each.speakerId ?? '') ?? each.speaker,
  });
  return {
    ...evening,
    passages: evening.passages.map(spoken),
    pointers: evening.pointers.map(spoken),
    names: evening.names.map((name) => (isCharacter(cast, name.name) ? { ...name, isPlayed: true } : name)),
    timeline: {
      ...evening.timeline,
      voices: evening.timeline.voices.map((voice) => ({
        ...voice,
        label: shown.get(voice.speakerId ?? '') ?? voice.label,
      })),
    },
  };
}

const saidBy = / — (?<label>[^—([]+)(?=[([]|$)/u;

/** An entry of “At the table”. */
const guess = /(?<=: |; )([^;:*]+?) \(guessed\)/gu;

const sectionsOfCast = new Set(['toConfirm', 'glance', 'memorableMoments']);

function lineWithCast(cast: Told, sessionId: string, key: string, line: string): string | null {
  if (key === 'toConfirm') return isAnswered(cast, sessionId, line.replace(/^- /u, '')) ? null : line;
  if (key === 'glance')
    return line.replace(guess, (whole, entry: string) => (isConfirmed(cast, entry) ? entry : whole));
  return line.replace(saidBy, (whole, words: string) => {
    const label = words.trimEnd();
    const known = whoIs(cast, sessionId, label);
    const name = known && inQuotes(known);
    return name === null ? whole : ` — ${name}${words.slice(label.length)}`;
  });
}

interface Section {
  key: string;
  body: string;
}

/** Attributes quotes to their speakers; removes answered questions, and the part if none remain. */
export function sectionsWithCast<Each extends Section>(
  cast: Told,
  sessionId: string,
  sections: readonly Each[],
): Each[] {
  return sections.flatMap((section) => {
    if (!sectionsOfCast.has(section.key)) return section;
    const body = section.body
      .split('\n')
      .flatMap((line) => lineWithCast(cast, sessionId, section.key, line) ?? [])
      .join('\n');
    if (body === section.body) return section;
    return body.trim() === '' && section.key === 'toConfirm' ? [] : { ...section, body };
  });
}

/** Restores the original words where the cast was only displayed, and hidden parts. */
export function sectionsWithoutCast<Each extends Section>(
  cast: Told,
  sessionId: string,
  stored: readonly Each[],
  edited: readonly Each[],
): Each[] {
  const shown = sectionsWithCast(cast, sessionId, stored);
  const own = edited.map((section) => {
    const before = stored.find(({ key }) => key === section.key);
    const seen = shown.find(({ key }) => key === section.key);
    if (before === undefined || seen === before) return section;
    if (seen?.body === section.body) return { ...section, body: before.body };
    const ownLines = new Map(
      before.body
        .split('\n')
        .map((line) => [lineWithCast(cast, sessionId, section.key, line), line] as const),
    );
    return {
      ...section,
      body: section.body
        .split('\n')
        .map((line) => ownLines.get(line) ?? line)
        .join('\n'),
    };
  });
  if (edited.length === 0 && shown.length > 0) return own;
  for (const [at, section] of stored.entries())
    if (!shown.some(({ key }) => key === section.key) && !own.some(({ key }) => key === section.key))
      own.splice(Math.min(at, own.length), 0, section);
  return own;
}

type ById<Entry> = (entry: Entry) => string;

function entriesBefore<Entry>(
  present: readonly Entry[],
  { before, after }: { before: readonly Entry[]; after: readonly Entry[] },
  idOf: ById<Entry>,
): { entries: Entry[]; left: number } {
  const of = (list: readonly Entry[], id: string) => list.find((entry) => idOf(entry) === id);
  const changed = [...new Set([...before, ...after].map(idOf))].filter(
    (id) => !isDeepStrictEqual(of(before, id), of(after, id)),
  );
  let entries = [...present];
  let left = 0;
  for (const id of changed) {
    const was = of(before, id);
    if (!isDeepStrictEqual(of(entries, id), of(after, id))) left += 1;
    else if (of(entries, id) === undefined && was !== undefined) entries.push(was);
    else entries = entries.flatMap((entry) => (idOf(entry) === id ? (was ?? []) : entry));
  }
  return { entries, left };
}

/** Later changes stay. @returns `left`: entries that were changed since */
export function castBefore(
  present: Cast,
  { before, after }: { before: Cast; after: Cast },
): { cast: Cast; left: number } {
  if (isDeepStrictEqual(present, after)) return { cast: before, left: 0 };
  const people = entriesBefore(
    present.people,
    { before: before.people, after: after.people },
    ({ id }) => id,
  );
  const chosen = entriesBefore(
    present.chosen,
    { before: before.chosen, after: after.chosen },
    ({ sessionId, label }) => `${sessionId} ${label}`,
  );
  const rejected = entriesBefore(
    present.rejected,
    { before: before.rejected, after: after.rejected },
    (each) => JSON.stringify(each),
  );
  return {
    cast: { people: people.entries, chosen: chosen.entries, rejected: rejected.entries },
    left: people.left + chosen.left + rejected.left,
  };
}
