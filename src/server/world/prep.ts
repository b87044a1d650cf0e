import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { readCastQuestion } from '#contract/cast-questions.ts';
import { keyOf } from '#contract/labels.ts';
import type { NameKind } from '#contract/names.ts';
import { type PrepLine, prepLimits } from '#contract/prep.ts';
import type { ThreadPlace, WorldThread } from '#contract/world.ts';
import { attendanceOf } from '#server/campaigns/attendance.ts';
import { shownSpeakers } from '#server/campaigns/cast-rules.ts';
import { wordsIn } from '#server/campaigns/story.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import { type Entry, type Index, indexOf } from './entries.ts';
import { excerptOf, isOfTheGame, mayPromise, narratorOf, playIn, promisesIn, SPOKE } from './said.ts';
import { type SourceResult, type SourceSession, type Sources, sourcesOf } from './sources.ts';
import { storyOf } from './story.ts';
import { threadsOf } from './threads.ts';

const LAST_MINUTE_MS = 60_000;
/** What was picked of them says where it stopped. */
const LAST_MINUTES_MS = 600_000;
const FEWEST_WORDS = 8;
/** The last sessions in which promises are looked for. */
const PROMISED_IN = 5;
/** Names of which a line is looked for. */
const CONSIDERED = 30;
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
  const guessed = guessedCharacters(sources);
  const played = new Set(guessed.flatMap((name) => index.find(name)?.key ?? []));
  const people = await peopleOf(orm, { index, sources, threads, played });
  const shown = new Set(people.map(({ key }) => key));
  return {
    lines: [
      ...(await stoppedAt(orm, sources)),
      ...threadLines(threads),
      ...(await promisesOf(orm, sources)),
      ...people,
      ...(await namesOf(orm, { index, sources, shown })),
      ...(await knownToSome(orm, campaignId, sources)),
    ],
    sources,
  };
}

interface SaidLine
  extends Pick<typeof segments.$inferSelect, 'id' | 'startMs' | 'endMs' | 'speakerId' | 'text'> {
  name: string;
}

/** Lines of a transcript in order, with the names of their voices. */
async function linesOf(
  orm: Orm,
  { cast }: Sources,
  { id: sessionId }: SourceSession,
  { transcriptId }: SourceResult,
  which: SQL | undefined,
): Promise<SaidLine[]> {
  const [transcript] = await orm
    .select({ speakers: transcripts.speakers })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId ?? sessionId));
  if (transcript === undefined) return [];
  const labels = shownSpeakers(cast, sessionId, transcript.speakers);
  const nameOf = new Map(transcript.speakers.map(({ id }, at) => [id, labels[at]?.label ?? '']));
  const rows = await orm
    .select()
    .from(segments)
    .where(and(eq(segments.transcriptId, transcriptId ?? sessionId), which))
    .orderBy(asc(segments.ordinal));
  return rows.map((row) => ({ ...row, name: nameOf.get(row.speakerId ?? '') ?? '' }));
}

const playedResult = ({ results }: SourceSession): SourceResult | undefined =>
  results.find(({ transcriptId, evening }) => transcriptId !== null && evening !== null) ??
  results.find(({ transcriptId }) => transcriptId !== null);

/** The end of play in the last session with a transcript, without talk at the table; else the last sentence of its notes. */
async function stoppedAt(orm: Orm, sources: Sources): Promise<PrepLine[]> {
  const last = sources.sessions.findLast(
    ({ results, sections }) => results.length > 0 || sections.length > 0,
  );
  if (last === undefined) return [];
  const played = playedResult(last);
  const endMs = played?.evening?.chapters.at(-1)?.endMs ?? Number.MAX_SAFE_INTEGER;
  const lines =
    played === undefined ? [] : await linesOf(orm, sources, last, played, lte(segments.startMs, endMs));
  const end = lines.at(-1)?.endMs;
  if (played === undefined || end === undefined) {
    const statement = storyOf(last).long.at(-1);
    return statement === undefined ? [] : [{ ...blank, part: 'stopped', ...statement }];
  }
  const narrator = narratorOf(played);
  const picked = new Map(
    (played.evening?.passages ?? [])
      .filter(({ hidden }) => !hidden)
      .map(({ evidence, text }) => [evidence.segmentIds[0], text]),
  );
  const late = lines.flatMap((line) => {
    if (line.endMs < end - LAST_MINUTES_MS) return [];
    const isNarrated = line.speakerId === narrator && line.endMs >= end - LAST_MINUTE_MS;
    const text = picked.get(line.id) ?? (isNarrated || narrator === null ? playIn(line.text) : '');
    return wordsIn(text) < FEWEST_WORDS || !isOfTheGame(text) ? [] : { ...line, text };
  });
  const shown = late.length > 0 ? late : lines.filter(({ endMs }) => endMs >= end - LAST_MINUTE_MS);
  const minute = lines.find(({ endMs }) => endMs >= end - LAST_MINUTE_MS);
  return shown.slice(-prepLimits.stopped).map(({ id, startMs, name, text }, at, { length }) => {
    const from =
      at === length - 1 && minute !== undefined && minute.startMs < startMs ? minute : { id, startMs };
    return {
      ...blank,
      part: 'stopped',
      key: id,
      name,
      text,
      place: { sessionId: last.id, lineId: from.id, startMs: played.isMeasured ? from.startMs : null },
    };
  });
}

