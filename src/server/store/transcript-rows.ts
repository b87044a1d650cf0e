import { asc, eq, sql } from 'drizzle-orm';
import type { Segment, TranscriptDocument } from '#contract/transcript.ts';
import type { Orm } from './database.ts';
import { segments, transcripts } from './tables/work.ts';

const SEGMENTS_PER_STATEMENT = 2000;

/** Writes a whole transcript. The caller has marked the session's older one as replaced, or gives `replacedAt`. */
export async function insertTranscript(
  tx: Orm,
  document: TranscriptDocument,
  identity: {
    id: string;
    sessionId: string;
    audioAssetId: string | null;
    createdAt: Date;
    replacedAt: Date | null;
  },
): Promise<void> {
  await tx.insert(transcripts).values({
    ...identity,
    source: document.source,
    timing: document.timing,
    engine: document.engine,
    language: document.language,
    durationMs: document.durationMs,
    speakers: document.speakers,
    segmentCount: document.segments.length,
    wordCount: document.segments.reduce((count, segment) => count + wordsIn(segment.text), 0),
    warnings: document.warnings,
  });
  for (let from = 0; from < document.segments.length; from += SEGMENTS_PER_STATEMENT) {
    const some = document.segments
      .slice(from, from + SEGMENTS_PER_STATEMENT)
      .map((segment, index) => ({ ...segment, ordinal: from + index }));
    // One parameter instead of nine a row: a long evening has more segments than a statement has parameters.
    await tx.execute(sql`
      insert into segments (transcript_id, ordinal, id, start_ms, end_ms, speaker_id, text, original_text, confidence)
      select ${identity.id}::uuid, ordinal, id, "startMs", "endMs", "speakerId", text, "originalText", confidence
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given (
        ordinal integer, id text, "startMs" bigint, "endMs" bigint, "speakerId" text, text text,
        "originalText" text, confidence double precision
      )`);
  }
}

/** A whole transcript with its segments; null without such a row. */
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
    segments: await selectSegments(orm, transcriptId),
    warnings: row.warnings,
  };
}

/** Segments in order; all of them, or `limit` from the ordinal `from`. */
export async function selectSegments(
  orm: Orm,
  transcriptId: string,
  page: { from: number; limit: number } | null = null,
): Promise<Segment[]> {
  const where =
    page === null
      ? eq(segments.transcriptId, transcriptId)
      : sql`${segments.transcriptId} = ${transcriptId} and ${segments.ordinal} >= ${page.from}
          and ${segments.ordinal} < ${page.from + page.limit}`;
  return orm
    .select({
      id: segments.id,
      startMs: segments.startMs,
      endMs: segments.endMs,
      speakerId: segments.speakerId,
      text: segments.text,
      originalText: segments.originalText,
      confidence: segments.confidence,
    })
    .from(segments)
    .where(where)
    .orderBy(asc(segments.ordinal));
}

function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
