import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import { readCastQuestion } from '#contract/cast-questions.ts';
import { keyOf } from '#contract/labels.ts';
import type { NameKind } from '#contract/names.ts';
import { type PrepLine, prepLimits } from '#contract/prep.ts';
import type { ThreadPlace, WorldThread } from '#contract/world.ts';
import { analyses } from '#server/analyses/tables.ts';
import { attendanceOf } from '#server/campaigns/attendance.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { shownSpeakers } from '#server/campaigns/cast-rules.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import { type Entry, type Index, indexOf } from './entries.ts';
import { type Sources, sourcesOf } from './sources.ts';
import { storyOf, writtenSummaries } from './story.ts';
import { threadsOf } from './threads.ts';

const LAST_MINUTE_MS = 60_000;
/** Sessions whose people are likely to come back. */
const LATE = 2;
/** A name that was said no more often is easily forgotten. */
const RARELY = 3;
const pronounced =
  /pronounc|rhymes with|sounds like|ausgesprochen|aussprache|prononc|pronunci|\/[^\s/]+\/|\[[^\]]*[ˈːəɪɔʃθ][^\]]*\]/iu;
const toPronounce: ReadonlySet<NameKind> = new Set(['npc', 'location', 'faction', 'item', 'deity']);
const list = new Intl.ListFormat('en');
const blank = { key: '', name: '', note: '', silentFor: null };

/** All lines of the sheet for the next evening, made from the sessions as they are now. */
export async function prepOf(orm: Orm, campaignId: string): Promise<{ lines: PrepLine[]; sources: Sources }> {
  const sources = await sourcesOf(orm, campaignId);
  const index = await indexOf(sources);
  const threads = (await threadsOf(orm, index, sources)).filter(
    ({ state }) => state === 'open' || state === 'waiting',
  );
  const guessed = await guessedCharacters(orm, campaignId);
  const played = new Set(guessed.flatMap((name) => index.find(name)?.key ?? []));
  const people = await peopleOf(orm, { index, sources, threads, played });
  const shown = new Set(people.map(({ key }) => key));
  return {
    lines: [
      ...(await stoppedAt(orm, campaignId, sources)),
      ...threadLines(threads),
      ...people,
      ...(await namesOf(orm, { index, sources, shown })),
      ...(await knownToSome(orm, campaignId, sources)),
    ],
    sources,
  };
}

