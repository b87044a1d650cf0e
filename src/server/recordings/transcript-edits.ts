import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Speaker } from '#contract/transcript.ts';
import { type LineChange, newVoice, type ReplacedLines } from '#contract/transcript-edits.ts';
import type { LineEditKind, Transcript } from '#contract/transcripts.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { TranscriptRow } from './material.ts';
import { hasRunningAnalysis, refuseWhileErasing } from './running-analyses.ts';
import { type EditedRow, segments, transcriptEdits, transcripts } from './tables.ts';
import { countWords, segmentOf } from './transcript-rows.ts';
import { followLinesOfTwo, speakersAfter } from './voice-changes.ts';

export type TranscriptEdits = ReturnType<typeof createTranscriptEdits>;

export interface EditsInForce {
  grown: number;
  deletedIds: string[];
  lastEdit: Transcript['lastEdit'];
}

export async function editsInForce(orm: Orm, transcriptId: string): Promise<EditsInForce> {
  const rows = await orm
    .select({
      id: transcriptEdits.id,
      kind: transcriptEdits.kind,
      createdAt: transcriptEdits.createdAt,
      grown: sql<number>`jsonb_array_length(${transcriptEdits.after}) - jsonb_array_length(${transcriptEdits.before})`,
      deleted: sql<EditedRow[] | null>`case when kind = 'deleted' then ${transcriptEdits.before} end`,
    })
    .from(transcriptEdits)
    .where(and(eq(transcriptEdits.transcriptId, transcriptId), isNull(transcriptEdits.undoneAt)))
    .orderBy(asc(transcriptEdits.createdAt), asc(transcriptEdits.id));
  const last = rows.at(-1);
  return {
    grown: rows.reduce((sum, { grown }) => sum + grown, 0),
    deletedIds: rows.flatMap(({ deleted }) =>
      (deleted ?? []).flatMap(({ id, joinedIds }) => [id, ...(joinedIds ?? [])]),
    ),
    lastEdit: last === undefined ? null : { id: last.id, kind: last.kind, at: last.createdAt.toISOString() },
  };
}

export function createTranscriptEdits(deps: {
  database: Database;
  clock: Clock;
  readTranscript: (userId: string, transcriptId: string) => Promise<Transcript>;
}) {
  const { database, clock, readTranscript } = deps;

  async function hold(
    tx: Orm,
    userId: string,
    transcriptId: string,
  ): Promise<TranscriptRow & { campaignId: string }> {
    const [row] = await tx.select().from(transcripts).where(eq(transcripts.id, transcriptId));
    if (row === undefined || !row.complete) throw new Refusal('notFound');
    const { campaignId } = await ownSession(tx, userId, row.sessionId, { forUpdate: true });
    if (await hasRunningAnalysis(tx, [row.sessionId])) throw new Refusal('analysisRunning');
    await refuseWhileErasing(tx, row.sessionId);
    // Read once the session is locked: another change may have come first.
    const [present] = await tx.select().from(transcripts).where(eq(transcripts.id, transcriptId));
    return { ...(present ?? row), campaignId };
  }

  async function answer(
    userId: string,
    transcriptId: string,
    { removed, added }: { removed: readonly EditedRow[]; added: readonly EditedRow[] },
  ): Promise<ReplacedLines> {
    const first = Math.min(...[...removed, ...added].map(({ ordinal }) => ordinal));
    const [previous] = await database.orm
      .select({ id: segments.id })
      .from(segments)
      .where(and(eq(segments.transcriptId, transcriptId), lt(segments.ordinal, first)))
      .orderBy(desc(segments.ordinal))
      .limit(1);
    return {
      removedIds: removed.map(({ id }) => id),
      segments: added.map(({ ordinal: _, ...row }) => segmentOf(row)),
      afterId: previous?.id ?? null,
      transcript: await readTranscript(userId, transcriptId),
    };
  }

  return {
    /** @throws Refusal lineChanged with `details.lines`, the current lines; lineUnfit; analysisRunning */
    async change(userId: string, transcriptId: string, asked: LineChange): Promise<ReplacedLines> {
      const replaced = await database.transaction(async (tx) => {
        const held = await hold(tx, userId, transcriptId);
        const { transcript, change } = await withNewVoice(tx, held, asked);
        const before = await seenRows(tx, transcriptId, change);
        const after = await changedRows(tx, transcript, before, change);
        await replaceRows(tx, transcript, before, after);
        await tx.insert(transcriptEdits).values({
          id: newId(),
          transcriptId,
          userId,
          kind: kindOf(change),
          before,
          after,
          createdAt: clock.now(),
        });
        await followVoices(tx, transcriptId, before, after);
        return { removed: before, added: after };
      });
      return answer(userId, transcriptId, replaced);
    },

    /** @throws Refusal lineChanged if the edited lines have changed since; analysisRunning */
    async undo(userId: string, transcriptId: string, editId: string): Promise<ReplacedLines> {
      const replaced = await database.transaction(async (tx) => {
        const transcript = await hold(tx, userId, transcriptId);
        const [edit] = await tx
          .select()
          .from(transcriptEdits)
          .where(and(eq(transcriptEdits.id, editId), eq(transcriptEdits.transcriptId, transcriptId)));
        if (edit === undefined || edit.undoneAt !== null) throw new Refusal('notFound');
        const ids = edit.after.map(({ id }) => id);
        const present = await rowsWith(tx, transcriptId, ids);
        const before = withPresentVoices(edit, present, transcript.speakers);
        if (before === null || (await isEditedSince(tx, edit)))
          throw new Refusal('lineChanged', {
            message:
              'These lines have changed since. Undo the later changes first, or edit the lines yourself.',
          });
        await replaceRows(tx, transcript, present, before);
        await tx.update(transcriptEdits).set({ undoneAt: clock.now() }).where(eq(transcriptEdits.id, editId));
        await removeUnusedVoice(tx, transcriptId, present[0]?.speakerId ?? null);
        await followVoices(tx, transcriptId, present, before);
        return { removed: present, added: before };
      });
      return answer(userId, transcriptId, replaced);
    },
  };
}

