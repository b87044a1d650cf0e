import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Line } from '#contract/analysis-result.ts';
import { readCastQuestion } from '#contract/cast-questions.ts';
import { combinedVoices } from '#contract/combined-voices.ts';
import { isLasting, keyOf } from '#contract/labels.ts';
import { type CastChange, type CastSheet, type CastUndo, castLimits } from '#contract/speakers.ts';
import type { Speaker } from '#contract/transcript.ts';
import type { VoicesChanged } from '#contract/voice-changes.ts';
import { analyses } from '#server/analyses/tables.ts';
import { corrections } from '#server/names/tables.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answers } from '#server/questions/tables.ts';
import {
  audioAssets,
  isCurrentTranscript,
  segments,
  transcripts,
  voiceChanges,
  voicesVersion,
} from '#server/recordings/tables.ts';
import { ownCampaign } from './campaigns.ts';
import { castBefore } from './cast-before.ts';
import type { CastNow } from './cast-in-texts.ts';
import { emptyCast, isRejected, isSameSpeaker, whoIs } from './cast-rules.ts';
import { voiceMemoryOf } from './known-voices.ts';
import { type Cast, type CastBefore, casts, notes, sessions } from './tables.ts';

const SAMPLES = 3;
const FULL_SAMPLE = 40;
const LONGEST_SAMPLE = 200;
/** Those of an evening, read at a time. All of 40,000 lines took 155 ms. */
const SAMPLED_LINES = 5000;

export type CastService = ReturnType<typeof createCast>;

export async function castOf(orm: Orm, campaignId: string): Promise<CastNow> {
  const { content } = await castDocument(orm, campaignId);
  return { ...content, answered: await answeredIn(orm, campaignId) };
}