/** What players said like a promise, the newest first. Nobody has settled what of it is one. */
async function promisesOf(orm: Orm, sources: Sources): Promise<PrepLine[]> {
  const kept = new Set([...sources.threads.values()].map(({ edit }) => edit.kept?.lineId));
  const found: PrepLine[] = [];
  for (const session of sources.sessions.toReversed().slice(0, PROMISED_IN)) {
    const played = playedResult(session);
    const narrator = played === undefined ? null : narratorOf(played);
    if (played === undefined || narrator === null) continue;
    const { chapters } = played.evening ?? { chapters: [] };
    const lines = await linesOf(orm, sources, session, played, sql`${segments.text} ~* ${mayPromise}`);
    for (const { id, speakerId, startMs, name, text } of lines.reverse()) {
      const isPlay = chapters.some((each) => each.startMs <= startMs && startMs <= each.endMs);
      if (speakerId === narrator || !isPlay || kept.has(id)) continue;
      for (const said of promisesIn(text))
        found.push({
          ...blank,
          part: 'said',
          key: id,
          name,
          text: said,
          place: { sessionId: session.id, lineId: id, startMs: played.isMeasured ? startMs : null },
        });
    }
    if (found.length >= prepLimits.said) break;
    await breath();
  }
  return found
    .filter(({ key }, at) => found.findIndex((each) => each.key === key) === at)
    .slice(0, prepLimits.said);
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

interface Known {
  index: Index;
  sources: Sources;
}

/** For whom the game master spoke in the last sessions, or who is in an open thread; those of threads first. */
async function peopleOf(
  orm: Orm,
  {
    index,
    sources,
    threads,
    played,
  }: Known & { threads: readonly WorldThread[]; played: ReadonlySet<string> },
): Promise<PrepLine[]> {
  const late = new Set(
    sources.sessions
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
    .slice(0, CONSIDERED);
  const lines: PrepLine[] = [];
  for (const { entry, isOpen: open } of chosen) {
    const line = await lineOf(orm, sources, 'person', entry, open ? null : late);
    if (line !== null) lines.push(line);
    if (lines.length === prepLimits.people) break;
  }
  return lines;
}

/**
 * A name, and what was said of it that says most: the newest of such lines.
 * @param within sessions in which the game master has to have spoken as them
 */
async function lineOf(
  orm: Orm,
  { sessions }: Sources,
  part: 'person' | 'name',
  { key, name, note, mentions, forms }: Entry,
  within: ReadonlySet<string> | null,
): Promise<PrepLine | null> {
  const names = [...forms.values()].map((form) => form.name);
  const results = sessions.flatMap(({ results: each }) => each);
  let best: { worth: number; text: string; place: ThreadPlace } | null = null;
  const transcriptIds = new Set(mentions.toReversed().flatMap(({ transcriptId }) => transcriptId ?? []));
  for (const transcriptId of [...transcriptIds].slice(0, LATE)) {
    const ofTranscript = mentions.filter((each) => each.transcriptId === transcriptId);
    if (within !== null && !within.has(ofTranscript[0]?.sessionId ?? '')) continue;
    const ids = ofTranscript.flatMap(({ lineId }) => lineId ?? []);
    const of = results.filter((each) => each.transcriptId === transcriptId);
    const narrator = of.map(narratorOf).find((voice) => voice !== null) ?? null;
    const found =
      ids.length === 0
        ? []
        : await orm
            .select({ id: segments.id, text: segments.text, speakerId: segments.speakerId })
            .from(segments)
            .where(and(eq(segments.transcriptId, transcriptId), inArray(segments.id, ids)));
    const lineOfId = new Map(found.map((line) => [line.id, line]));
    for (const { lineId, sessionId, startMs } of ofTranscript.toReversed()) {
      const line = lineOfId.get(lineId ?? '');
      if (line === undefined || (narrator !== null && line.speakerId !== narrator)) continue;
      const excerpt = excerptOf(line.text, names);
      if (excerpt !== null && excerpt.worth > (best?.worth ?? -1))
        best = { ...excerpt, place: { sessionId, lineId, startMs } };
    }
  }
  if (best === null || (within !== null && best.worth < SPOKE)) {
    if (note === '' && within !== null) return null;
    // A name alone has a place, too: in a pinned copy it goes with its session.
    const last = mentions.at(-1);
    const place =
      last === undefined ? null : { sessionId: last.sessionId, lineId: last.lineId, startMs: last.startMs };
    return { ...blank, part, key, name, note, text: '', place };
  }
  return { ...blank, part, key, name, note, text: best.text, place: best.place };
}

/** Names with a note on how to say them, and names of the last session that were rarely said. */
async function namesOf(
  orm: Orm,
  { index, sources, shown }: Known & { shown: ReadonlySet<string> },
): Promise<PrepLine[]> {
  const last = sources.sessions.findLast(({ results }) => results.length > 0)?.id ?? '';
  const entries = [...index.entries.values()].filter(
    ({ kind, isHidden, key, note }) =>
      !isHidden && toPronounce.has(kind) && (!shown.has(key) || pronounced.test(note)),
  );
  const noted = entries.filter(({ note }) => pronounced.test(note));
  const rare = entries.filter(
    (entry) => !noted.includes(entry) && entry.count <= RARELY && entry.sessionIds.has(last),
  );
  const lines: PrepLine[] = [];
  for (const entry of [...noted, ...rare].slice(0, CONSIDERED)) {
    const line = await lineOf(orm, sources, 'name', entry, null);
    if (line !== null && (line.text !== '' || noted.includes(entry))) lines.push(line);
    if (lines.length === prepLimits.names) break;
  }
  return lines;
}

/** Of sessions that some of the players missed: who was there, and what happened. */
async function knownToSome(orm: Orm, campaignId: string, { sessions }: Sources): Promise<PrepLine[]> {
  const { players, present } = await attendanceOf(orm, campaignId);
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
