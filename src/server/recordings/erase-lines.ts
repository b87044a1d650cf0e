import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { isLasting, keyOf } from '#contract/labels.ts';
import { breath, createBreathing } from '#server/platform/breath.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import type { Span } from '#server/voices/tables.ts';
import type { TranscriptRow } from './material.ts';
import { type EditedRow, type SegmentRow, segments, transcriptEdits, transcripts } from './tables.ts';

const ROWS_DELETED_AT_ONCE = 1000;
/** Longer answers of the embedded database hold the server's thread. */
const ROWS_READ_AT_ONCE = 250;

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

/** What an erasure takes out of one transcript. */
interface TranscriptErasure {
  transcriptId: string;
  speakers: TranscriptRow['speakers'];
  ordinals: number[];
  words: number;
  /** Lines fewer than the edits that stay count with. */
  fewerLines: number;
  editIds: string[];
}

export interface PlannedErasure {
  lines: ErasedLines;
  sessionId: string;
  /** Of all that was read. */
  state: string;
  parts: TranscriptErasure[];
}

export const isNothing = ({ parts }: PlannedErasure): boolean =>
  parts.every(({ ordinals, editIds }) => ordinals.length === 0 && editIds.length === 0);

/**
 * Reads what a voice said, outside any transaction, since other users wait for those of the embedded database. In transcripts other than
 * `present`, matches the lasting name or the same seconds of the same recording.
 */
export async function planErasure(
  orm: Orm,
  present: TranscriptRow,
  speaker: { id: string; label: string },
): Promise<PlannedErasure> {
  const { sessionId } = present;
  const state = await stateOf(orm, sessionId);
  const breathing = createBreathing();
  const parts: TranscriptErasure[] = [];
  let spans: Span[] = [];
  const erased: ErasedLines = {
    lineCount: 0,
    spans: [],
    transcripts: new Map(),
    erasedTexts: [],
    keptTexts: [],
  };
  const all = await orm
    .select()
    .from(transcripts)
    .where(and(eq(transcripts.sessionId, sessionId), eq(transcripts.complete, true)))
    .orderBy(asc(transcripts.createdAt));
  const others = all.filter(({ id }) => id !== present.id);
  for (const transcript of [present, ...others]) {
    const isPresent = transcript.id === present.id;
    const ids = transcript.speakers
      .filter(({ id, label }) =>
        isPresent ? id === speaker.id : isLasting(label) && keyOf(label) === keyOf(speaker.label),
      )
      .map(({ id }) => id);
    const isSameSound =
      !isPresent && transcript.audioAssetId !== null && transcript.audioAssetId === present.audioAssetId;
    const edits = await orm
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
    const rows = await allRows(orm, transcript);
    const gone: SegmentRow[] = [];
    let words = 0;
    for (const row of rows) {
      await breathing();
      if (!isTheirs(row) && !mixed.has(row.id) && !(isSameSound && isWithin(row, spans))) continue;
      gone.push(row);
      words += row.text.split(/\s+/u).filter(Boolean).length;
    }
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
      spans = joinedSpans(erased.spans);
    }
    const grownByPurged = purged
      .filter(({ undoneAt }) => undoneAt === null)
      .reduce((sum, { before, after }) => sum + after.length - before.length, 0);
    parts.push({
      transcriptId: transcript.id,
      speakers: transcript.speakers.filter(({ id }) => !ids.includes(id)),
      ordinals: gone.map(({ ordinal }) => ordinal),
      words,
      fewerLines: gone.length - grownByPurged,
      editIds: purged.map(({ id }) => id),
    });
  }
  return { lines: erased, sessionId, state, parts };
}

/**
 * Deletes edits with their words, and marks the lines: `deleteErasedLines` deletes them. The caller has locked the session.
 * @returns whether all is as it was when the erasure was planned; else nothing is written
 */