export async function castOfSession(orm: Orm, sessionId: string): Promise<CastNow> {
  const [row] = await orm
    .select({ campaignId: sessions.campaignId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return row === undefined ? emptyCast : castOf(orm, row.campaignId);
}

/** With the voices that the lines of these citations have now. */
export async function withVoicesNow(
  orm: Orm,
  cast: CastNow,
  sessionId: string,
  lines: readonly Pick<Line, 'evidence'>[],
): Promise<CastNow> {
  const ids = [...new Set(lines.flatMap(({ evidence }) => evidence.segmentIds))];
  if (ids.length === 0) return cast;
  const cited = sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;
  return { ...cast, ...(await voicesOf(orm, sessionId, cited)) };
}

/** The voices that the lines have now that a session's notes cite, without reading the notes, and `also` these lines. */
export const voicesOfNotes = (
  orm: Orm,
  sessionId: string,
  also: readonly string[] = [],
): Promise<Pick<CastNow, 'voices'>> =>
  voicesOf(
    orm,
    sessionId,
    sql`select jsonb_array_elements_text(line -> 'evidence' -> 'segmentIds')
      from ${notes}, jsonb_array_elements(${notes.sections}) as section, jsonb_array_elements(section -> 'lines') as line
      where ${notes.sessionId} = ${sessionId}
      union all select jsonb_array_elements_text(${JSON.stringify(also)}::jsonb)`,
  );

async function voicesOf(orm: Orm, sessionId: string, ids: SQL): Promise<Pick<CastNow, 'voices'>> {
  const transcript = await transcriptOf(orm, sessionId);
  if (transcript === null) return {};
  const rows = await orm
    .select({ id: segments.id, startMs: segments.startMs, speakerId: segments.speakerId })
    .from(segments)
    .where(and(eq(segments.transcriptId, transcript.id), sql`${segments.id} in (${ids})`));
  return { voices: voicesIn(sessionId, transcript.speakers, rows) };
}

/** The voices that cited lines of several sessions have now. @param lines by session */
export async function voicesNowIn(
  orm: Orm,
  lines: ReadonlyMap<string, readonly Pick<Line, 'evidence'>[]>,
): Promise<Map<string, NonNullable<CastNow['voices']>>> {
  const cited = [...lines].flatMap(([session, all]) =>
    all.flatMap(({ evidence }) => evidence.segmentIds.map((id) => ({ session, id }))),
  );
  if (cited.length === 0) return new Map();
  const heard = await orm
    .select({ sessionId: transcripts.sessionId, speakers: transcripts.speakers })
    .from(transcripts)
    .where(
      and(
        inArray(transcripts.sessionId, [...new Set(cited.map(({ session }) => session))]),
        isCurrentTranscript,
      ),
    );
  const rows = await orm
    .select({
      sessionId: transcripts.sessionId,
      id: segments.id,
      startMs: segments.startMs,
      speakerId: segments.speakerId,
    })
    .from(sql`jsonb_to_recordset(${JSON.stringify(cited)}::jsonb) as cited (session uuid, id text)`)
    .innerJoin(transcripts, and(sql`${transcripts.sessionId} = cited.session`, isCurrentTranscript))
    .innerJoin(segments, and(eq(segments.transcriptId, transcripts.id), sql`${segments.id} = cited.id`));
  const ofSession = new Map<string, typeof rows>();
  for (const row of rows) {
    const own = ofSession.get(row.sessionId);
    if (own === undefined) ofSession.set(row.sessionId, [row]);
    else own.push(row);
  }
  return new Map(
    heard.flatMap(({ sessionId, speakers }) => {
      const own = ofSession.get(sessionId);
      return own === undefined ? [] : [[sessionId, voicesIn(sessionId, speakers, own)] as const];
    }),
  );
}

function voicesIn(
  sessionId: string,
  speakers: readonly Speaker[],
  rows: readonly Pick<typeof segments.$inferSelect, 'id' | 'startMs' | 'speakerId'>[],
): NonNullable<CastNow['voices']> {
  const labels = new Map(speakers.map(({ id, label }) => [id, label]));
  const now = rows.flatMap(({ id, startMs, speakerId }) => {
    const label = speakerId === null ? undefined : labels.get(speakerId);
    return speakerId === null || label === undefined ? [] : [[id, { label, speakerId, startMs }] as const];
  });
  const starts = new Map(rows.map(({ id, startMs }) => [id, startMs]));
  return { sessionId, labels: new Set(labels.values()), lines: new Map(now), starts };
}

async function answeredIn(orm: Orm, campaignId: string): Promise<ReadonlySet<string>> {
  const rows = await orm
    .select({ questionId: answers.questionId })
    .from(answers)
    .leftJoin(corrections, eq(corrections.id, answers.correctionId))
    .where(
      and(
        eq(answers.campaignId, campaignId),
        isNull(answers.undoneAt),
        sql`${answers.undo} -> 'cast' is null`,
        or(isNull(answers.correctionId), isNull(corrections.undoneAt)),
      ),
    );
  return new Set(rows.map(({ questionId }) => questionId));
}

export async function castDocument(
  orm: Orm,
  campaignId: string,
): Promise<Pick<typeof casts.$inferSelect, 'revision' | 'content' | 'before'>> {
  const [row] = await orm.select().from(casts).where(eq(casts.campaignId, campaignId));
  return row ?? { revision: 0, content: emptyCast, before: null };
}

export function createCast({
  clock,
  remembersVoices = false,
  tellsVoicesApart = false,
}: {
  clock: Clock;
  tellsVoicesApart?: boolean;
  /** Whether campaigns may remember how voices sound. */
  remembersVoices?: boolean;
}) {
  async function sheet(orm: Orm, campaignId: string, sessionId: string | null): Promise<CastSheet> {
    const { revision, content, before } = await castDocument(orm, campaignId);
    const memory = remembersVoices ? await voiceMemoryOf(orm, campaignId, content, sessionId) : null;
    const soundsLike = memory?.proposals ?? new Map<string, string>();
    const heard = sessionId === null ? nobody : await speakersOf(orm, content, sessionId, soundsLike);
    return {
      revision,
      people: content.people.map(({ voices: _, ...person }) => person),
      ...heard,
      tellsVoicesApart,
      memory: memory && { people: memory.people },
      undo: before !== null && isUndoneIn(before, sessionId) ? before.change : null,
    };
  }

  async function recognized(
    tx: Orm,
    campaignId: string,
    cast: Cast,
    sessionId: string | null,
    label: string | null,
  ): Promise<Cast> {
    if (!remembersVoices || sessionId === null) throw new Refusal('notFound');
    const { proposals } = await voiceMemoryOf(tx, campaignId, cast, sessionId);
    const wanted = [...proposals].filter(([each]) => label === null || each === label);
    if (wanted.length === 0) throw new Refusal('notFound');
    return wanted.reduce((next, [each, personId]) => {
      const person = next.people.find(({ id }) => id === personId);
      if (person === undefined) return next;
      return assigned(next, sessionId, each, { ...person, character: person.characters[0] ?? null });
    }, cast);
  }

  async function write(
    tx: Orm,
    userId: string,
    { campaignId, sessionId, revision }: { campaignId: string; sessionId: string | null; revision: number },
    next: (row: Awaited<ReturnType<typeof castDocument>>) => Promise<{
      content: Cast;
      before: CastBefore | null;
    }>,
  ): Promise<CastSheet> {
    await ownCampaign(tx, userId, campaignId, { forUpdate: true });
    await checkSession(tx, campaignId, sessionId);
    const row = await castDocument(tx, campaignId);
    if (row.revision !== revision)
      throw new Refusal('staleRevision', { details: { current: await sheet(tx, campaignId, sessionId) } });
    await store(tx, userId, campaignId, { ...(await next(row)), revision: revision + 1 });
    return sheet(tx, campaignId, sessionId);
  }

  const store = (
    tx: Orm,
    userId: string,
    campaignId: string,
    row: Awaited<ReturnType<typeof castDocument>>,
  ): Promise<void> => storeCast(tx, userId, campaignId, { ...row, updatedAt: clock.now() });

  return {
    /** @throws Refusal notFound */
    async read(orm: Orm, userId: string, campaignId: string, sessionId: string | null): Promise<CastSheet> {
      await ownCampaign(orm, userId, campaignId);
      await checkSession(orm, campaignId, sessionId);
      return sheet(orm, campaignId, sessionId);
    },

    /** @throws Refusal staleRevision (with the current sheet), personExists, castFull */
    change: (
      tx: Orm,
      userId: string,
      campaignId: string,
      revision: number,
      { sessionId, change }: { sessionId: string | null; change: CastChange },
    ): Promise<CastSheet> =>
      write(tx, userId, { campaignId, sessionId, revision }, async ({ content }) => {
        if ('label' in change && change.label !== null) await checkLabel(tx, sessionId, change.label);
        return {
          content:
            change.kind === 'recognize'
              ? await recognized(tx, campaignId, content, sessionId, change.label)
              : changed(content, sessionId, change),
          before: { change: words[change.kind], content, sessionId: 'label' in change ? sessionId : null },
        };
      }),

    /** @throws Refusal staleRevision, nothingToUndo */
    undo: (
      tx: Orm,
      userId: string,
      campaignId: string,
      revision: number,
      sessionId: string | null,
    ): Promise<CastSheet> =>
      write(tx, userId, { campaignId, sessionId, revision }, async ({ before }) => {
        if (before === null || !isUndoneIn(before, sessionId)) throw new Refusal('nothingToUndo');
        return { content: before.content, before: null };
      }),

    /** Undoes one change. @returns whether parts stay because they were changed since */
    async takeBack(
      tx: Orm,
      userId: string,
      campaignId: string,
      change: { before: Cast; after: Cast },
    ): Promise<boolean> {
      await ownCampaign(tx, userId, campaignId, { forUpdate: true });
      const { revision, content } = await castDocument(tx, campaignId);
      const { cast, left } = castBefore(content, change);
      await store(tx, userId, campaignId, { revision: revision + 1, content: cast, before: null });
      return left > 0;
    },
  };
}

/**
 * Names the voices whose owners said who they are while recording; the change can be undone as any other. Lock the campaign first.
 * @param keepsChosen whether a voice that the user named keeps its name: not if they named one of another recording
 */
export async function introduceVoices(
  tx: Orm,
  { id: sessionId, campaignId, userId }: { id: string; campaignId: string; userId: string },
  voices: readonly { label: string; personId: string | null }[],
  { now, keepsChosen }: { now: Date; keepsChosen: boolean },
): Promise<void> {
  const { revision, content } = await castDocument(tx, campaignId);
  const next = voices.reduce((cast, { label, personId }) => {
    if (keepsChosen && whoIs(cast, sessionId, label) !== null) return cast;
    if (personId === null) return assigned(cast, sessionId, label, gameMasterOf(cast));
    const person = cast.people.find(({ id }) => id === personId);
    if (person === undefined) return cast;
    return assigned(cast, sessionId, label, { ...person, character: person.characters[0] ?? null });
  }, content);
  if (next === content) return;
  await storeCast(tx, userId, campaignId, {
    content: next,
    before: { change: 'recognized', content, sessionId },
    revision: revision + 1,
    updatedAt: now,
  });
}

/** Who said to be the game master without being in the cast then. */
function gameMasterOf({ people }: Cast) {
  const known = people.find(({ role }) => role === 'gm');
  return { player: known?.player ?? 'Game master', role: 'gm' as const, character: null };
}

async function storeCast(
  tx: Orm,
  userId: string,
  campaignId: string,
  row: Omit<typeof casts.$inferSelect, 'userId' | 'campaignId'>,
): Promise<void> {
  await tx
    .insert(casts)
    .values({ campaignId, userId, ...row })
    .onConflictDoUpdate({ target: casts.campaignId, set: row });
}

const nobody: Awaited<ReturnType<typeof speakersOf>> = {
  speakers: [],
  canBeHeard: false,
  gameMaster: null,
  voices: null,
};

const isUndoneIn = (before: CastBefore, sessionId: string | null) =>
  before.sessionId == null || before.sessionId === sessionId;

const words: Readonly<Record<CastChange['kind'], CastUndo>> = {
  assign: 'assigned',
  clear: 'cleared',
  accept: 'accepted',
  reject: 'rejected',
  recognize: 'recognized',
  save: 'saved',
  remove: 'removed',
};

async function checkSession(orm: Orm, campaignId: string, sessionId: string | null): Promise<void> {
  if (sessionId === null) return;
  const [row] = await orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.campaignId, campaignId)));
  if (row === undefined) throw new Refusal('notFound');
}

