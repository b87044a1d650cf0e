import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { isLasting, keyOf } from '#contract/labels.ts';
import type { Span } from '#server/erasure/tables.ts';
import { breath, createBreathing } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import type { TranscriptRow } from './material.ts';
import {
  type EditedRow,
  type SegmentRow,
  segments,
  type TranscriptEditRow,
  transcriptEdits,
  transcripts,
  voiceChanges,
} from './tables.ts';
import { countWords } from './transcript-rows.ts';

const ROWS_AT_ONCE = 1000;
const ROWS_TO_DELETE = 250;
const EDITS_AT_ONCE = 100;

interface FoundTranscript {
  voiceIds: ReadonlySet<string>;
  goneIds: ReadonlySet<string>;
  goneOrdinals: ReadonlySet<number>;
  kept: ReadonlyMap<string, Span>;
  gone: readonly Pick<SegmentRow, 'ordinal' | 'text'>[];
  /** With words of the voice. `growth`: lines more than before, unless undone. */
  edits: readonly { id: string; growth: number }[];
}

export interface FoundLines {
  lineCount: number;
  spans: readonly Span[];
  /** Each transcript numbers its own lines. */
  transcripts: Map<string, FoundTranscript>;
  erasedTexts: string[];
  keptTexts: string[];
  /** Of the voice, also before others were merged into it, and in other transcripts of the same sound. */
  labels: string[];
  otherLabels: string[];
}

/**
 * Also finds edits with their words. In transcripts other than `present`, matches the lasting name or the same seconds of the
 * same recording. @param spans where the voice is heard, if that is known
 */
export async function findLines(
  orm: Orm,
  present: TranscriptRow,
  speaker: { id: string; label: string },
  spans: readonly Span[] | null,
): Promise<FoundLines> {
  const found: FoundLines = {
    lineCount: 0,
    spans: spans ?? [],
    transcripts: new Map(),
    erasedTexts: [],
    keptTexts: [],
    labels: [speaker.label],
    otherLabels: [],
  };
  const others = await orm
    .select()
    .from(transcripts)
    .where(and(eq(transcripts.sessionId, present.sessionId), eq(transcripts.complete, true)))
    .orderBy(asc(transcripts.createdAt));
  const breathing = createBreathing();
  for (const transcript of [present, ...others.filter(({ id }) => id !== present.id)]) {
    const isPresent = transcript.id === present.id;
    const ids = new Set(
      isPresent
        ? [speaker.id]
        : transcript.speakers
            .filter(({ label }) => isLasting(label) && keyOf(label) === keyOf(speaker.label))
            .map(({ id }) => id),
    );
    const [changed] = await orm
      .select({ before: voiceChanges.before })
      .from(voiceChanges)
      .where(eq(voiceChanges.transcriptId, transcript.id));
    const { speakers = [], lines = [] } = changed?.before ?? {};
    const merged = new Set(lines.flatMap(([, before, after]) => (ids.has(after ?? '') ? before : [])));
    const isSameSound =
      !isPresent && transcript.audioAssetId !== null && transcript.audioAssetId === present.audioAssetId;
    const isHeard = isSameSound ? heardWithin(found.spans) : () => false;
    const isTheirs = ({ speakerId }: { speakerId: string | null }) => ids.has(speakerId ?? '');
    const mixed = new Set<string>();
    for await (const { before, after } of editsOf(orm, transcript.id))
      if (before.length === 2 && before.some(isTheirs)) for (const { id } of after) mixed.add(id);
    const gone: SegmentRow[] = [];
    const kept = new Map<string, Span>();
    for await (const row of rowsOf(orm, transcript)) {
      if (isTheirs(row) || mixed.has(row.id) || isHeard(row)) gone.push(row);
      else {
        kept.set(row.id, [row.startMs, row.endMs]);
        found.keptTexts.push(row.text);
      }
      await breathing();
    }
    const goneRows = new Set(gone.map(({ id }) => id));
    const holdsThem = (row: EditedRow) =>
      isTheirs(row) || mixed.has(row.id) || goneRows.has(row.id) || isHeard(row);
    const edits: { id: string; growth: number }[] = [];
    const former: EditedRow[] = [];
    for await (const { id, before, after, undoneAt } of editsOf(orm, transcript.id)) {
      const rows = [...before, ...after];
      if (!rows.some(holdsThem)) continue;
      edits.push({ id, growth: undoneAt === null ? after.length - before.length : 0 });
      former.push(...rows.filter(holdsThem));
    }
    const allGone = [...gone, ...former];
    const heard = new Set(allGone.filter(isHeard).map(({ speakerId }) => speakerId));
    for (const { id, label } of [...transcript.speakers, ...speakers])
      (ids.has(id) || merged.has(id) || heard.has(id) ? found.labels : found.otherLabels).push(label);
    const goneIds = new Set<string>();
    for (const { id, joinedIds, text, originalText } of allGone) {
      for (const each of [id, ...(joinedIds ?? [])]) if (!kept.has(each)) goneIds.add(each);
      found.erasedTexts.push(text, originalText ?? '');
    }
    found.transcripts.set(transcript.id, {
      voiceIds: ids,
      goneIds,
      goneOrdinals: new Set(gone.map(({ ordinal }) => ordinal)),
      kept,
      gone: gone.map(({ ordinal, text }) => ({ ordinal, text })),
      edits,
    });
    if (isPresent) {
      found.lineCount = gone.length;
      found.spans = spans ?? gone.map(({ startMs, endMs }) => [startMs, endMs]);
    }
  }
  return found;
}

