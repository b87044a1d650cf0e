import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { analyses, analysisCheckpoints } from '#server/analyses/tables.ts';
import { notes, notesVersions, type SessionRow, sessions } from '#server/campaigns/tables.ts';
import { notesImports } from '#server/exports/tables.ts';
import { correctionChanges, corrections } from '#server/names/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { posts } from '#server/posting/tables.ts';
import { answers } from '#server/questions/tables.ts';
import { proposals } from '#server/sharing/tables.ts';
import { type Erased, resultWithout, sectionsWithout } from './erase-from-texts.ts';
import type { ErasedLines } from './erase-lines.ts';
import { spokenWords } from './spoken-words.ts';

/** Cleans results, notes, history, undo data, suggestions and waiting posts. The session is locked. */
export async function eraseEverywhere(
  tx: Orm,
  session: SessionRow,
  lines: ErasedLines,
  now: Date,
): Promise<void> {
  const words = spokenWords(lines.erasedTexts, lines.keptTexts);
  const all = [...lines.transcripts.values()];
  /** Notes don't say which transcript their evidence is from. */
  const here: Erased = {
    isGone: (id) => all.some(({ goneIds }) => goneIds.has(id)),
    spanOf: () => undefined,
    isVoice: () => false,
    repeats: words.repeats,
  };
  const elsewhere: Erased = {
    isGone: () => false,
    isVoice: () => false,
    spanOf: () => undefined,
    repeats: words.repeatsAtLength,
  };
  const inResultsOf = (transcriptId: string | null): Erased => {
    const transcript = lines.transcripts.get(transcriptId ?? '');
    return {
      isGone: (id) => transcript?.goneIds.has(id) === true,
      spanOf: (id) => transcript?.kept.get(id),
      isVoice: (id) => transcript?.voiceIds.has(id) === true,
      repeats: words.repeats,
    };
  };
  const repeatsIn = (value: unknown, repeats: Erased['repeats']): boolean =>
    typeof value === 'string'
      ? repeats(value)
      : typeof value === 'object' &&
        value !== null &&
        Object.values(value).some((each) => repeatsIn(each, repeats));

  const campaignSessions = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.campaignId, session.campaignId));
  for (const { id } of campaignSessions) {
    const erased = id === session.id ? here : elsewhere;
    await eraseFromResults(tx, id, id === session.id ? inResultsOf : () => elsewhere);
    await eraseFromNotes(tx, id, erased, now);
    await eraseFromWaitingPosts(tx, id, (value) => repeatsIn(value, erased.repeats));
  }
  const own = await tx.select({ id: analyses.id }).from(analyses).where(eq(analyses.sessionId, session.id));
  if (own.length > 0)
    await tx.delete(analysisCheckpoints).where(
      inArray(
        analysisCheckpoints.analysisId,
        own.map(({ id }) => id),
      ),
    );
  await eraseFromUndo(tx, session, lines, (value) => repeatsIn(value, here.repeats));
  await eraseFromProposals(tx, session, (value) => repeatsIn(value, here.repeats));
}

async function eraseFromResults(
  tx: Orm,
  sessionId: string,
  erasedIn: (transcriptId: string | null) => Erased,
): Promise<void> {
  const rows = await tx
    .select({ id: analyses.id, result: analyses.result, transcriptId: analyses.transcriptId })
    .from(analyses)
    .where(and(eq(analyses.sessionId, sessionId), isNotNull(analyses.result)));
  for (const { id, result, transcriptId } of rows) {
    if (result === null) continue;
    const without = resultWithout(result, erasedIn(transcriptId));
    if (!isDeepStrictEqual(without, result))
      await tx.update(analyses).set({ result: without }).where(eq(analyses.id, id));
  }
}

/** Last: the trigger keeps what the notes were before. */
async function eraseFromNotes(tx: Orm, sessionId: string, erased: Erased, now: Date): Promise<void> {
  const [row] = await tx.select().from(notes).where(eq(notes.sessionId, sessionId));
  const without = row && sectionsWithout(row.sections, erased);
  if (row && !isDeepStrictEqual(without, row.sections))
    await tx
      .update(notes)
      .set({ sections: without, revision: row.revision + 1, updatedAt: now, cause: 'edit' })
      .where(eq(notes.sessionId, sessionId));
  const versions = await tx.select().from(notesVersions).where(eq(notesVersions.sessionId, sessionId));
  for (const { revision, sections } of versions) {
    const cleaned = sectionsWithout(sections, erased);
    if (!isDeepStrictEqual(cleaned, sections))
      await tx
        .update(notesVersions)
        .set({ sections: cleaned })
        .where(and(eq(notesVersions.sessionId, sessionId), eq(notesVersions.revision, revision)));
  }
}

async function eraseFromWaitingPosts(
  tx: Orm,
  sessionId: string,
  repeats: (value: unknown) => boolean,
): Promise<void> {
  const waiting = await tx
    .select()
    .from(posts)
    .where(and(eq(posts.sessionId, sessionId), inArray(posts.state, ['waiting', 'sending'])));
  const ids = waiting.filter(({ messages }) => repeats(messages)).map(({ id }) => id);
  if (ids.length > 0) await tx.delete(posts).where(inArray(posts.id, ids));
}

async function eraseFromUndo(
  tx: Orm,
  session: SessionRow,
  lines: ErasedLines,
  repeats: (value: unknown) => boolean,
): Promise<void> {
  const changes = await tx
    .select()
    .from(correctionChanges)
    .innerJoin(corrections, eq(correctionChanges.correctionId, corrections.id))
    .where(eq(corrections.campaignId, session.campaignId));
  for (const { correction_changes: change } of changes) {
    const { target } = change;
    const isGoneLine =
      target.kind === 'segment' &&
      lines.transcripts.get(target.transcriptId)?.goneOrdinals.has(target.ordinal) === true;
    if (isGoneLine || repeats(change.content) || repeats(change.place))
      await tx
        .delete(correctionChanges)
        .where(
          and(
            eq(correctionChanges.correctionId, change.correctionId),
            eq(correctionChanges.ordinal, change.ordinal),
          ),
        );
  }
  const answered = await tx.select().from(answers).where(eq(answers.campaignId, session.campaignId));
  for (const { id, undo } of answered) {
    if (undo.notes === undefined || !repeats(undo.notes)) continue;
    const { notes: _, ...rest } = undo;
    await tx.update(answers).set({ undo: rest }).where(eq(answers.id, id));
  }
  const imported = await tx
    .select()
    .from(notesImports)
    .where(eq(notesImports.campaignId, session.campaignId));
  if (imported.some(({ changes: each }) => repeats(each)))
    await tx.delete(notesImports).where(eq(notesImports.campaignId, session.campaignId));
}

async function eraseFromProposals(
  tx: Orm,
  session: SessionRow,
  repeats: (value: unknown) => boolean,
): Promise<void> {
  const rows = await tx.select().from(proposals).where(eq(proposals.campaignId, session.campaignId));
  const ids = rows
    .filter(({ text, quote, replaced }) => repeats([text, quote, replaced]))
    .map(({ id }) => id);
  if (ids.length > 0) await tx.delete(proposals).where(inArray(proposals.id, ids));
}
