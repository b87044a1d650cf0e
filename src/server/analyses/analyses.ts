import { and, desc, eq, getTableColumns, notInArray } from 'drizzle-orm';
import type { Analysis } from '#contract/analyses.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import { textLimits } from '#contract/text-limits.ts';
import { present } from '#contract/unknown-values.ts';
import { analysisJobStage, isCancellableStatus } from '#machines/analysis-job/stages.ts';
import type { CopyMode, NotesService } from '#server/campaigns/notes.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Credits } from '#server/credits/credits.ts';
import { notesSections } from '#server/engines/notes/sections.ts';
import type { Corrections } from '#server/names/corrections.ts';
import { breath } from '#server/platform/breath.ts';
import type { ModelPrices } from '#server/platform/config.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import { lockUser, waitForQuota } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { currentMaterial } from '#server/recordings/material.ts';
import { hasRunningAnalysis, refuseWhileErasing } from '#server/recordings/running-analyses.ts';
import { audioAssets } from '#server/recordings/tables.ts';
import {
  type AnalysisRow,
  analysisView,
  changeAnalysis,
  changeRunning,
  isFinal,
  releaseCredits,
  selectAnalysis,
} from './analysis-rows.ts';
import { expectedWait } from './expected-wait.ts';
import { spentOn } from './model-use.ts';
import { continueOlderNotes } from './older-notes-next.ts';
import type { Quotes } from './quotes.ts';
import { notCharged } from './shown-error.ts';
import { analyses, analysisCheckpoints, finalStatuses, type StartRequest, type WrittenBy } from './tables.ts';
import type { Writers } from './writers.ts';

export const analysisJob = 'analysis';

const timeInWords = (seconds: number): string =>
  seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;

export interface AnalysisJobData {
  analysisId: string;
  attempt: number;
}

export type Analyses = ReturnType<typeof createAnalyses>;

