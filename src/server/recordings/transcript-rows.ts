import { and, asc, eq, gte, isNull, lt, max, sql } from 'drizzle-orm';
import type { Segment, TranscriptDocument } from '#contract/transcript.ts';
import { lockSession } from '#server/campaigns/lock-session.ts';
import type { ReadTranscript } from '#server/engines/threads/thread-messages.ts';
import { wordsIn } from '#server/engines/transcripts/words.ts';
import { breath, resting } from '#server/platform/breath.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { removeInParts } from '#server/platform/in-parts.ts';
import type { EditedRow } from './tables.ts';
import { segments, transcriptEdits, transcripts } from './tables.ts';

const ROWS_AT_ONCE = 500;

interface TranscriptIdentity {
  id: string;
  sessionId: string;
  audioAssetId: string | null;
  createdAt: Date;
}

/** In short statements. Call `publishTranscript` or `removeTranscript` afterward. */
export async function writeTranscript(
  orm: Orm,
  identity: TranscriptIdentity,
  read: ReadTranscript,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const { head } = read;
  await orm.insert(transcripts).values({
    ...identity,
    replacedAt: identity.createdAt,
    complete: false,
    source: head.source,
    timing: head.timing,
    engine: head.engine,
    language: head.language,
    durationMs: head.durationMs,
    speakers: head.speakers,
    segmentCount: read.segmentCount,
    wordCount: read.wordCount,
    warnings: head.warnings,
    account: read.account ?? null,
  });
  for await (const piece of pieces) {
    // One parameter instead of nine per row.
    await orm.execute(sql`
      insert into segments (transcript_id, ordinal, id, start_ms, end_ms, speaker_id, text, original_text, confidence)
      select ${identity.id}::uuid, ordinal, id, "startMs", "endMs", "speakerId", text, "originalText", confidence
      from jsonb_to_recordset(${piece}::jsonb) as given (
        ordinal integer, id text, "startMs" bigint, "endMs" bigint, "speakerId" text, text text,
        "originalText" text, confidence double precision
      )`);
    await breath();
  }
}

interface Said {
  text: string;
}

/** A transcript is priced by its words: what changes its lines counts them, in the same transaction, as the import did. */
export async function countWords(
  tx: Orm,
  transcriptId: string,
  { gone, come }: { gone: readonly Said[]; come: readonly Said[] },
): Promise<void> {
  const wordsOf = (lines: readonly Said[]) => lines.reduce((sum, { text }) => sum + wordsIn(text), 0);
  const more = wordsOf(come) - wordsOf(gone);
  if (more === 0) return;
  await tx
    .update(transcripts)
    .set({ wordCount: sql`greatest(0, ${transcripts.wordCount} + ${more})` })
    .where(eq(transcripts.id, transcriptId));
}

/** As the session's, or as a replaced one. */
export async function publishTranscript(
  tx: Orm,
  { id, sessionId }: Pick<TranscriptIdentity, 'id' | 'sessionId'>,
  options: { now: Date; isCurrent: boolean },
): Promise<void> {
  if (options.isCurrent)
    await tx
      .update(transcripts)
      .set({ replacedAt: options.now })
      .where(and(eq(transcripts.sessionId, sessionId), isNull(transcripts.replacedAt)));
  await tx
    .update(transcripts)
    .set({ complete: true, replacedAt: options.isCurrent ? null : options.now })
    .where(eq(transcripts.id, id));
}

