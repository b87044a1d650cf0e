import { and, eq, inArray, sql } from 'drizzle-orm';
import { createActor, fromPromise, type InspectionEvent } from 'xstate';
import { AnalysisStage } from '#contract/analyses.ts';
import { analysisFailures } from '#contract/errors.ts';
import { analysisJobMachine } from '#machines/analysis-job/analysis-job.machine.ts';
import { selectEnding } from '#machines/analysis-job/analysis-job.selectors.ts';
import {
  type AnalysisJobWarning,
  type StageInput,
  stageUnrecorded,
} from '#machines/analysis-job/analysis-job.setup.ts';
import { analysisJobStage, analysisJobStages } from '#machines/analysis-job/stages.ts';
import { type ActorsOf, provideActors } from '#machines/kit/provide-actors.ts';
import { isDatabaseLost } from '#server/platform/database/lost-database.ts';
import { isDiskFull } from '#server/platform/disk-full.ts';
import { areFilesUnavailable } from '#server/platform/files/port.ts';
import type { Job } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import { noTelemetry, type Telemetry } from '#server/platform/telemetry.ts';
import type { AnalysisJobData } from '../analyses.ts';
import type { AnalysisEndings } from '../analysis-endings.ts';
import type { AnalysisEvents } from '../analysis-events.ts';
import { type AnalysisRow, changeRunning, isFinal, selectAnalysis, stagesOf } from '../analysis-rows.ts';
import { expectedOf, SHARE_OF_PARTS } from '../model-use.ts';
import { analyses, analysisCheckpoints } from '../tables.ts';
import { engineOf } from '../writers.ts';
import { type AnalysisStages, createAnalysisStages, type StageDependencies } from './analysis-stages.ts';
import { createProgressRecorder, type ProgressRecorder } from './progress-recorder.ts';
import {
  addWarnings,
  openStageContext,
  type StoredStageContext,
  storedExtraction,
} from './stage-checkpoints.ts';
import { isOfEngine, stageFailure } from './stage-failure.ts';

export const analysisJobRetries = 20;

const isLast = ({ attempt }: Pick<Job<AnalysisJobData>, 'attempt'>) => attempt >= analysisJobRetries;

/** Throws if the queue should retry later. */
type RunAnalysis = (job: Job<AnalysisJobData>) => Promise<void>;

const warningTexts: Record<AnalysisJobWarning, string> = {
  speakersUnknown: 'We could not identify the speakers, so the notes do not say who said what.',
};

/** A part of our own is away: the job then waits, and the analysis does not fail. What an engine reports fails its stage. */
const isOutage = (error: unknown) =>
  isDatabaseLost(error) || areFilesUnavailable(error) || (isDiskFull(error) && !isOfEngine(error));