/** The last minute of play in the last session with a transcript; else the last sentence of its notes. */
async function stoppedAt(orm: Orm, campaignId: string, { sessions }: Sources): Promise<PrepLine[]> {
  const last = sessions.findLast(({ results, sections }) => results.length > 0 || sections.length > 0);
  if (last === undefined) return [];
  const played = last.results.find(({ transcriptId }) => transcriptId !== null);
  const [transcript] =
    played === undefined
      ? []
      : await orm
          .select()
          .from(transcripts)
          .where(eq(transcripts.id, played.transcriptId ?? ''));
  if (played === undefined || transcript === undefined) {
    const statement = storyOf(last, undefined).long.at(-1);
    return statement === undefined ? [] : [{ ...blank, part: 'stopped', ...statement }];
  }
  const evening = last.results.find(({ evening: own }) => own !== null)?.evening;
  const endMs = evening?.chapters.at(-1)?.endMs ?? transcript.durationMs;
  const said = await orm
    .select()
    .from(segments)
    .where(
      and(
        eq(segments.transcriptId, transcript.id),
        gte(segments.endMs, endMs - LAST_MINUTE_MS),
        lte(segments.startMs, endMs),
      ),
    )
    .orderBy(asc(segments.ordinal));
  const cast = await castOf(orm, campaignId);
  const labels = shownSpeakers(cast, last.id, transcript.speakers);
  const nameOf = new Map(transcript.speakers.map(({ id }, at) => [id, labels[at]?.label ?? '']));
  return said.slice(-prepLimits.stopped).map(({ id, startMs, speakerId, text }) => ({
    ...blank,
    part: 'stopped',
    key: id,
    name: nameOf.get(speakerId ?? '') ?? '',
    text,
    place: { sessionId: last.id, lineId: id, startMs: played.isMeasured ? startMs : null },
  }));
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
async function guessedCharacters(orm: Orm, campaignId: string): Promise<string[]> {
  const { rejected } = await castOf(orm, campaignId);
  const no = new Set(rejected.map(({ character }) => keyOf(character)));
  const rows = await orm
    .select({ asked: sql<{ text: string }[] | null>`${analyses.result} -> 'toConfirm'` })
    .from(analyses)
    .innerJoin(sessions, eq(sessions.id, analyses.sessionId))
    .where(and(eq(sessions.campaignId, campaignId), eq(analyses.status, 'completed')));
  return rows
    .flatMap(({ asked }) => asked ?? [])
    .flatMap(({ text }) => readCastQuestion(text)?.character ?? [])
    .filter((character) => !no.has(keyOf(character)));
}

interface Known {
  index: Index;
  sources: Sources;
}

/** Named in the last sessions or in an open thread, those of threads first, with what was last said of them. */
async function peopleOf(
  orm: Orm,
  {
    index,
    sources: { sessions },
    threads,
    played,
  }: Known & { threads: readonly WorldThread[]; played: ReadonlySet<string> },
): Promise<PrepLine[]> {
  const late = new Set(
    sessions
      .filter(({ results }) => results.length > 0)
      .slice(-LATE)
      .map(({ id }) => id),
  );
  const said = threads.map(({ text }) => text.toLowerCase());
  const isOpen = ({ forms }: Entry) =>
    [...forms.values()].some(({ name }) => said.some((text) => text.includes(name.toLowerCase())));
  const lateCount = ({ mentions }: Entry) => mentions.filter(({ sessionId }) => late.has(sessionId)).length;
  const chosen = [...index.entries.values()]
    .filter(({ key, kind, isHidden }) => kind === 'npc' && !isHidden && !played.has(key))
    .map((entry) => ({ entry, isOpen: isOpen(entry), count: lateCount(entry) }))
    .filter(({ isOpen: open, count }) => open || count > 0)
    .sort((one, other) => Number(other.isOpen) - Number(one.isOpen) || other.count - one.count)
    .slice(0, prepLimits.people);
  const lines: PrepLine[] = [];
  for (const { entry } of chosen) lines.push(await lineOf(orm, 'person', entry, 'last'));
  return lines;
}

/** A name as it was said, and the line that it was said in. */
async function lineOf(
  orm: Orm,
  part: 'person' | 'name',
  { key, name, note, mentions }: Entry,
  which: 'first' | 'last',
): Promise<PrepLine> {
  const ordered = which === 'last' ? mentions.toReversed() : mentions;
  const transcriptId = ordered[0]?.transcriptId ?? null;
  const ids = ordered
    .filter((each) => each.transcriptId === transcriptId)
    .flatMap(({ lineId }) => lineId ?? []);
  const found =
    transcriptId === null || ids.length === 0
      ? []
      : await orm
          .select({ id: segments.id, text: segments.text })
          .from(segments)
          .where(and(eq(segments.transcriptId, transcriptId), inArray(segments.id, ids)));
  const textOf = new Map(found.map(({ id, text }) => [id, text]));
  const mention = ordered.find(({ lineId }) => textOf.has(lineId ?? ''));
  const place: ThreadPlace | null =
    mention === undefined
      ? null
      : { sessionId: mention.sessionId, lineId: mention.lineId, startMs: mention.startMs };
  return { ...blank, part, key, name, note, place, text: textOf.get(mention?.lineId ?? '') ?? '' };
}

/** Names with a note on how to say them, and names of the last session that were rarely said. */
async function namesOf(
  orm: Orm,
  { index, sources: { sessions }, shown }: Known & { shown: ReadonlySet<string> },
): Promise<PrepLine[]> {
  const last = sessions.findLast(({ results }) => results.length > 0)?.id ?? '';
  const entries = [...index.entries.values()].filter(
    ({ kind, isHidden, key, note }) =>
      !isHidden && toPronounce.has(kind) && (!shown.has(key) || pronounced.test(note)),
  );
  const noted = entries.filter(({ note }) => pronounced.test(note));
  const rare = entries.filter(
    (entry) => !noted.includes(entry) && entry.count <= RARELY && entry.sessionIds.has(last),
  );
  const lines: PrepLine[] = [];
  for (const entry of [...noted, ...rare].slice(0, prepLimits.names))
    lines.push(await lineOf(orm, 'name', entry, 'first'));
  return lines;
}

/** Of sessions that some of the players missed: who was there, and what happened. */
async function knownToSome(orm: Orm, campaignId: string, { sessions }: Sources): Promise<PrepLine[]> {
  const { players, present } = await attendanceOf(orm, campaignId);
  const written = await writtenSummaries(orm, campaignId);
  const lines = sessions.flatMap((session): PrepLine[] => {
    const here = present.get(session.id);
    if (here === undefined) return [];
    const missing = players.filter(({ id }) => !here.has(id));
    const [statement] = storyOf(session, written.get(session.id)).short;
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