async function checkLabel(orm: Orm, sessionId: string | null, label: string): Promise<void> {
  const transcript = sessionId === null ? null : await transcriptOf(orm, sessionId);
  if (!transcript?.speakers.some((speaker) => speaker.label === label)) throw new Refusal('notFound');
}

export async function transcriptOf(orm: Orm, sessionId: string) {
  const [row] = await orm
    .select()
    .from(transcripts)
    .where(and(eq(transcripts.sessionId, sessionId), isCurrentTranscript));
  return row ?? null;
}

function changed(
  cast: Cast,
  sessionId: string | null,
  change: Exclude<CastChange, { kind: 'recognize' }>,
): Cast {
  if (change.kind === 'remove') {
    if (!cast.people.some(({ id }) => id === change.personId)) throw new Refusal('notFound');
    return {
      ...cast,
      people: cast.people.filter(({ id }) => id !== change.personId),
      chosen: cast.chosen.filter(({ personId }) => personId !== change.personId),
    };
  }
  if (change.kind === 'save') {
    const { personId, player, role, characters } = change;
    const fields = { player, role, characters: once(characters) };
    checkPlayer(cast, player, personId);
    if (personId === null) return withPerson(cast, { id: newId(), ...fields, voices: [] });
    const person = cast.people.find(({ id }) => id === personId);
    if (person === undefined) throw new Refusal('notFound');
    return {
      ...withPerson(cast, { ...person, ...fields }),
      chosen: cast.chosen.map((each) =>
        each.personId === personId && each.character !== null && !fields.characters.includes(each.character)
          ? { ...each, character: null }
          : each,
      ),
    };
  }
  if (sessionId === null) throw new Refusal('notFound');
  const key = keyOf(change.label);
  const rejection = { sessionId: isLasting(change.label) ? null : sessionId, label: key };
  if (change.kind === 'reject') {
    if (isRejected(cast, sessionId, change)) return cast;
    return { ...cast, rejected: [...cast.rejected, { ...rejection, character: change.character }] };
  }
  if (change.kind === 'clear') return withChoice(cast, sessionId, key, null, null);
  const known = whoIs(cast, sessionId, change.label)?.person ?? null;
  const asked =
    change.kind === 'assign'
      ? change
      : {
          player: known?.player ?? titled(change.label),
          role: known?.role ?? ('player' as const),
          character: change.character,
        };
  return assigned(cast, sessionId, change.label, asked);
}