export function createAnalysisRunner(
  deps: StageDependencies & {
    endings: AnalysisEndings;
    events: AnalysisEvents;
    tidy(sessionId: string): Promise<void>;
    log: Logger;
    telemetry?: Telemetry;
    inspect?: (event: InspectionEvent) => void;
  },
): RunAnalysis {
  const { telemetry = noTelemetry } = deps;
  const stages = createAnalysisStages(deps);
  /** A job may be queued twice. */
  const running = new Set<string>();

  return async (job) => {
    const { analysisId, attempt } = job.data;
    const row = await selectAnalysis(deps.database.orm, analysisId);
    if (row === null || isFinal(row.status) || row.attempt !== attempt) return;
    // The queue handed the job out again, for example after an outage; its first run is being stopped.
    if (running.has(analysisId)) throw new Error('This analysis is still running in this process.');
    running.add(analysisId);
    try {
      await runOnce(row, job);
    } catch (error) {
      if (job.signal.aborted || isOutage(error) || !isLast(job)) throw error;
      deps.log.error({ err: error, analysisId }, 'analysis given up');
      await deps.endings.fail(analysisId, attempt, {
        stage: (await stageOf(analysisId)) ?? 'queued',
        code: 'stopped',
        message: analysisFailures.stopped.message,
        retryable: true,
      });
    } finally {
      running.delete(analysisId);
    }
  };

  async function runOnce(row: AnalysisRow, job: Job<AnalysisJobData>): Promise<void> {
    const log = deps.log.child({ analysisId: row.id, attempt: row.attempt });
    const recorder = createProgressRecorder(deps, row, log);
    const underWay = new Set<Promise<unknown>>();
    const track = <Result>(work: Promise<Result>): Promise<Result> => {
      const tracked = work.finally(() => underWay.delete(tracked));
      underWay.add(tracked);
      return tracked;
    };
    const lost = new AbortController();
    const stopWhereLost = <Result>(work: Promise<Result>): Promise<Result> =>
      work.catch((error: unknown) => {
        if (!isOutage(error)) throw error;
        lost.abort(error);
        return new Promise<never>(() => undefined);
      });
    const machine = provideActors(
      analysisJobMachine,
      actorsFor(row, recorder, (work) => stopWhereLost(track(work)), log),
    );
    const actor = createActor(machine, {
      input: {
        analysisId: row.id,
        startAt: await stageToStartAt(row),
        needsSpeech: row.transcriptId === null,
        needsVoices: row.request.tellsVoicesApart === true,
        isLastAttempt: isLast(job),
      },
      ...(deps.inspect === undefined ? {} : { inspect: deps.inspect }),
    });
    const follow = async () => {
      const now = await selectAnalysis(deps.database.orm, row.id);
      const isCancelled = now === null || now.status === 'cancelled';
      if (isCancelled && actor.getSnapshot().status === 'active') actor.send({ type: 'cancel' });
    };
    const unfollow = deps.events.subscribe(row.id, () => void track(follow()).catch(() => undefined));
    try {
      const ending = await endOf(actor, AbortSignal.any([job.signal, lost.signal]));
      log.info({ ending }, 'analysis run ended');
      if (ending === 'interrupted') throw new Error('The state of the analysis could not be recorded.');
      await deps.tidy(row.sessionId).catch((error: unknown) => log.warn({ err: error }, 'audio not tidied'));
    } finally {
      unfollow();
      // Wait for it, so that nothing is written afterward.
      actor.stop();
      await Promise.allSettled([...underWay]);
    }
  }

  function actorsFor(
    row: AnalysisRow,
    recorder: ProgressRecorder,
    track: <Result>(work: Promise<Result>) => Promise<Result>,
    log: Logger,
  ): ActorsOf<typeof analysisJobMachine> {
    const stage = (name: AnalysisStage, work: (context: StoredStageContext) => Promise<void>) =>
      fromPromise<void, StageInput>(({ input, signal }) =>
        track(
          (async () => {
            const expected = await recordStage(row, recorder, name, input.warning).catch((error: unknown) => {
              if (isOutage(error)) throw error;
              throw Object.assign(new Error('The stage could not be recorded.', { cause: error }), {
                code: stageUnrecorded,
              });
            });
            signal.throwIfAborted();
            recorder.begin(name, expected);
            const context = await openStageContext({
              database: deps.database,
              analysisId: row.id,
              stage: name,
              signal,
              progress: (fraction, message) => recorder.report(fraction, message),
            });
            try {
              return await telemetry.measure({ kind: 'stage', name }, () => work(context));
            } catch (error) {
              if (!signal.aborted) log.warn({ err: error, stage: name }, 'stage failed');
              await context.keepUse().catch((lost: unknown) => log.warn({ err: lost }, 'model use not kept'));
              throw stageFailure(error);
            } finally {
              await recorder.settle();
            }
          })(),
        ),
      );
    const tracked = <Input>(work: (input: Input) => Promise<void>) =>
      fromPromise<void, Input>(({ input }) => track(work(input)));

    return {
      prepare: stage('preparing', (context) => stages.prepare(row, context)),
      transcribe: stage('transcribing', (context) => stages.transcribe(row, context)),
      diarize: stage('diarizing', (context) => stages.diarize(row, context)),
      extract: stage('extracting', (context) => stages.extract(row, context)),
      write: stage('writing', (context) => stages.write(row, context)),
      verify: stage('verifying', (context) => stages.verify(row, context)),
      recordCompletion: tracked(() => recordCompletion(row, stages)),
      recordFailure: tracked(({ failure }) =>
        deps.endings.fail(row.id, row.attempt, {
          stage: failure.stage,
          code: failure.code,
          message: failure.message ?? analysisFailures.stopped.message,
          retryable: failure.retryable,
        }),
      ),
    };
  }

  /** @returns how many seconds the stage and all later ones will take; null: nobody knows */
  async function recordStage(
    row: AnalysisRow,
    recorder: ProgressRecorder,
    stage: AnalysisStage,
    warning: AnalysisJobWarning | null,
  ): Promise<number | null> {
    const now = deps.clock.now();
    const notesEngine = engineOf(deps.writers, row.writer)?.id ?? null;
    const engine =
      stage === 'preparing' || stage === 'transcribing'
        ? { speechEngine: deps.speech.id }
        : stage === 'extracting'
          ? { notesEngine }
          : {};
    const expected =
      row.writer !== 'page' && (stage === 'extracting' || stage === 'writing')
        ? await expectedOf(deps.database.orm, { notesEngine, transcriptId: row.transcriptId })
        : null;
    const seconds =
      expected === null ? null : expected.seconds * (stage === 'writing' ? 1 - SHARE_OF_PARTS : 1);
    await deps.database.transaction(async (tx) => {
      const recorded = await changeRunning(deps.database, tx, row.id, row.attempt, {
        status: stage,
        ...(stagesOf(row).includes(stage) ? { stageMessage: analysisJobStage(stage).title } : {}),
        progress: recorder.at(stage, 0),
        etaSeconds: seconds === null ? null : Math.round(seconds),
        startedAt: sql`coalesce(${analyses.startedAt}, ${sql.param(now, analyses.startedAt)})`,
        ...engine,
      });
      if (recorded === null) throw new Error('The analysis has ended or runs elsewhere.');
      if (warning !== null) {
        await addWarnings(tx, row.id, [
          { code: warning, message: warningTexts[warning], startMs: null, endMs: null },
        ]);
      }
    });
    return seconds;
  }

  async function recordCompletion(row: AnalysisRow, { result }: AnalysisStages): Promise<void> {
    const verified = await result(row.id);
    if (verified === null) throw new Error('The verified result is missing.');
    await deps.endings.complete(row.id, row.attempt, verified);
  }

  /** Earlier than recorded if the stage's input is missing or another notes engine's. */
  async function stageToStartAt(row: AnalysisRow): Promise<AnalysisStage> {
    if (row.status !== 'writing' && row.status !== 'verifying') return AnalysisStage.parse(row.status);
    const notes = engineOf(deps.writers, row.writer);
    if (notes !== null && (await storedExtraction(deps.database.orm, notes, row.id)) !== undefined)
      return row.status;
    await deps.database.orm
      .delete(analysisCheckpoints)
      .where(
        and(
          eq(analysisCheckpoints.analysisId, row.id),
          inArray(analysisCheckpoints.stage, ['extracting', 'writing', 'verifying']),
        ),
      );
    return 'extracting';
  }

  async function stageOf(analysisId: string): Promise<AnalysisStage | null> {
    const status = (await selectAnalysis(deps.database.orm, analysisId))?.status;
    return analysisJobStages.find(({ name }) => name === status)?.name ?? null;
  }
}

function endOf(actor: ReturnType<typeof createActor<typeof analysisJobMachine>>, signal: AbortSignal) {
  return new Promise<NonNullable<ReturnType<typeof selectEnding>>>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    actor.subscribe({
      next: (snapshot) => {
        const ending = selectEnding(snapshot);
        if (ending === null) return;
        signal.removeEventListener('abort', stop);
        resolve(ending);
      },
      error: reject,
    });
    actor.start();
  });
}
