import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { isLasting, keyOf } from '#contract/labels.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Span } from '#server/voices/tables.ts';
import type { TranscriptRow } from './material.ts';
import { type EditedRow, type SegmentRow, segments, transcriptEdits, transcripts } from './tables.ts';

const ROWS_AT_ONCE = 1000;

export interface ErasedLines {
  lineCount: number;
  spans: Span[];
  /** Each transcript numbers its own lines. */
  transcripts: Map<
    string,
    {
      voiceIds: ReadonlySet<string>;
      goneIds: ReadonlySet<string>;
      goneOrdinals: ReadonlySet<number>;
      kept: ReadonlyMap<string, Span>;
    }
  >;
  erasedTexts: string[];
  keptTexts: string[];
}

/**
 * Also deletes edits with their words. In transcripts other than `present`, matches the lasting name or the
 * same seconds of the same recording. The caller has locked the session.
 */
export async function eraseLines(
  tx: Orm,
  present: TranscriptRow,
  speaker: { id: string; label: string },
): Promise<ErasedLines> {
  const erased: ErasedLines = {
    lineCount: 0,
    spans: [],
    transcripts: new Map(),
    erasedTexts: [],
    keptTexts: [],
  };
  const others = await tx
    .select()
    .from(transcripts)
    .where(and(eq(transcripts.sessionId, present.sessionId), eq(transcripts.complete, true)))
    .orderBy(asc(transcripts.createdAt));
  for (const transcript of [present, ...others.filter(({ id }) => id !== present.id)]) {
    const isPresent = transcript.id === present.id;
    const ids = transcript.speakers
      .filter(({ id, label }) =>
        isPresent ? id === speaker.id : isLasting(label) && keyOf(label) === keyOf(speaker.label),
      )
      .map(({ id }) => id);
    const isSameSound =
      !isPresent && transcript.audioAssetId !== null && transcript.audioAssetId === present.audioAssetId;
    const edits = await tx
      .select()
      .from(transcriptEdits)
      .where(eq(transcriptEdits.transcriptId, transcript.id))
      .orderBy(asc(transcriptEdits.createdAt), asc(transcriptEdits.id));
    const isTheirs = ({ speakerId }: { speakerId: string | null }) => ids.includes(speakerId ?? '');
    const mixed = new Set(
      edits.flatMap(({ before, after }) =>
        before.length === 2 && before.some(isTheirs) ? after.map(({ id }) => id) : [],
      ),
    );
    const rows = await allRows(tx, transcript);
    const gone = rows.filter(
      (row) => isTheirs(row) || mixed.has(row.id) || (isSameSound && isWithin(row, erased.spans)),
    );
    const goneRows = new Set(gone.map(({ id }) => id));
    const holdsThem = (row: EditedRow) => isTheirs(row) || mixed.has(row.id) || goneRows.has(row.id);
    const purged = edits.filter(({ before, after }) => [...before, ...after].some(holdsThem));
    const formerRows = purged.flatMap(({ before, after }) => [...before, ...after]).filter(holdsThem);
    const allGone = [...gone, ...formerRows];
    const stay = rows.filter(({ id }) => !goneRows.has(id));
    const keptIds = new Set(stay.map(({ id }) => id));
    erased.transcripts.set(transcript.id, {
      voiceIds: new Set(ids),
      goneIds: new Set(
        allGone.flatMap(({ id, joinedIds }) => [id, ...(joinedIds ?? [])]).filter((id) => !keptIds.has(id)),
      ),
      goneOrdinals: new Set(gone.map(({ ordinal }) => ordinal)),
      kept: new Map(stay.map(({ id, startMs, endMs }) => [id, [startMs, endMs]])),
    });
    erased.erasedTexts.push(...allGone.flatMap(({ text, originalText }) => [text, originalText ?? '']));
    erased.keptTexts.push(...stay.map(({ text }) => text));
    if (isPresent) {
      erased.lineCount = gone.length;
      erased.spans = gone.map(({ startMs, endMs }) => [startMs, endMs]);
    }
    await deleteRows(tx, transcript.id, gone);
    await deleteEdits(
      tx,
      purged.map(({ id }) => id),
    );
    const grownByPurged = purged
      .filter(({ undoneAt }) => undoneAt === null)
      .reduce((sum, { before, after }) => sum + after.length - before.length, 0);
    const words = gone.reduce((sum, { text }) => sum + text.split(/\s+/u).filter(Boolean).length, 0);
    await tx
      .update(transcripts)
      .set({
        speakers: transcript.speakers.filter(({ id }) => !ids.includes(id)),
        wordCount: Math.max(0, transcript.wordCount - words),
        erasedCount: sql`${transcripts.erasedCount} + ${gone.length - grownByPurged}`,
      })
      .where(eq(transcripts.id, transcript.id));
  }
  return erased;
}

function isWithin({ startMs, endMs }: SegmentRow, spans: readonly Span[]): boolean {
  const shared = spans.reduce(
    (sum, [start, end]) => sum + Math.max(0, Math.min(end, endMs) - Math.max(start, startMs)),
    0,
  );
  return shared * 2 > endMs - startMs;
}

async function allRows(tx: Orm, { id, segmentCount }: TranscriptRow): Promise<SegmentRow[]> {
  const all: SegmentRow[] = [];
  for (let from = 0; from < segmentCount; from += ROWS_AT_ONCE) {
    const page = await tx
      .select()
      .from(segments)
      .where(
        and(
          eq(segments.transcriptId, id),
          gte(segments.ordinal, from),
          lt(segments.ordinal, from + ROWS_AT_ONCE),
        ),
      )
      .orderBy(asc(segments.ordinal));
    for (const row of page) all.push(row);
    await breath();
  }
  return all;
}

async function deleteRows(tx: Orm, transcriptId: string, rows: readonly SegmentRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const ordinals = rows.slice(from, from + ROWS_AT_ONCE).map(({ ordinal }) => ordinal);
    await tx
      .delete(segments)
      .where(and(eq(segments.transcriptId, transcriptId), inArray(segments.ordinal, ordinals)));
  }
}

async function deleteEdits(tx: Orm, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(transcriptEdits).where(inArray(transcriptEdits.id, [...ids]));
}