export async function writeErasure(tx: Orm, { sessionId, state, parts }: PlannedErasure): Promise<boolean> {
  if ((await stateOf(tx, sessionId)) !== state) return false;
  for (const { transcriptId, speakers, ordinals, words, fewerLines, editIds } of parts) {
    if (editIds.length > 0) await tx.delete(transcriptEdits).where(inArray(transcriptEdits.id, editIds));
    await tx
      .update(transcripts)
      .set({
        speakers,
        wordCount: sql`greatest(0, ${transcripts.wordCount} - ${words}::int)`,
        erasedCount: sql`${transcripts.erasedCount} + ${fewerLines}::int`,
        erasing: ordinals.length === 0 ? null : ordinals,
      })
      .where(eq(transcripts.id, transcriptId));
  }
  return true;
}

/** In short transactions; goes on after a crash. Without `sessionId`, of all sessions. */
export async function deleteErasedLines(
  database: Pick<Database, 'orm' | 'transaction'>,
  sessionId?: string,
): Promise<void> {
  const marked = await database.orm
    .select({ id: transcripts.id })
    .from(transcripts)
    .where(
      and(
        isNotNull(transcripts.erasing),
        sessionId === undefined ? undefined : eq(transcripts.sessionId, sessionId),
      ),
    );
  for (const { id } of marked) {
    let isMore = true;
    while (isMore)
      isMore = await database.transaction(async (tx) => {
        const [row] = await tx
          .select({ erasing: transcripts.erasing })
          .from(transcripts)
          .where(eq(transcripts.id, id))
          .for('update');
        const ordinals = row?.erasing ?? [];
        const now = ordinals.slice(0, ROWS_DELETED_AT_ONCE);
        const later = ordinals.slice(ROWS_DELETED_AT_ONCE);
        if (now.length > 0)
          await tx.delete(segments).where(and(eq(segments.transcriptId, id), inArray(segments.ordinal, now)));
        await tx
          .update(transcripts)
          .set({ erasing: later.length === 0 ? null : later })
          .where(eq(transcripts.id, id));
        return later.length > 0;
      });
  }
}

/** Of all lines and edits of a session: a row that is written has the number of a newer transaction, and one that is deleted is not counted. */
async function stateOf(orm: Orm, sessionId: string): Promise<string> {
  const last = sql.raw(`count(*) || ' ' || coalesce(max(xmin::text::bigint), 0)`);
  const { rows } = await orm.execute(sql`
    select t.id, t.xmin::text as written,
      (select ${last} from ${segments} where ${segments.transcriptId} = t.id) as said,
      (select ${last} from ${transcriptEdits} where ${transcriptEdits.transcriptId} = t.id) as edited
    from ${transcripts} as t where t.session_id = ${sessionId} order by t.id`);
  return JSON.stringify(rows);
}

/** In order, without those that overlap. */
function joinedSpans(spans: readonly Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [start, end] of [...spans].sort((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** Whether more than half of it is in the spans, which are in order. */
function isWithin({ startMs, endMs }: SegmentRow, spans: readonly Span[]): boolean {
  let from = 0;
  for (let to = spans.length; from < to; ) {
    const middle = (from + to) >> 1;
    if ((spans[middle]?.[1] ?? 0) <= startMs) from = middle + 1;
    else to = middle;
  }
  let shared = 0;
  for (let at = from; at < spans.length; at += 1) {
    const [start, end] = spans[at] ?? [0, 0];
    if (start >= endMs) break;
    shared += Math.min(end, endMs) - Math.max(start, startMs);
  }
  return shared * 2 > endMs - startMs;
}

async function allRows(orm: Orm, { id, segmentCount }: TranscriptRow): Promise<SegmentRow[]> {
  const all: SegmentRow[] = [];
  for (let from = 0; from < segmentCount; from += ROWS_READ_AT_ONCE) {
    const page = await orm
      .select()
      .from(segments)
      .where(
        and(
          eq(segments.transcriptId, id),
          gte(segments.ordinal, from),
          lt(segments.ordinal, from + ROWS_READ_AT_ONCE),
        ),
      )
      .orderBy(asc(segments.ordinal));
    for (const row of page) all.push(row);
    await breath();
  }
  return all;
}
