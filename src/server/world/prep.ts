import { asc, eq } from 'drizzle-orm';
import { readCastQuestion } from '#contract/cast-questions.ts';
import { keyOf } from '#contract/labels.ts';
import type { NameKind } from '#contract/names.ts';
import { type PrepLine, prepLimits } from '#contract/prep.ts';
import type { WorldThread } from '#contract/world.ts';
import { attendanceOf } from '#server/campaigns/attendance.ts';
import { shownSpeakers } from '#server/campaigns/cast-rules.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import { type Entry, type Index, indexOf } from './entries.ts';
import { passagesFor, usefulPassages } from './prep-passages.ts';
import { untilEnd } from './said.ts';
import { type PlayedResult, playedResult, type Sources, sourcesOf } from './sources.ts';
import { storyOf } from './story.ts';
import { isOpen, threadsOf } from './threads.ts';

const LAST_MINUTE_MS = 60_000;
/** Sessions whose people may come back. */
const LATE = 2;
const pronounced =
  /pronounc|rhymes with|sounds like|ausgesprochen|aussprache|prononc|pronunci|\/[^\s/]+\/|\[[^\]]*[ˈːəɪɔʃθ][^\]]*\]/iu;
const toPronounce: ReadonlySet<NameKind> = new Set(['npc', 'location', 'faction', 'item', 'deity']);
const list = new Intl.ListFormat('en');
const blank = { key: '', name: '', text: '', note: '', silentFor: null };

/** All lines of the sheet for the next evening, made from the sessions as they are now. */
export async function prepOf(orm: Orm, campaignId: string): Promise<{ lines: PrepLine[]; sources: Sources }> {
  const sources = await sourcesOf(orm, campaignId);
  const index = await indexOf(sources);
  const threads = (await threadsOf(orm, index, sources)).filter(({ state }) => isOpen(state));
  const kept = new Set([...sources.threads.values()].map(({ edit }) => edit.kept?.lineId));
  const said = (await saidLast(orm, sources)).filter(({ key }) => !kept.has(key));
  const lines = [
    ...said.filter(({ part }) => part === 'stopped'),
    ...threadLines(threads),
    ...said.filter(({ part }) => part !== 'stopped'),
    ...peopleOf({ index, sources, threads }),
    ...namesOf(index),
    ...(await knownToSome(orm, campaignId, sources)),
  ];
  return { lines, sources };
}

/** Of the last session: how it stopped, and what a game master would want of it; else the last sentence of its notes. */
async function saidLast(orm: Orm, { sessions, cast }: Sources): Promise<PrepLine[]> {
  const last = sessions.findLast(({ results, sections }) => results.length > 0 || sections.length > 0);
  if (last === undefined) return [];
  const played = playedResult(last);
  const lines = played === undefined ? [] : await spokenIn(orm, cast, last.id, played);
  const ending = storyOf(last).long.at(-1);
  const isKnown = lines.some(({ part }) => part === 'stopped') || ending === undefined;
  if (isKnown) return lines;
  const place = ending.place ?? { sessionId: last.id, lineId: null, startMs: null };
  return [{ ...blank, part: 'stopped', text: ending.text, place }, ...lines];
}

async function spokenIn(
  orm: Orm,
  cast: Sources['cast'],
  sessionId: string,
  played: PlayedResult,
): Promise<PrepLine[]> {
  const { transcriptId, isMeasured } = played;
  const [transcript] = await orm
    .select({ speakers: transcripts.speakers })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId));
  if (transcript === undefined) return [];
  const labels = shownSpeakers(cast, sessionId, transcript.speakers);
  const nameOf = new Map(transcript.speakers.map(({ id }, at) => [id, labels[at]?.label ?? '']));
  const { id, startMs, endMs, speakerId, text } = segments;
  const turns = await orm
    .select({ id, startMs, endMs, speakerId, text })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(asc(segments.ordinal));
  const until = untilEnd(turns, played);
  await breath();
  const useful = usefulPassages(passagesFor(until, played));
  const lastOfAll = useful.findLast(({ part }) => part === 'stopped');
  const minuteAt = until.findIndex((turn) => turn.endMs >= (until.at(-1)?.endMs ?? 0) - LAST_MINUTE_MS);
  return useful.flatMap((passage): PrepLine[] => {
    const said = until[passage.turn];
    if (said === undefined) return [];
    const isBefore = passage === lastOfAll && minuteAt >= 0 && minuteAt < passage.turn;
    const from = isBefore ? (until[minuteAt] ?? said) : said;
    const fromMs = from === said ? passage.startMs : from.startMs;
    return [
      {
        ...blank,
        part: passage.part,
        key: said.id,
        name: nameOf.get(said.speakerId ?? '') ?? '',
        text: passage.text,
        place: { sessionId, lineId: from.id, startMs: isMeasured ? fromMs : null },
      },
    ];
  });
}

