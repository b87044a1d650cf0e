import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { AnalysisError } from '#contract/analyses.ts';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import { present } from '#contract/unknown-values.ts';
import { analysisJobStage } from '#machines/analysis-job/stages.ts';
import { preferences } from '#server/accounts/tables.ts';
import { lockSession } from '#server/campaigns/lock-session.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import { sessionBefore } from '#server/campaigns/recaps.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Credits } from '#server/credits/credits.ts';
import { notesSections, ownWordsSection } from '#server/engines/notes/sections.ts';
import { breath } from '#server/platform/breath.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { storableJson } from '#server/platform/database/storable.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import { storeUntil } from '#server/recordings/tidying.ts';
import { rememberWaiting } from '#server/recordings/waiting.ts';
import { enqueueAnalysis } from './analyses.ts';
import { type AnalysisRow, changeRunning, isFinal, releaseCredits, selectAnalysis } from './analysis-rows.ts';
import { withEarlierEdits } from './evening-edits.ts';
import { earlierEvening } from './evening-service.ts';
import { continueOlderNotes, isOfOlderNotes } from './older-notes-next.ts';
import { shownError } from './shown-error.ts';
import { analyses, analysisCheckpoints, type WrittenBy } from './tables.ts';

/**
 * State and credits change in one transaction, once. Ignores an analysis that has ended or a newer run has.
 */
export type AnalysisEndings = ReturnType<typeof createAnalysisEndings>;

export type NotesFilled = (tx: Orm, filled: { analysisId: string; sessionId: string }) => Promise<void>;