/** Whether a transcript of the recording says who speaks. */
export async function hasSpeakers(orm: Orm, audioAssetId: string | null): Promise<boolean> {
  if (audioAssetId === null) return false;
  const [row] = await orm
    .select({ one: sql`1` })
    .from(transcripts)
    .where(
      and(
        eq(transcripts.audioAssetId, audioAssetId),
        eq(transcripts.complete, true),
        sql`jsonb_array_length(${transcripts.speakers}) > 0`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

type Writing = Pick<Database, 'orm' | 'transaction'>;

/** Only an incomplete one, in short statements. */
export async function removeTranscript(database: Writing, id: string): Promise<void> {
  const { orm } = database;
  const [last] = await orm
    .select({ ordinal: max(segments.ordinal) })
    .from(segments)
    .where(eq(segments.transcriptId, id));
  for (let from = 0; from <= (last?.ordinal ?? -1); from += ROWS_AT_ONCE) {
    await resting(async () =>
      orm
        .delete(segments)
        .where(
          and(
            eq(segments.transcriptId, id),
            gte(segments.ordinal, from),
            lt(segments.ordinal, from + ROWS_AT_ONCE),
          ),
        ),
    );
  }
  await removeInParts(orm, transcriptEdits, transcriptEdits.id, eq(transcriptEdits.transcriptId, id));
  const isIt = and(eq(transcripts.id, id), eq(transcripts.complete, false));
  await database.transaction(async (tx) => {
    const [row] = await tx.select({ sessionId: transcripts.sessionId }).from(transcripts).where(isIt);
    if (row === undefined) return;
    // What is indexed of it goes, too: indexing locks the session before its own rows.
    await lockSession(tx, row.sessionId);
    await tx.delete(transcripts).where(isIt);
  });
}

/** From now on they are read nowhere. `removeTranscript` comes next, or housekeeping. @returns their ids */
export async function hideTranscripts(tx: Orm, sessionId: string, now: Date): Promise<string[]> {
  const hidden = await tx
    .update(transcripts)
    .set({ complete: false, replacedAt: now })
    .where(eq(transcripts.sessionId, sessionId))
    .returning({ id: transcripts.id });
  return hidden.map(({ id }) => id);
}

/** @returns how many */
export async function removeIncomplete(database: Writing, before: Date): Promise<number> {
  const incomplete = await database.orm
    .select({ id: transcripts.id })
    .from(transcripts)
    .where(and(eq(transcripts.complete, false), lt(transcripts.createdAt, before)));
  for (const { id } of incomplete) await removeTranscript(database, id);
  return incomplete.length;
}

export async function loadTranscript(orm: Orm, transcriptId: string): Promise<TranscriptDocument | null> {
  const [row] = await orm.select().from(transcripts).where(eq(transcripts.id, transcriptId));
  if (row === undefined) return null;
  return {
    source: row.source,
    timing: row.timing,
    engine: row.engine,
    language: row.language,
    durationMs: row.durationMs,
    speakers: row.speakers,
    segments: await allSegments(orm, transcriptId, row.segmentCount),
    warnings: row.warnings,
  };
}

async function allSegments(orm: Orm, transcriptId: string, count: number): Promise<Segment[]> {
  const all: Segment[] = [];
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    for (const segment of await selectSegments(orm, transcriptId, { from, limit: ROWS_AT_ONCE }))
      all.push(segment);
    await breath();
  }
  return all;
}

/** Ordinals `from` to `from + limit`; split lines are between two whole numbers. */
export async function selectSegments(
  orm: Orm,
  transcriptId: string,
  page: { from: number; limit: number },
): Promise<Segment[]> {
  const rows = await orm
    .select(segmentColumns)
    .from(segments)
    .where(
      and(
        eq(segments.transcriptId, transcriptId),
        gte(segments.ordinal, page.from),
        lt(segments.ordinal, page.from + page.limit),
      ),
    )
    .orderBy(asc(segments.ordinal));
  return rows.map(segmentOf);
}

const segmentColumns = {
  id: segments.id,
  startMs: segments.startMs,
  endMs: segments.endMs,
  speakerId: segments.speakerId,
  text: segments.text,
  originalText: segments.originalText,
  confidence: segments.confidence,
  joinedIds: segments.joinedIds,
};

export function segmentOf({ joinedIds, ...row }: Omit<EditedRow, 'ordinal'>): Segment {
  return joinedIds === null ? row : { ...row, joinedIds };
}