function assigned(
  cast: Cast,
  sessionId: string,
  label: string,
  asked: { player: string; role: CastSheet['people'][number]['role']; character: string | null },
): Cast {
  const key = keyOf(label);
  const present = cast.people.find(({ player }) => keyOf(player) === keyOf(asked.player));
  const person = present ?? {
    id: newId(),
    player: asked.player,
    role: asked.role,
    characters: [],
    voices: [],
  };
  const character =
    asked.character === null
      ? null
      : (person.characters.find((each) => keyOf(each) === keyOf(asked.character ?? '')) ?? asked.character);
  const others = withoutVoice(cast, key);
  const voices = person.voices.filter((voice) => voice !== key);
  const next = withPerson(others, {
    ...person,
    role: asked.role,
    characters: character === null ? person.characters : once([character, ...person.characters]),
    voices: isLasting(label) ? [...voices, key] : voices,
  });
  return withChoice(next, sessionId, key, person.id, character);
}

function withPerson(cast: Cast, person: Cast['people'][number]): Cast {
  if (person.characters.length > castLimits.characters) throw new Refusal('castFull');
  if (cast.people.some(({ id }) => id === person.id))
    return { ...cast, people: cast.people.map((each) => (each.id === person.id ? person : each)) };
  if (cast.people.length >= castLimits.people) throw new Refusal('castFull');
  return { ...cast, people: [...cast.people, person] };
}

