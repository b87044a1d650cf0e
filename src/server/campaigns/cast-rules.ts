import type { AnalysisResult } from '#contract/analysis-result.ts';
import { readCastQuestion } from '#contract/cast-questions.ts';
import { castLimits } from '#contract/speakers.ts';
import type { Speaker } from '#contract/transcript.ts';
import type { Cast } from '#server/platform/database/tables/casts.ts';

export const emptyCast: Cast = { people: [], chosen: [], rejected: [] };

/** Whom a label means. */
export interface Known {
  /** Null: nobody of the cast, as the game master says. */
  person: Cast['people'][number] | null;
  character: string | null;
  source: 'chosen' | 'known';
}

export const keyOf = (text: string) => text.normalize('NFC').trim().toLowerCase();

const numbered =
  /^(?:(?:unknown|speaker|player|guest|voice|person|participant|host)?(?:[\s_#-]*\d+|[\s_#-]+\w)|unknown(?: (?:speaker|voice))?|speaker|player|guest|voice|person|participant|everyone|all|\w)$/u;

/** Whether a label means the same person in every session: "Speaker 1" does not. */
export const isLasting = (label: string) => !numbered.test(keyOf(label));

const sameName = (one: string, other: string) => keyOf(one) === keyOf(other);
const firstWord = (name: string) => keyOf(name).split(/\s+/u)[0];

/** Who a label is in a session; null if nothing says so. */
export function whoIs(cast: Cast, sessionId: string, label: string): Known | null {
  const key = keyOf(label);
  const chosen = cast.chosen.find((each) => each.sessionId === sessionId && each.label === key);
  if (chosen !== undefined) {
    const person = cast.people.find(({ id }) => id === chosen.personId) ?? null;
    if (person !== null || chosen.personId === null)
      return { person, character: person && chosen.character, source: 'chosen' };
  }
  if (!isLasting(label)) return null;
  const ways: ((person: Cast['people'][number]) => boolean)[] = [
    ({ voices }) => voices.includes(key),
    ({ player }) => keyOf(player) === key,
    ({ characters }) => characters.some((each) => keyOf(each) === key),
    ({ player }) => firstWord(player) === key,
  ];
  for (const way of ways) {
    const [person, ...others] = cast.people.filter(way);
    if (person === undefined || others.length > 0) continue;
    const character = person.characters.find((each) => keyOf(each) === key) ?? person.characters[0] ?? null;
    return { person, character, source: 'known' };
  }
  return null;
}

/** Whether a name is that of somebody who is played, and of nobody at the table. */
export const isCharacter = ({ people }: Cast, name: string) =>
  people.some(({ characters }) => characters.some((each) => sameName(each, name))) &&
  !people.some(({ player }) => sameName(player, name));

/** What a speaker is called where a quote is: the character, else the player. */
function inQuotes({ person, character }: Known): string | null {
  return character ?? person?.player ?? null;
}

/** "Pike (Liam)", "Liam". */
function inTranscripts({ person, character }: Known): string | null {
  if (person === null || character === null) return person?.player ?? null;
  const both = sameName(character, person.player) ? character : `${character} (${person.player})`;
  return both.length <= castLimits.name ? both : character;
}

/** The speakers of a transcript as they are shown. */
export const shownSpeakers = (cast: Cast, sessionId: string, speakers: readonly Speaker[]): Speaker[] =>
  renamed(cast, sessionId, speakers, inTranscripts);

/** The speakers of a transcript as engines know them: by the names of the players. */
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

/** Whether the game master has answered a question who plays whom, or said who the speaker is. */
export function isAnswered(cast: Cast, sessionId: string, text: string): boolean {
  const asked = readCastQuestion(text);
  if (asked === null) return false;
  const known = whoIs(cast, sessionId, asked.label);
  if (known !== null && (known.person === null || known.character !== null)) return true;
  return isRejected(cast, sessionId, asked);
}

/** Whether two labels mean the same: an analysis may call a speaker by the player's name. */
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
  return cast.rejected.some(
    (each) =>
      (each.sessionId === null || each.sessionId === sessionId) &&
      isSameSpeaker(cast, sessionId, each.label, label) &&
      sameName(each.character, character),
  );
}

/** A result with its quotes by those who said them, and without questions that are answered. */
export function resultWithCast(cast: Cast, sessionId: string, result: AnalysisResult): AnalysisResult {
  return {
    ...result,
    memorableMoments: result.memorableMoments.map((moment) => {
      const known = moment.speaker === null ? null : whoIs(cast, sessionId, moment.speaker);
      return known === null ? moment : { ...moment, speaker: inQuotes(known) ?? moment.speaker };
    }),
    toConfirm: result.toConfirm.filter(({ text }) => !isAnswered(cast, sessionId, text)),
  };
}

/** A quote's speaker at the end of a line, perhaps with the context behind it. */
const saidBy = / — (?<label>[^—([]+?)(?=\s*(?:[([].*)?$)/u;

function lineWithCast(cast: Cast, sessionId: string, key: string, line: string): string | null {
  if (key === 'toConfirm') return isAnswered(cast, sessionId, line.replace(/^- /u, '')) ? null : line;
  if (key !== 'memorableMoments') return line;
  return line.replace(saidBy, (whole, label: string) => {
    const known = whoIs(cast, sessionId, label);
    const name = known && inQuotes(known);
    return name === null ? whole : ` — ${name}`;
  });
}

interface Section {
  key: string;
  body: string;
}

/** Notes with their quotes by those who said them, and without questions that are answered. */
export function sectionsWithCast<Each extends Section>(
  cast: Cast,
  sessionId: string,
  sections: readonly Each[],
): Each[] {
  return sections.map((section) => {
    const body = section.body
      .split('\n')
      .flatMap((line) => lineWithCast(cast, sessionId, section.key, line) ?? [])
      .join('\n');
    return body === section.body ? section : { ...section, body };
  });
}

/** Sections as they are stored: lines that only show the cast get their own words back. */
export function sectionsWithoutCast<Each extends Section>(
  cast: Cast,
  sessionId: string,
  stored: readonly Section[],
  edited: readonly Each[],
): Each[] {
  const shown = sectionsWithCast(cast, sessionId, stored);
  return edited.map((section) => {
    const at = stored.findIndex(({ key }) => key === section.key);
    const before = stored[at];
    if (before === undefined || shown[at] === before) return section;
    if (shown[at]?.body === section.body) return { ...section, body: before.body };
    const own = new Map(
      before.body
        .split('\n')
        .map((line) => [lineWithCast(cast, sessionId, section.key, line), line] as const),
    );
    return {
      ...section,
      body: section.body
        .split('\n')
        .map((line) => own.get(line) ?? line)
        .join('\n'),
    };
  });
}
