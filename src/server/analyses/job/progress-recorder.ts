import type { AnalysisStage } from '#contract/analyses.ts';
import { storableText } from '#server/platform/database/storable.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Shared } from '#server/platform/shared.ts';
import { type AnalysisRow, changeRunning, stagesOf } from '../analysis-rows.ts';
import { createEstimator, overallProgress } from './progress.ts';

const WRITE_EVERY_MS = 1000;
/** Of the whole: so much is written at once, as the next report may be minutes away. */
const WRITE_FROM = 0.01;

export type ProgressRecorder = ReturnType<typeof createProgressRecorder>;

export function createProgressRecorder(
  deps: Pick<Shared, 'database' | 'clock'>,
  row: AnalysisRow,
  log: Logger,
) {
  const { database, clock } = deps;
  const stages = stagesOf(row);
  const estimator = createEstimator(clock, stages);
  let stage: AnalysisStage = 'queued';
  let told = row.progress;
  let last = { at: 0, progress: row.progress };
  let waiting: [progress: number, etaSeconds: number | null, message: string | undefined] | null = null;
  let writing: Promise<void> | null = null;

  function at(wanted: AnalysisStage, fraction: number): number {
    told = Math.max(told, overallProgress(wanted, fraction, stages));
    return told;
  }

  async function write(
    progress: number,
    etaSeconds: number | null,
    message: string | undefined,
  ): Promise<void> {
    const text = message === undefined ? {} : { stageMessage: storableText(message) };
    try {
      await database.transaction((tx) =>
        changeRunning(database, tx, row.id, row.attempt, { progress, etaSeconds, ...text }),
      );
    } catch (error) {
      log.warn({ err: error }, 'progress could not be written');
    }
  }

  async function writeWaiting(): Promise<void> {
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null;
      await write(...next);
    }
    writing = null;
  }

  return {
    at,
    /** @param expected seconds of the stage and of all later ones; null: they are not known */
    begin(next: AnalysisStage, expected: number | null): void {
      stage = next;
      last.progress = told;
      estimator.begin(next, expected);
    },
    report(fraction: number, message?: string): void {
      const progress = at(stage, fraction);
      const etaSeconds = estimator.remaining(fraction);
      const now = clock.now().getTime();
      if (now - last.at < WRITE_EVERY_MS && progress - last.progress < WRITE_FROM) return;
      last = { at: now, progress };
      waiting = [progress, etaSeconds, message];
      writing ??= writeWaiting();
    },
    async settle(): Promise<void> {
      await writing;
    },
  };
}