export function createAnalyses(
  deps: Pick<Shared, 'database' | 'queue' | 'clock'> & {
    credits: Credits;
    quotes: Quotes;
    writers: Pick<Writers, 'preferred'>;
    notes: NotesService;
    corrections: Pick<Corrections, 'undisturbed'>;
    most: number;
    longestWaitSeconds: number;
    canHear(): Promise<boolean>;
    /** Of the person who pays for the service. */
    modelPrices?: ModelPrices | undefined;
  },
) {
  const { database, queue, credits, quotes, notes, corrections, clock, most, longestWaitSeconds } = deps;

  async function own(userId: string, analysisId: string): Promise<AnalysisRow> {
    const row = await selectAnalysis(database.orm, analysisId);
    if (row === null) throw new Refusal('notFound');
    await ownSession(database.orm, userId, row.sessionId);
    return row;
  }

  async function withLocked(
    userId: string,
    analysisId: string,
    work: (tx: Orm, row: AnalysisRow) => Promise<AnalysisRow>,
  ): Promise<Analysis> {
    const { sessionId } = await own(userId, analysisId);
    const changed = await database.transaction(async (tx) => {
      await lockUser(tx, userId);
      await ownSession(tx, userId, sessionId, { forUpdate: true });
      const row = await selectAnalysis(tx, analysisId, { forUpdate: true });
      if (row === null) throw new Refusal('notFound');
      return work(tx, row);
    });
    return analysisView(database.orm, changed);
  }

  /** Before reserving credits, with the user locked. @throws Refusal tooManyRequests, overloaded */
  async function admit(tx: Orm, userId: string): Promise<void> {
    const unfinished = and(eq(analyses.userId, userId), notInArray(analyses.status, [...finalStatuses]));
    if ((await tx.$count(analyses, unfinished)) >= most)
      throw waitForQuota('analyses', {
        limit: most,
        message: `You have ${most} analyses waiting or running, the most that one account can have. Your recording is kept, and you were not charged. Try again when one of them is done.`,
        waitSeconds: 300,
      });
    const { waiting, running } = await queue.ahead<AnalysisJobData>(tx, analysisJob, userId);
    const idsOf = (jobs: AnalysisJobData[]) => jobs.map(({ analysisId }) => analysisId);
    const wait = await expectedWait(tx, { waiting: idsOf(waiting), running: idsOf(running) });
    if (wait > longestWaitSeconds)
      throw new Refusal('overloaded', {
        message: `Too many recordings are waiting right now: yours would wait for about ${timeInWords(wait)}. It is kept, and you were not charged. Try again later.`,
        waitSeconds: Math.min(3600, Math.ceil(wait - longestWaitSeconds)),
      });
  }

  const enqueue = (tx: Orm, row: AnalysisRow) => enqueueAnalysis(queue, tx, row);

  /** With the analysis that follows it, if there is one. */
  async function reserve(tx: Orm, row: Reserved): Promise<{ payment: 'free' | 'credits' }> {
    const { userId, durationSeconds, writtenBy } = row;
    const { payment } = await credits.reserve(tx, {
      userId,
      analysisId: row.id,
      costCredits: row.costCredits,
      durationSeconds,
      promised: row.payment,
    });
    if (writtenBy !== null)
      await credits.reserve(tx, {
        userId,
        analysisId: writtenBy.analysisId,
        costCredits: writtenBy.costCredits,
        durationSeconds,
        promised: writtenBy.payment,
      });
    return { payment };
  }

  async function insertNew(
    tx: Orm,
    userId: string,
    key: string,
    request: StartRequest,
    hears: boolean,
  ): Promise<AnalysisRow> {
    const { sessionId, quoteId, detailLevel } = request;
    if (await hasRunningAnalysis(tx, [sessionId])) throw new Refusal('analysisRunning');
    await refuseWhileErasing(tx, sessionId);
    await admit(tx, userId);
    const material = await currentMaterial(tx, sessionId);
    if (material === null) throw new Refusal('nothingToAnalyze');
    if (material.transcript === null && !hears) throw new Refusal('hearingUnavailable');
    const writer = request.writer ?? deps.writers.preferred();
    const told = await quotes.redeem(tx, { sessionId, quoteId, detailLevel, writer }, material);
    const { pageCredits } = told;
    const id = newId();
    const pageFirst = request.writer !== undefined && writer !== 'page' && pageCredits !== null;
    const writtenBy: WrittenBy | null = pageFirst
      ? {
          analysisId: newId(),
          writer,
          // A free analysis covers all of it.
          costCredits: told.payment === 'free' ? 0 : told.costCredits - pageCredits,
          payment: 'credits',
        }
      : null;
    const own = {
      id,
      userId,
      durationSeconds: material.durationSeconds,
      costCredits: pageFirst && told.payment !== 'free' ? pageCredits : told.costCredits,
      payment: told.payment,
      writtenBy,
    };
    const { payment } = await reserve(tx, own);
    const [row] = await tx
      .insert(analyses)
      .values({
        ...own,
        sessionId,
        idempotencyKey: key,
        request: { ...request, ...told.voices },
        detailLevel,
        language: request.language,
        status: 'queued',
        version: 1,
        attempt: 1,
        progress: 0,
        stageMessage: analysisJobStage('queued').title,
        payment,
        writer: pageFirst ? 'page' : writer,
        chargedCredits: 0,
        audioAssetId: material.audio?.id ?? null,
        transcriptId: material.transcript?.id ?? null,
        warnings: [],
        ...told.ground,
        createdAt: clock.now(),
      })
      .returning();
    const made = present(row, 'new analysis');
    await enqueue(tx, made);
    return made;
  }

  async function audioIsKept(tx: Orm, row: AnalysisRow): Promise<boolean> {
    if (row.transcriptId !== null) return true;
    if (row.audioAssetId === null) return false;
    const [asset] = await tx.select().from(audioAssets).where(eq(audioAssets.id, row.audioAssetId));
    return asset !== undefined && asset.deletedAt === null;
  }

  return {
    /** One transaction (D1). The same key returns the same analysis. */
    async start(
      userId: string,
      sessionId: string,
      idempotencyKey: string,
      wanted: {
        quoteId: string;
        detailLevel: DetailLevel;
        language: string | null;
        writer?: NotesWriter | undefined;
        people?: number | undefined;
      },
    ): Promise<Analysis> {
      const request: StartRequest = { sessionId, ...wanted };
      const hears = await deps.canHear();
      const { campaignId } = await ownSession(database.orm, userId, sessionId);
      const started = async (tx: Orm) => {
        await lockUser(tx, userId);
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        const [earlier] = await tx
          .select()
          .from(analyses)
          .where(and(eq(analyses.userId, userId), eq(analyses.idempotencyKey, idempotencyKey)));
        if (earlier === undefined) return insertNew(tx, userId, idempotencyKey, request, hears);
        if (!isSameRequest(earlier.request, request)) {
          throw new Refusal('conflict');
        }
        return earlier;
      };
      const row = await corrections.undisturbed(campaignId, () => database.transaction(started));
      return analysisView(database.orm, row);
    },

    async list(userId: string, sessionId: string): Promise<Omit<Analysis, 'result'>[]> {
      await ownSession(database.orm, userId, sessionId);
      const { result: _, ...columns } = getTableColumns(analyses);
      const rows = await database.orm
        .select(columns)
        .from(analyses)
        .where(eq(analyses.sessionId, sessionId))
        .orderBy(desc(analyses.createdAt), desc(analyses.id))
        .limit(textLimits.listedAnalyses.most);
      return Promise.all(
        rows.map(async (row) => {
          const { result: __, ...rest } = await analysisView(database.orm, { ...row, result: null });
          return rest;
        }),
      );
    },

    async read(userId: string, analysisId: string): Promise<Analysis> {
      const row = await own(userId, analysisId);
      await breath();
      const spent = await spentOn(database.orm, row, deps.modelPrices);
      const view = { ...(await analysisView(database.orm, row)), spent };
      await breath();
      return row.status === 'completed' ? { ...view, ...(await quotes.rerunOf(row)) } : view;
    },

    /** Only before writing begins (D1). */
    cancel: (userId: string, analysisId: string): Promise<Analysis> =>
      withLocked(userId, analysisId, async (tx, row) => {
        if (row.status === 'cancelled') return row;
        if (!isCancellableStatus(row.status)) throw new Refusal('notCancellable');
        await releaseCredits(credits, tx, row);
        await tx.delete(analysisCheckpoints).where(eq(analysisCheckpoints.analysisId, analysisId));
        const cancelled = await changeRunning(database, tx, analysisId, row.attempt, {
          status: 'cancelled',
          stageMessage: `Cancelled. ${notCharged(row.writer)}`,
          etaSeconds: null,
          finishedAt: clock.now(),
        });
        await continueOlderNotes(queue, tx, row.sessionId);
        return cancelled ?? row;
      }),

    /** Resumes at the failed stage and reserves again (D8). */
    async retry(userId: string, analysisId: string): Promise<Analysis> {
      const hears = await deps.canHear();
      const { sessionId } = await own(userId, analysisId);
      const { campaignId } = await ownSession(database.orm, userId, sessionId);
      const retried = async (tx: Orm, row: AnalysisRow) => {
        if (!isFinal(row.status) && row.attempt > 1) return row;
        if (row.status !== 'failed' || row.error?.retryable !== true) throw new Refusal('notRetryable');
        if (await hasRunningAnalysis(tx, [row.sessionId])) throw new Refusal('analysisRunning');
        await refuseWhileErasing(tx, row.sessionId);
        if (!(await audioIsKept(tx, row))) throw new Refusal('notRetryable');
        if (row.transcriptId === null && !hears) throw new Refusal('hearingUnavailable');
        await admit(tx, userId);
        const { payment } = await reserve(tx, row);
        const again = await changeAnalysis(database, tx, analysisId, {
          status: row.error.stage,
          attempt: row.attempt + 1,
          error: null,
          payment,
          finishedAt: null,
          stageMessage: 'Resuming where it stopped',
        });
        await enqueue(tx, again);
        return again;
      };
      return corrections.undisturbed(campaignId, () => withLocked(userId, analysisId, retried));
    },

    copyToNotes: (userId: string, analysisId: string, mode: CopyMode | 'keep'): Promise<Analysis> =>
      withLocked(userId, analysisId, async (tx, row) => {
        if (row.result === null) {
          throw new Refusal('conflict', { message: 'This analysis has no result to copy.' });
        }
        if (mode === 'keep') return changeAnalysis(database, tx, analysisId, { notesKeptAt: clock.now() });
        await notes.copyInto(tx, row.sessionId, notesSections(row.result), mode);
        return changeAnalysis(database, tx, analysisId, { copiedToNotesAt: clock.now() });
      }),
  };
}

type Reserved = Pick<
  AnalysisRow,
  'id' | 'userId' | 'durationSeconds' | 'costCredits' | 'payment' | 'writtenBy'
>;

export async function enqueueAnalysis(
  queue: Pick<JobQueue, 'send'>,
  tx: Orm,
  { id, attempt, userId }: Pick<AnalysisRow, 'id' | 'attempt' | 'userId'>,
): Promise<void> {
  const data: AnalysisJobData = { analysisId: id, attempt };
  await queue.send(tx, analysisJob, data, { singletonKey: `${id}:${attempt}`, owner: userId });
}

function isSameRequest(first: StartRequest, second: StartRequest): boolean {
  return (
    first.sessionId === second.sessionId &&
    first.quoteId === second.quoteId &&
    first.detailLevel === second.detailLevel &&
    first.writer === second.writer &&
    first.people === second.people &&
    first.language === second.language
  );
}