export function createAnalysisEndings(deps: {
  database: Database;
  credits: Credits;
  queue: Pick<JobQueue, 'send'>;
  notes: NotesService;
  clock: Clock;
  audioDays: number;
  notesFilled?: NotesFilled;
  /** `recapOf`: the session whose notes got a recap with it. */
  ended?: (tx: Orm, analysisId: string, recapOf: string | null) => Promise<void>;
}) {
  const { database, credits, queue, notes, clock } = deps;

  async function ending(
    analysisId: string,
    attempt: number,
    work: (tx: Orm, row: AnalysisRow) => Promise<void>,
  ): Promise<void> {
    const found = await selectAnalysis(database.orm, analysisId);
    if (found === null) return;
    await database.transaction(async (tx) => {
      await lockSession(tx, found.sessionId);
      const row = await selectAnalysis(tx, analysisId, { forUpdate: true });
      if (row === null || row.attempt !== attempt || isFinal(row.status)) return;
      await work(tx, row);
      await continueOlderNotes(queue, tx, row.sessionId);
    });
  }

  async function wantsCopies(tx: Orm, sessionId: string): Promise<boolean> {
    const [owner] = await tx
      .select({ autoCopy: preferences.autoCopyAnalysisToNotes })
      .from(sessions)
      .leftJoin(preferences, eq(preferences.userId, sessions.userId))
      .where(eq(sessions.id, sessionId));
    return owner?.autoCopy ?? defaultPreferences.auto_copy_analysis_to_notes;
  }

  /** Into empty notes, or in the place of the page that this analysis follows, unless somebody has changed it (D7). */
  async function fillNotes(tx: Orm, row: AnalysisRow, result: AnalysisResult): Promise<boolean> {
    const { sessionId } = row;
    const sections = notesSections(result);
    if (sections.length === 0 || !(await wantsCopies(tx, sessionId))) return false;
    const isFree =
      (await notes.areEmpty(tx, sessionId)) ||
      ((await followsCopiedPage(tx, row)) && (await notes.areUntouched(tx, sessionId)));
    if (!isFree) return false;
    await notes.copyInto(tx, sessionId, sections, 'replace');
    return true;
  }

  /** Or any page of the session, if the user had the notes of older sessions written. */
  async function followsCopiedPage(tx: Orm, row: AnalysisRow): Promise<boolean> {
    const [page] = await tx
      .select({ id: analyses.id })
      .from(analyses)
      .where(
        and(
          isOfOlderNotes(row)
            ? and(eq(analyses.sessionId, row.sessionId), eq(analyses.writer, 'page'))
            : sql`${analyses.writtenBy} ->> 'analysisId' = ${row.id}`,
          isNotNull(analyses.copiedToNotesAt),
        ),
      )
      .limit(1);
    return page !== undefined;
  }

  async function startWriting(tx: Orm, page: AnalysisRow, by: WrittenBy): Promise<void> {
    const { sessionId, userId, detailLevel, language, durationSeconds, audioAssetId } = page;
    const { analysisId: id, writer, costCredits, payment } = by;
    const { tellsVoicesApart: _, ...request } = page.request;
    const [row] = await tx
      .insert(analyses)
      .values({
        id,
        sessionId,
        userId,
        detailLevel,
        language,
        durationSeconds,
        audioAssetId,
        writer,
        costCredits,
        payment,
        transcriptId: page.transcriptId,
        facts: page.facts,
        transcriptState: page.transcriptState,
        request,
        idempotencyKey: isOfOlderNotes(page) ? `${page.idempotencyKey}:written` : `written:${page.id}`,
        status: 'queued',
        version: 1,
        attempt: 1,
        progress: 0,
        stageMessage: analysisJobStage('queued').title,
        chargedCredits: 0,
        warnings: [],
        createdAt: clock.now(),
      })
      .returning();
    await enqueueAnalysis(queue, tx, present(row, 'analysis that writes'));
  }

  /** Locks sessions from later to earlier, to prevent deadlocks. */
  async function putOnSessionBefore(
    tx: Orm,
    sessionId: string,
    result: AnalysisResult,
  ): Promise<string | null> {
    if (result.kind !== 'highlights' || result.previouslyOn === '' || !(await wantsCopies(tx, sessionId)))
      return null;
    const before = await sessionBefore(tx, sessionId);
    if (before === null) return null;
    await lockSession(tx, before);
    return (await notes.putRecap(tx, before, ownWordsSection(result.previouslyOn))) ? before : null;
  }

  async function failed(tx: Orm, row: AnalysisRow, error: AnalysisError): Promise<void> {
    const shown = shownError(error, row.writer);
    await releaseCredits(credits, tx, row);
    await changeRunning(database, tx, row.id, row.attempt, {
      status: 'failed',
      error: shown,
      etaSeconds: null,
      stageMessage: shown.message,
      finishedAt: clock.now(),
    });
    if (shown.code === 'speechUnavailable' && row.audioAssetId !== null)
      await rememberWaiting(tx, row.audioAssetId);
    if (!isOfOlderNotes(row)) await deps.ended?.(tx, row.id, null);
  }

  const forget = (tx: Orm, analysisId: string) =>
    tx.delete(analysisCheckpoints).where(eq(analysisCheckpoints.analysisId, analysisId));

  return {
    async complete(analysisId: string, attempt: number, result: AnalysisResult): Promise<void> {
      const stored = storableJson(result);
      await breath();
      await ending(analysisId, attempt, async (tx, row) => {
        if (result.kind === 'highlights' && row.writer !== 'page') {
          // The model found nothing: the page, which is there, is all that there is. A retry asks again.
          await forget(tx, analysisId);
          return failed(tx, row, {
            stage: 'writing',
            code: 'notesUnavailable',
            message: '',
            retryable: true,
          });
        }
        const now = clock.now();
        const kept = withEarlierEdits(stored, await earlierEvening(tx, row.sessionId));
        const { chargedCredits } = await credits.capture(tx, analysisId);
        const isCopied = await fillNotes(tx, row, kept);
        const { writtenBy } = row;
        // Players get the notes once: those that the model writes, unless they have had the page for long.
        if (isCopied && writtenBy === null && !isOfOlderNotes(row))
          await deps.notesFilled?.(tx, { analysisId, sessionId: row.sessionId });
        const recapOf = await putOnSessionBefore(tx, row.sessionId, kept);
        await changeRunning(database, tx, analysisId, attempt, {
          status: 'completed',
          progress: 1,
          etaSeconds: 0,
          stageMessage: 'Done',
          result: kept,
          chargedCredits,
          copiedToNotesAt: isCopied ? now : null,
          finishedAt: now,
        });
        if (writtenBy !== null) await startWriting(tx, row, writtenBy);
        else if (!isOfOlderNotes(row)) await deps.ended?.(tx, analysisId, recapOf);
        await forget(tx, analysisId);
        if (row.audioAssetId !== null) {
          const storedUntil = new Date(now.getTime() + deps.audioDays * 86_400_000);
          await storeUntil(tx, row.audioAssetId, { storedUntil, now });
        }
      });
    },

    fail: (analysisId: string, attempt: number, error: AnalysisError) =>
      ending(analysisId, attempt, (tx, row) => failed(tx, row, error)),
  };
}
