import { isDeepStrictEqual } from 'node:util';
import type { AnalysisResult, Evening, Evidence, Line } from '#contract/analysis-result.ts';
import { readQuestion } from '#contract/check-questions.ts';
import { combinedVoices } from '#contract/combined-voices.ts';
import { withoutMarkdown } from '#contract/evening-text.ts';
import { isLasting, keyOf } from '#contract/labels.ts';
import { castLimits } from '#contract/speakers.ts';
import type { Speaker } from '#contract/transcript.ts';
import { questionIdOf } from './question-ids.ts';
import { storedRows } from './stored-rows.ts';
import type { Cast } from './tables.ts';
import { createTelling, type NameOf, type Names, withVoiceNames } from './voice-names.ts';

export const emptyCast: Cast = { people: [], chosen: [], rejected: [] };

export interface Told extends Cast {
  answered?: ReadonlySet<string>;
  /** Whose voices the lines have now that a session's texts cite: merging, splitting or a correction gave some to others. */
  voices?:
    | {
        sessionId: string;
        labels: ReadonlySet<string>;
        lines: ReadonlyMap<string, { label: string; startMs: number }>;
      }
    | undefined;
}

/** The label of the one voice that all these lines have now; null: of several, or not known. */
function labelNow({ voices }: Told, sessionId: string, label: string, evidence: Evidence): string | null {
  if (voices?.sessionId !== sessionId || (isLasting(label) && !voices.labels.has(label))) return null;
  const { startMs, endMs } = evidence;
  const lines = evidence.segmentIds.map((id) => voices.lines.get(id));
  // Lines of another transcript may have the same id, but hardly begin at the same millisecond.
  if (!lines.some((line) => line?.startMs === startMs)) return null;
  const found = lines.map((line) =>
    line !== undefined && line.startMs >= startMs && line.startMs <= endMs ? line.label : null,
  );
  return new Set(found).size === 1 ? (found[0] ?? null) : null;
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

/** How sentences name numbered voices, where somebody said who they are. */
export function namedVoices(
  cast: Cast,
): { sessionId: string; label: string; name: string; isPlayer: boolean }[] {
  const { byId } = indexOf(cast);
  return cast.chosen.flatMap(({ sessionId, label, personId, character }) => {
    const player = personId === null || isLasting(label) ? undefined : byId.get(personId)?.player;
    if (player === undefined) return [];
    return { sessionId, label, name: character ?? player, isPlayer: character === null };
  });
}

/** How texts that quote somebody call them: “Speaker 1”, “Wren (Speaker 1)” or “Speaker 1 & Lena” there; null: as they are. */
function callerIn(
  cast: Cast,
  sessionId: string,
  nameOf: (known: Known) => string | null = inTranscripts,
): NameOf {
  const one: NameOf = (label) => {
    const known = whoIs(cast, sessionId, label);
    if (known !== null) return nameOf(known);
    const [, character = '', voice] = /^(.+) \(([^()]+)\)$/u.exec(label) ?? [];
    const within = voice === undefined ? null : whoIs(cast, sessionId, voice);
    if (within === null) return null;
    const isTheirs = within.person?.characters.some((each) => sameName(each, character)) === true;
    return within.source === 'known' && isTheirs ? null : nameOf(within);
  };
  const found = new Map<string, string | null>();
  return (label) => {
    let name = found.get(label);
    if (name !== undefined) return name;
    name = one(label);
    const voices = label.split(' & ');
    if (name === null && voices.length > 1) {
      const names = voices.map((voice) => one(voice) ?? (isLasting(voice) ? null : voice));
      if (names.every((each) => each !== null)) name = names.join(' & ');
    }
    found.set(label, name);
    return name;
  };
}

/** A model may write “Speaker 02” of SPEAKER_02. */
const withoutSpaces = (label: string) => keyOf(label).replace(/[\s_#-]/gu, '');

function namesIn(cast: Told, sessionId: string): Names {
  const called = callerIn(cast, sessionId);
  const quoted: Names['quoted'] = (label, evidence) => {
    const now = evidence === undefined ? null : labelNow(cast, sessionId, label, evidence);
    return called(now ?? label) ?? (now === label ? null : now);
  };
  const labels = [...sessionIndexOf(cast, sessionId).chosen.keys()].filter((label) => !isLasting(label));
  if (labels.length === 0) return { quoted, told: (text) => text };
  const told = callerIn(cast, sessionId, inQuotes);
  const names = new Map<string, string | null>();
  for (const label of labels) {
    const [key, name] = [withoutSpaces(label), told(label)];
    names.set(key, !names.has(key) || names.get(key) === name ? name : null);
  }
  const ofCast = cast.people.flatMap(({ player, characters }) => [player, ...characters]);
  return { quoted, told: createTelling((label) => names.get(withoutSpaces(label)) ?? null, ofCast) };
}

/** Names voices, confirms guesses, and removes answered questions. */
export function resultWithCast(cast: Told, sessionId: string, result: AnalysisResult): AnalysisResult {
  const names = namesIn(cast, sessionId);
  const inQuotation = callerIn(cast, sessionId, inQuotes);
  const spokenBy = (label: string, evidence: Evidence) => {
    const now = labelNow(cast, sessionId, label, evidence) ?? label;
    return inQuotation(now) ?? now;
  };
  const named = (body: string, lines: readonly Line[] = [], key = '') =>
    withVoiceNames({ key, body, lines, source: 'analysis' }, names).body;
  const line = <Each extends Line>(each: Each, key?: string): Each => ({
    ...each,
    text: named(each.text, [each], key),
  });
  const lines = <Each extends Line>(all: readonly Each[]) => all.map((each) => line(each));
  const items = (all: AnalysisResult['npcs']) =>
    all.map((item) => ({ ...item, description: named(item.description) }));
  const { shortSummary, summary, previouslyOn } = result.lines;
  return {
    ...result,
    shortSummary: named(result.shortSummary, shortSummary),
    summary: named(result.summary, summary),
    previouslyOn: named(result.previouslyOn, previouslyOn),
    lines: { shortSummary: lines(shortSummary), summary: lines(summary), previouslyOn: lines(previouslyOn) },
    scenes: result.scenes.map((scene) => ({
      ...scene,
      title: named(scene.title),
      description: named(scene.description, scene.lines),
      lines: lines(scene.lines),
      keyEvents: lines(scene.keyEvents),
    })),
    openThreads: lines(result.openThreads),
    decisions: lines(result.decisions),
    ...(result.evening === undefined ? {} : { evening: eveningWithCast(cast, sessionId, result.evening) }),
    memorableMoments: result.memorableMoments.map((moment) => ({
      ...moment,
      description: moment.isQuote ? moment.description : named(moment.description),
      speaker: moment.speaker && spokenBy(moment.speaker, moment.evidence),
      context: named(moment.context),
    })),
    npcs: items(result.npcs),
    locations: items(result.locations),
    items: items(result.items),
    factions: items(result.factions),
    quests: result.quests.map((quest) => ({ ...quest, progress: lines(quest.progress) })),
    characterMoments: result.characterMoments.map((moment) => ({
      ...line(moment),
      character: named(moment.character),
    })),
    combats: result.combats.map((combat) => ({
      ...combat,
      title: named(combat.title),
      description: named(combat.description),
      outcome: combat.outcome && named(combat.outcome),
    })),
    glance: result.glance.map((row) => ({
      ...row,
      entries: row.entries.map((entry) => {
        const { text } = line(entry, 'glance');
        return { ...entry, text, guessed: entry.guessed && !isConfirmed(cast, text) };
      }),
    })),
    toConfirm: result.toConfirm.filter(({ text }) => !isAnswered(cast, sessionId, text)),
  };
}

/**
 * Names voices in pieces of what an analysis wrote, cut anywhere.
 * @param lines what it cites: a quotation among them is of whoever has that voice now
 */
export function tellingOf(
  cast: Told,
  sessionId: string,
  lines: readonly Line[] = [],
): (text: string) => string {
  const { quoted, told } = namesIn(cast, sessionId);
  const byText = new Map(lines.map(({ text, evidence }) => [text, evidence]));
  const evidenceOf = (row: string) =>
    byText.get(row) ?? lines.find(({ text }) => text.startsWith(row) || row.startsWith(text))?.evidence;
  return (text) =>
    told(
      text.replace(/^([^“”\n]+): (“.*)$/gmu, (row, label: string, said: string) => {
        const name = quoted(label, evidenceOf(row));
        return name === null ? row : `${withoutMarkdown(name)}: ${said}`;
      }),
    );
}

/** Of an evening or some of its parts; voices are shown as in the transcript. */
export function eveningWithCast<Part extends Partial<Evening>>(
  cast: Told,
  sessionId: string,
  evening: Part,
): Part {
  const called = callerIn(cast, sessionId);
  const spoken = <Each extends { speaker: string | null; evidence: Evidence }>(each: Each): Each => {
    if (each.speaker === null) return each;
    const label = labelNow(cast, sessionId, each.speaker, each.evidence) ?? each.speaker;
    return { ...each, speaker: called(label) ?? label };
  };
  const { passages, pointers, names, timeline } = evening;
  return {
    ...evening,
    ...(passages && { passages: passages.map(spoken) }),
    ...(pointers && { pointers: pointers.map(spoken) }),
    ...(names && {
      names: names.map((name) => (isCharacter(cast, name.name) ? { ...name, isPlayed: true } : name)),
    }),
    ...(timeline && {
      timeline: {
        ...timeline,
        voices: timeline.voices.map((voice) => ({
          ...voice,
          label: voice.label && (called(voice.label) ?? voice.label),
        })),
      },
    }),
  };
}

const saidBy = / — (?<label>[^—([]+)(?=[([]|$)/u;

/** An entry of “At the table”. */
const guess = /(?<=: |; )([^;:*]+?) \(guessed\)/gu;

/** Whose lines change with the cast, whatever they quote. */
const changedByLine: ReadonlySet<string> = new Set(['toConfirm', 'glance', 'memorableMoments']);

function lineWithCast(cast: Told, sessionId: string, key: string, line: string): string | null {
  if (key === 'toConfirm') return isAnswered(cast, sessionId, line.replace(/^- /u, '')) ? null : line;
  if (key === 'glance')
    return line.replace(guess, (whole, entry: string) => (isConfirmed(cast, entry) ? entry : whole));
  if (key !== 'memorableMoments') return line;
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
  source?: string;
  lines?: readonly Line[];
}

/** Names voices; removes answered questions, and the part if none remain. */
export function sectionsWithCast<Each extends Section>(
  cast: Told,
  sessionId: string,
  sections: readonly Each[],
): Each[] {
  const names = namesIn(cast, sessionId);
  return sections.flatMap((section) => {
    const { key } = section;
    const named = key === 'toConfirm' ? section : withVoiceNames(section, names);
    if (!changedByLine.has(key)) return named;
    const body = named.body
      .split('\n')
      .flatMap((line) => lineWithCast(cast, sessionId, key, line) ?? [])
      .join('\n');
    if (body === named.body) return named;
    return body.trim() === '' && key === 'toConfirm' ? [] : { ...named, body };
  });
}

/**
 * Restores the original words where the cast was only displayed, and hidden parts.
 * @param read of each section by its key: its body as it was displayed, if the cast has changed since
 */
export function sectionsWithoutCast<Each extends Section>(
  cast: Told,
  sessionId: string,
  stored: readonly (Each & { lines?: readonly Line[] })[],
  edited: readonly Each[],
  read: ReadonlyMap<string, string> = new Map(),
): Each[] {
  const shown = sectionsWithCast(cast, sessionId, stored);
  const own = edited.map((section) => {
    const before = stored.find(({ key }) => key === section.key);
    if (before === undefined || before.body === section.body) return section;
    const displayed = shown.find(({ key }) => key === section.key)?.body;
    if (section.body === (read.get(section.key) ?? displayed)) return { ...section, body: before.body };
    const rows = before.body.split('\n');
    const seen = (body: string | undefined) => {
      const seenRows = body?.split('\n') ?? [];
      const kept = new Set(seenRows);
      const own = section.key === 'toConfirm' ? rows.filter((row) => kept.has(row)) : rows;
      return own.length === seenRows.length ? { stored: own, shown: seenRows } : null;
    };
    const view = seen(read.get(section.key)) ?? seen(displayed);
    if (view === null) return section;
    return { ...section, body: storedRows(section.body, { ...view, lines: before.lines ?? [] }) };
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