/** Whether a later edit has one of its lines: undone in another order, that edit could not be undone any more. */
async function isEditedSince(
  tx: Orm,
  { id, transcriptId, createdAt, after }: typeof transcriptEdits.$inferSelect,
): Promise<boolean> {
  const later = await tx
    .select({ before: transcriptEdits.before })
    .from(transcriptEdits)
    .where(
      and(
        eq(transcriptEdits.transcriptId, transcriptId),
        isNull(transcriptEdits.undoneAt),
        or(
          gt(transcriptEdits.createdAt, createdAt),
          and(eq(transcriptEdits.createdAt, createdAt), gt(transcriptEdits.id, id)),
        ),
      ),
    );
  return later.some(({ before }) => before.some((row) => after.some((each) => each.id === row.id)));
}

/**
 * The lines before an edit. Voices that it left alone may have been told apart, merged or split since: they stay as they are now. Null if anything
 * else of the lines has changed.
 */
function withPresentVoices(
  { before, after }: Pick<typeof transcriptEdits.$inferSelect, 'before' | 'after'>,
  present: readonly EditedRow[],
  speakers: readonly Speaker[],
): EditedRow[] | null {
  const now = new Map<string | null, string | null>();
  const isSame = (row: EditedRow, at: number) => {
    const { speakerId = null } = present[at] ?? {};
    if (!before.some((each) => each.speakerId === row.speakerId)) return isDeepStrictEqual(present[at], row);
    if (!now.has(row.speakerId)) now.set(row.speakerId, speakerId);
    return isDeepStrictEqual(present[at], { ...row, speakerId });
  };
  if (present.length !== after.length || !after.every(isSame)) return null;
  for (const { id } of speakers) if (!now.has(id)) now.set(id, id);
  return before.map((row) => ({ ...row, speakerId: now.get(row.speakerId) ?? null }));
}

function kindOf({ lines, texts }: LineChange): LineEditKind {
  if (lines.length === 2) return 'joined';
  return (['deleted', 'changed', 'split'] as const)[texts.length] ?? 'changed';
}

async function rowsWith(tx: Orm, transcriptId: string, ids: readonly string[]): Promise<EditedRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(segments)
    .where(and(eq(segments.transcriptId, transcriptId), inArray(segments.id, [...ids])))
    .orderBy(asc(segments.ordinal));
  return rows.map(({ transcriptId: _, ...row }) => row);
}