/** @param write a short transaction */
export async function deleteLines(
  { transcripts: found }: FoundLines,
  write: (work: (tx: Orm) => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const [transcriptId, { gone, edits, voiceIds }] of found) {
    for (const some of parts(gone, ROWS_TO_DELETE))
      await write(async (tx) => {
        const ordinals = some.map(({ ordinal }) => ordinal);
        const deleted = await tx
          .delete(segments)
          .where(and(eq(segments.transcriptId, transcriptId), inArray(segments.ordinal, ordinals)))
          .returning({ text: segments.text });
        await countWords(tx, transcriptId, { gone: deleted, come: [] });
        await countErased(tx, transcriptId, deleted.length);
      });
    // Afterwards: they say which lines are of two voices.
    for (const some of parts(edits, ROWS_TO_DELETE))
      await write(async (tx) => {
        const deleted = await tx
          .delete(transcriptEdits)
          .where(
            inArray(
              transcriptEdits.id,
              some.map(({ id }) => id),
            ),
          )
          .returning({ id: transcriptEdits.id });
        const ids = new Set(deleted.map(({ id }) => id));
        const growth = some.reduce((sum, edit) => sum + (ids.has(edit.id) ? edit.growth : 0), 0);
        await countErased(tx, transcriptId, -growth);
      });
    await write(async (tx) => {
      const [row] = await tx
        .select({ speakers: transcripts.speakers })
        .from(transcripts)
        .where(eq(transcripts.id, transcriptId))
        .for('update');
      const speakers = row?.speakers.filter(({ id }) => !voiceIds.has(id)) ?? [];
      await tx.update(transcripts).set({ speakers }).where(eq(transcripts.id, transcriptId));
      await tx.delete(voiceChanges).where(eq(voiceChanges.transcriptId, transcriptId));
    });
  }
}

async function countErased(tx: Orm, transcriptId: string, lines: number): Promise<void> {
  await tx
    .update(transcripts)
    .set({ erasedCount: sql`${transcripts.erasedCount} + ${lines}` })
    .where(eq(transcripts.id, transcriptId));
}

const parts = <Each>(all: readonly Each[], most: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, part) =>
    all.slice(part * most, (part + 1) * most),
  );

/** Whether most of a line is within the spans, which may overlap. */
function heardWithin(spans: readonly Span[]): (row: Pick<SegmentRow, 'startMs' | 'endMs'>) => boolean {
  const sorted = [...spans].sort(([one], [other]) => one - other);
  const longest = sorted.reduce((most, [start, end]) => Math.max(most, end - start), 0);
  return ({ startMs, endMs }) => {
    let low = 0;
    for (let high = sorted.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.[0] ?? 0) < startMs - longest) low = middle + 1;
      else high = middle;
    }
    let shared = 0;
    for (let at = low; at < sorted.length; at += 1) {
      const [start, end] = sorted[at] ?? [endMs, endMs];
      if (start >= endMs) break;
      shared += Math.max(0, Math.min(end, endMs) - Math.max(start, startMs));
    }
    return shared * 2 > endMs - startMs;
  };
}

const editsOf = (orm: Orm, transcriptId: string): AsyncGenerator<TranscriptEditRow> =>
  rowsInParts(
    orm.select().from(transcriptEdits),
    transcriptEdits.id,
    eq(transcriptEdits.transcriptId, transcriptId),
    EDITS_AT_ONCE,
  );

async function* rowsOf(orm: Orm, { id, segmentCount }: TranscriptRow): AsyncGenerator<SegmentRow> {
  for (let from = 0; from < segmentCount; from += ROWS_AT_ONCE) {
    yield* await orm
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
    await breath();
  }
}