/** The longest silent first: they are forgotten first. */
function threadLines(threads: readonly WorldThread[]): PrepLine[] {
  const lines = threads.map(
    ({ kind, key, text, opened, silentFor }): PrepLine => ({
      part: kind === 'promise' ? 'promise' : 'thread',
      key,
      name: '',
      text,
      note: '',
      place: opened,
      silentFor,
    }),
  );
  const inOrder = lines.sort((one, other) => (other.silentFor ?? 0) - (one.silentFor ?? 0));
  return (['thread', 'promise'] as const).flatMap((part) =>
    inOrder.filter((line) => line.part === part).slice(0, prepLimits.threads),
  );
}

/** Who is probably played: analyses ask about it, and nobody has said no. */
function guessedCharacters({ cast, sessions }: Sources): string[] {
  const no = new Set(cast.rejected.map(({ character }) => keyOf(character)));
  return sessions
    .flatMap(({ results }) => results)
    .flatMap(({ toConfirm }) => toConfirm)
    .flatMap(({ text }) => readCastQuestion(text)?.character ?? [])
    .filter((character) => !no.has(keyOf(character)));
}

/** A name alone has a place, too: in a pinned copy it goes with its session. */
const placeOf = (last: Entry['mentions'][number] | undefined): PrepLine['place'] =>
  last === undefined ? null : { sessionId: last.sessionId, lineId: last.lineId, startMs: last.startMs };

/** Who is in an open thread or was noted by the game master; those of threads first. */
function peopleOf({
  index,
  sources,
  threads,
}: {
  index: Index;
  sources: Sources;
  threads: readonly WorldThread[];
}): PrepLine[] {
  const played = new Set(guessedCharacters(sources).flatMap((name) => index.find(name)?.key ?? []));
  const late = new Set(
    sources.sessions
      .filter(({ results }) => results.length > 0)
      .slice(-LATE)
      .map(({ id }) => id),
  );
  const open = threads.map(({ text }) => text.toLowerCase());
  return [...index.entries.values()]
    .filter(({ key, kind, isHidden }) => kind === 'npc' && !isHidden && !played.has(key))
    .map(({ key, name, note, forms, mentions }) => {
      const names = [...forms.values()].map((form) => form.name.toLowerCase());
      return {
        isOpen: names.some((each) => open.some((text) => text.includes(each))),
        count: mentions.filter(({ sessionId }) => late.has(sessionId)).length,
        line: { ...blank, part: 'person' as const, key, name, note, place: placeOf(mentions.at(-1)) },
      };
    })
    .filter(({ isOpen, count, line }) => isOpen || (count > 0 && line.note !== ''))
    .sort((one, other) => Number(other.isOpen) - Number(one.isOpen) || other.count - one.count)
    .slice(0, prepLimits.people)
    .map(({ line }) => line);
}

/** Names with a note on how to say them. */
const namesOf = ({ entries }: Index): PrepLine[] =>
  [...entries.values()]
    .filter(({ kind, isHidden, note }) => !isHidden && toPronounce.has(kind) && pronounced.test(note))
    .slice(0, prepLimits.names)
    .map(({ key, name, note, mentions }) => ({
      ...blank,
      part: 'name',
      key,
      name,
      note,
      place: placeOf(mentions.at(-1)),
    }));

/** Of sessions that some of the players missed: who was there, and what happened. */
async function knownToSome(orm: Orm, campaignId: string, { sessions, cast }: Sources): Promise<PrepLine[]> {
  const { players, present } = await attendanceOf(orm, campaignId, null, cast);
  const lines = sessions.flatMap((session): PrepLine[] => {
    const here = present.get(session.id);
    if (here === undefined) return [];
    const missing = players.filter(({ id }) => !here.has(id));
    const [statement] = storyOf(session).short;
    if (missing.length === 0 || statement === undefined) return [];
    const names = (some: typeof players) => list.format(some.map(({ character }) => character));
    return [
      {
        ...blank,
        part: 'knows',
        key: session.id,
        name: names(players.filter(({ id }) => here.has(id))),
        text: statement.text,
        note: names(missing),
        place: statement.place ?? { sessionId: session.id, lineId: null, startMs: null },
      },
    ];
  });
  return lines.slice(-prepLimits.knows).reverse();
}