async function seenRows(tx: Orm, transcriptId: string, { lines }: LineChange): Promise<EditedRow[]> {
  const rows = await rowsWith(
    tx,
    transcriptId,
    lines.map(({ id }) => id),
  );
  const isSame = lines.every(({ id, text }, index) => rows[index]?.id === id && rows[index].text === text);
  if (!isSame)
    throw new Refusal('lineChanged', {
      details: { lines: rows.map(({ ordinal: _, ...row }) => segmentOf(row)) },
    });
  return rows;
}

async function changedRows(
  tx: Orm,
  { id: transcriptId, speakers }: TranscriptRow,
  before: readonly EditedRow[],
  { texts, speakerId }: LineChange,
): Promise<EditedRow[]> {
  if (speakerId != null && !speakers.some(({ id }) => id === speakerId))
    throw new Refusal('lineUnfit', { message: 'This speaker is not in the transcript.' });
  const [line, next] = before;
  const [first, second] = texts;
  if (line === undefined) throw new Refusal('notFound');
  if (first === undefined) return [];
  const speaker = speakerId === undefined ? line.speakerId : speakerId;
  const heard = line.originalText ?? line.text;
  if (next !== undefined) {
    if (await isApart(tx, transcriptId, line, next))
      throw new Refusal('lineUnfit', { message: 'Only a line and the one after it can be joined.' });
    const together = `${heard} ${next.originalText ?? next.text}`;
    return [
      {
        ...line,
        startMs: Math.min(line.startMs, next.startMs),
        endMs: Math.max(line.endMs, next.endMs),
        speakerId: speaker,
        text: first,
        originalText: first === together ? null : together,
        confidence:
          line.confidence === null || next.confidence === null
            ? null
            : Math.min(line.confidence, next.confidence),
        joinedIds: [...(line.joinedIds ?? []), next.id, ...(next.joinedIds ?? [])],
      },
    ];
  }
  if (second === undefined) {
    if (first === line.text && speaker === line.speakerId)
      throw new Refusal('lineUnfit', { message: 'Nothing of this line was changed.' });
    return [{ ...line, text: first, speakerId: speaker, originalText: first === heard ? null : heard }];
  }
  const share = first.length / (first.length + second.length);
  const cut = Math.round(line.startMs + (line.endMs - line.startMs) * share);
  const isSameWords = `${first} ${second}` === line.text;
  return [
    {
      ...line,
      endMs: cut,
      speakerId: speaker,
      text: first,
      originalText: isSameWords ? line.originalText : heard,
    },
    {
      ...line,
      ...(await newPlace(tx, transcriptId, line)),
      startMs: cut,
      text: second,
      originalText: null,
      joinedIds: null,
    },
  ];
}

async function isApart(tx: Orm, transcriptId: string, line: EditedRow, next: EditedRow): Promise<boolean> {
  const between = await tx
    .select({ id: segments.id })
    .from(segments)
    .where(
      and(
        eq(segments.transcriptId, transcriptId),
        gt(segments.ordinal, line.ordinal),
        lt(segments.ordinal, next.ordinal),
      ),
    )
    .limit(1);
  return between.length > 0;
}

/** Id and ordinal not used by any line, nor by one before an edit that can be undone. */
async function newPlace(
  tx: Orm,
  transcriptId: string,
  line: EditedRow,
): Promise<Pick<EditedRow, 'id' | 'ordinal'>> {
  const [root = line.id] = line.id.split('.');
  const whole = Math.floor(line.ordinal) + 1;
  const rows = await tx
    .select({ id: segments.id, ordinal: segments.ordinal })
    .from(segments)
    .where(
      and(
        eq(segments.transcriptId, transcriptId),
        gt(segments.ordinal, whole - 1),
        lt(segments.ordinal, whole),
      ),
    );
  const edits = await tx
    .select({ before: transcriptEdits.before, after: transcriptEdits.after })
    .from(transcriptEdits)
    .where(eq(transcriptEdits.transcriptId, transcriptId));
  const known = [...rows, ...edits.flatMap(({ before, after }) => [...before, ...after])];
  const end = Math.min(whole, ...known.map(({ ordinal }) => ordinal).filter((each) => each > line.ordinal));
  const ordinal = (line.ordinal + end) / 2;
  if (ordinal <= line.ordinal || ordinal >= end)
    throw new Refusal('lineUnfit', { message: 'This line has been split too often to be split again.' });
  const parts = known.flatMap(({ id }) =>
    id.startsWith(`${root}.`) ? Number(id.slice(root.length + 1)) : [],
  );
  return { id: `${root}.${Math.max(0, ...parts) + 1}`, ordinal };
}