function withChoice(
  cast: Cast,
  sessionId: string,
  label: string,
  personId: string | null,
  character: string | null,
): Cast {
  const others = cast.chosen.filter((each) => each.sessionId !== sessionId || each.label !== label);
  return { ...cast, chosen: [...others, { sessionId, label, personId, character }] };
}

const withoutVoice = (cast: Cast, key: string): Cast => ({
  ...cast,
  people: cast.people.map((person) => ({
    ...person,
    voices: person.voices.filter((voice) => voice !== key),
  })),
});

function checkPlayer(cast: Cast, player: string, besides: string | null): void {
  if (cast.people.some((each) => each.id !== besides && keyOf(each.player) === keyOf(player)))
    throw new Refusal('personExists');
}

const once = (names: readonly string[]) =>
  names.filter((name, index) => names.findIndex((each) => keyOf(each) === keyOf(name)) === index);

const titled = (label: string) =>
  label.length > 2 && label === label.toUpperCase()
    ? label
        .toLowerCase()
        .replace(/(^|[\s\-'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : label.trim();

async function speakersOf(
  orm: Orm,
  cast: Cast,
  sessionId: string,
  soundsLike: ReadonlyMap<string, string>,
): Promise<Pick<CastSheet, 'speakers' | 'canBeHeard' | 'gameMaster' | 'voices'>> {
  const transcript = await transcriptOf(orm, sessionId);
  if (transcript === null) return nobody;
  const talk = transcript.speakers.reduce((sum, { talkMs }) => sum + talkMs, 0);
  const samples: Samples = new Map();
  let silent = transcript.speakers.map(({ id }) => id);
  for (let from = 0; silent.length > 0 && from < transcript.segmentCount; from += SAMPLED_LINES) {
    for (const [id, lines] of await samplesOf(orm, transcript.id, silent, from)) samples.set(id, lines);
    silent = silent.filter((id) => !samples.has(id));
  }
  const asked = await questionsOf(orm, sessionId);
  const voicesOf = combinedVoices(transcript.speakers.map(({ label }) => label));
  const voices = transcript.speakers
    .filter(({ label }) => voicesOf(label) === null)
    .toSorted((one, other) => other.talkMs - one.talkMs);
  const speakers = voices.map(({ id, label, talkMs }) => {
    const known = whoIs(cast, sessionId, label);
    const isOpen = known === null || (known.person !== null && known.character === null);
    const question = isOpen
      ? asked.find(
          (each) =>
            isSameSpeaker(cast, sessionId, each.label, label) &&
            !isRejected(cast, sessionId, { ...each, label }),
        )
      : undefined;
    return {
      label,
      share: talk === 0 ? 0 : Math.round((talkMs * 100) / talk),
      samples: samples.get(id) ?? [],
      personId: known?.person?.id ?? null,
      character: known?.character ?? null,
      source: known?.source ?? ('none' as const),
      isLasting: isLasting(label),
      suggestion: question?.character ?? null,
      soundsLike: soundsLike.get(label) ?? null,
    };
  });
  return {
    speakers,
    canBeHeard: await canBeHeard(orm, transcript),
    gameMaster: likelyGameMaster(cast, sessionId, voices, soundsLike),
    voices: await changeableVoices(orm, transcript),
  };
}

async function changeableVoices(
  orm: Orm,
  { id: transcriptId, speakers }: Pick<typeof transcripts.$inferSelect, 'id' | 'speakers'>,
): Promise<CastSheet['voices']> {
  const [row] = await orm
    .select({
      choices: sql<number[]>`(
        select coalesce(jsonb_agg(distinct people), '[]') from (
          select (select count(distinct voice) from jsonb_array_elements(voices) as voice where voice <> 'null') as people
          from jsonb_array_elements(${voiceChanges.groupings} -> 'groups') as voices
        ) as counted where people > 0
      )`,
      heard: sql<number | null>`(${voiceChanges.groupings} -> 'heard')::integer`,
      undo: sql<VoicesChanged | null>`${voiceChanges.before} ->> 'change'`,
      version: voicesVersion,
    })
    .from(voiceChanges)
    .where(eq(voiceChanges.transcriptId, transcriptId));
  return {
    transcriptId,
    heard: row?.heard ?? speakers.length,
    choices: row?.choices ?? [],
    undo: row?.undo ?? null,
    version: row?.version ?? null,
  };
}

/**
 * Who sounds like the known game master, else the voice that the transcript calls so, else the one with most talk of those that nobody is known
 * to be. Null if known, or if a voice is alone.
 */
function likelyGameMaster(
  cast: Cast,
  sessionId: string,
  voices: readonly Speaker[],
  soundsLike: ReadonlyMap<string, string>,
): CastSheet['gameMaster'] {
  const isSettled = voices.some(({ label }) => whoIs(cast, sessionId, label)?.person?.role === 'gm');
  if (isSettled || voices.length < 2) return null;
  const gameMasters = cast.people.filter(({ role }) => role === 'gm');
  for (const { label } of voices) {
    const person = gameMasters.find(({ id }) => id === soundsLike.get(label));
    if (person !== undefined) return { label, player: person.player };
  }
  const open = voices.filter(({ label }) => !soundsLike.has(label) && whoIs(cast, sessionId, label) === null);
  const likely = open.find(({ role }) => role === 'gm') ?? open[0];
  if (likely === undefined) return null;
  const [known, ...others] = gameMasters;
  if (known !== undefined && others.length === 0) return { label: likely.label, player: known.player };
  return {
    label: likely.label,
    player: isLasting(likely.label) ? titled(likely.label) : 'Game master',
  };
}

/** Whether the transcript's recording still exists. */
export async function canBeHeard(
  orm: Orm,
  transcript: Pick<typeof transcripts.$inferSelect, 'source' | 'audioAssetId'>,
): Promise<boolean> {
  if (transcript.source !== 'speech' || transcript.audioAssetId === null) return false;
  const [audio] = await orm
    .select({ deletedAt: audioAssets.deletedAt, replacedAt: audioAssets.replacedAt })
    .from(audioAssets)
    .where(eq(audioAssets.id, transcript.audioAssetId));
  return audio !== undefined && audio.deletedAt === null && audio.replacedAt === null;
}

/** Those whose present recording is still there. */
export async function sessionsWithSound(orm: Orm, sessionIds: readonly string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await orm
    .select({ sessionId: audioAssets.sessionId })
    .from(audioAssets)
    .where(
      and(
        inArray(audioAssets.sessionId, [...sessionIds]),
        isNull(audioAssets.deletedAt),
        isNull(audioAssets.replacedAt),
      ),
    );
  return new Set(rows.map(({ sessionId }) => sessionId));
}

type Samples = Map<string, { startMs: number; endMs: number; text: string }[]>;

/** From the first lines in which each speaks, a part at a time: a transcript may have hundreds of thousands. */
async function samplesOf(
  orm: Orm,
  transcriptId: string,
  speakerIds: readonly string[],
  from: number,
): Promise<Samples> {
  const parts = orm.$with('parts').as(
    orm
      .select({
        speakerId: segments.speakerId,
        startMs: segments.startMs,
        endMs: segments.endMs,
        ordinal: segments.ordinal,
        text: sql<string>`case when length(${segments.text}) > ${LONGEST_SAMPLE} then rtrim(left(${segments.text}, ${LONGEST_SAMPLE - 1})) || '…' else ${segments.text} end`.as(
          'shown',
        ),
        part: sql<number>`ntile(${SAMPLES}) over (partition by ${segments.speakerId} order by ${segments.ordinal})`.as(
          'part',
        ),
      })
      .from(segments)
      .where(
        and(
          eq(segments.transcriptId, transcriptId),
          gte(segments.ordinal, from),
          lt(segments.ordinal, from + SAMPLED_LINES),
          inArray(segments.speakerId, [...speakerIds]),
        ),
      ),
  );
  const rows = await orm
    .with(parts)
    .selectDistinctOn([parts.speakerId, parts.part], {
      speakerId: parts.speakerId,
      startMs: parts.startMs,
      endMs: parts.endMs,
      text: parts.text,
    })
    .from(parts)
    .orderBy(
      asc(parts.speakerId),
      asc(parts.part),
      desc(sql`least(length(${parts.text}), ${FULL_SAMPLE})`),
      asc(parts.ordinal),
    );
  const found: Samples = new Map();
  for (const { speakerId, ...sample } of rows)
    if (speakerId !== null) found.set(speakerId, [...(found.get(speakerId) ?? []), sample]);
  return found;
}

async function questionsOf(orm: Orm, sessionId: string): Promise<{ label: string; character: string }[]> {
  const [latest] = await orm
    .select({ asked: sql<{ text: string }[] | null>`${analyses.result} -> 'toConfirm'` })
    .from(analyses)
    .where(and(eq(analyses.sessionId, sessionId), eq(analyses.status, 'completed')))
    .orderBy(desc(analyses.finishedAt), desc(analyses.id))
    .limit(1);
  return (latest?.asked ?? []).flatMap(({ text }) => readCastQuestion(text) ?? []);
}