/** Of a line that is somebody else's: somebody who has had no line yet. */
async function withNewVoice(
  tx: Orm,
  transcript: TranscriptRow & { campaignId: string },
  change: LineChange,
): Promise<{ transcript: TranscriptRow; change: LineChange }> {
  if (change.speakerId !== newVoice) return { transcript, change };
  const made = await speakersAfter(tx, transcript, transcript.speakers);
  const speaker = made();
  return {
    transcript: { ...transcript, speakers: [...transcript.speakers, speaker] },
    change: { ...change, speakerId: speaker.id },
  };
}

/** Not if only words changed. */
async function followVoices(
  tx: Orm,
  transcriptId: string,
  gone: readonly EditedRow[],
  come: readonly EditedRow[],
): Promise<void> {
  const voicesIn = (rows: readonly EditedRow[]) => rows.map(({ id, speakerId }) => ({ id, speakerId }));
  if (!isDeepStrictEqual(voicesIn(gone), voicesIn(come))) await followLinesOfTwo(tx, transcriptId);
}

/** How long they talk follows the lines. */
function speakersSince(
  speakers: readonly Speaker[],
  gone: readonly EditedRow[],
  come: readonly EditedRow[],
): Speaker[] {
  const talkOf = (rows: readonly EditedRow[], id: string) =>
    rows.reduce((sum, row) => sum + (row.speakerId === id ? row.endMs - row.startMs : 0), 0);
  return speakers.map((speaker) => {
    const talkMs = speaker.talkMs - talkOf(gone, speaker.id) + talkOf(come, speaker.id);
    return { ...speaker, talkMs: Math.max(0, Math.round(talkMs)) };
  });
}

/** A new voice whose only line was given back. One that an undo would need stays. */
async function removeUnusedVoice(tx: Orm, transcriptId: string, speakerId: string | null): Promise<void> {
  if (speakerId === null) return;
  const lines = await tx.$count(
    segments,
    and(eq(segments.transcriptId, transcriptId), eq(segments.speakerId, speakerId)),
  );
  const edits = await tx.$count(
    transcriptEdits,
    and(
      eq(transcriptEdits.transcriptId, transcriptId),
      isNull(transcriptEdits.undoneAt),
      sql`${transcriptEdits.before} @> ${JSON.stringify([{ speakerId }])}::jsonb`,
    ),
  );
  if (lines + edits > 0) return;
  const [row] = await tx
    .select({ speakers: transcripts.speakers })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId));
  const speakers = row?.speakers.filter(({ id }) => id !== speakerId) ?? [];
  await tx.update(transcripts).set({ speakers }).where(eq(transcripts.id, transcriptId));
}

async function replaceRows(
  tx: Orm,
  { id: transcriptId, speakers }: TranscriptRow,
  gone: readonly EditedRow[],
  come: readonly EditedRow[],
): Promise<void> {
  if (gone.length > 0)
    await tx.delete(segments).where(
      and(
        eq(segments.transcriptId, transcriptId),
        inArray(
          segments.ordinal,
          gone.map(({ ordinal }) => ordinal),
        ),
      ),
    );
  if (come.length > 0) await tx.insert(segments).values(come.map((row) => ({ transcriptId, ...row })));
  await countWords(tx, transcriptId, { gone, come });
  const speakersIn = (rows: readonly EditedRow[]) => new Set(rows.map(({ speakerId }) => speakerId));
  if (isDeepStrictEqual(speakersIn(gone), speakersIn(come))) return;
  const since = speakersSince(speakers, gone, come);
  await tx.update(transcripts).set({ speakers: since }).where(eq(transcripts.id, transcriptId));
}
