import { AnalysisStage } from '#contract/analyses.ts';
import type { Clock } from '#server/platform/clock.ts';

/**
 * With a speech engine at about 16× real time. Once a model has read the parts, it writes for a third as long
 * (docs/model-notes.md).
 */
const weights: Readonly<Record<AnalysisStage, number>> = {
  queued: 0,
  preparing: 4,
  transcribing: 66,
  diarizing: 4,
  extracting: 15,
  writing: 5,
  verifying: 2,
};

/** A stage first only counts earlier work. */
const CATCHING_UP_MS = 2000;
const MEASURED_MS = 3000;
const MEASURED_FRACTION = 0.02;

const weightOf = (stages: readonly AnalysisStage[]) => stages.reduce((sum, stage) => sum + weights[stage], 0);

/** How much of `stages` is done, stays or comes when `stage` is reached, which may be none of them. */
function split(stages: readonly AnalysisStage[], stage: AnalysisStage) {
  const order = AnalysisStage.options;
  const after = (each: AnalysisStage) => order.indexOf(each) - order.indexOf(stage);
  return {
    before: weightOf(stages.filter((each) => after(each) < 0)),
    own: weightOf(stages.filter((each) => after(each) === 0)),
    later: weightOf(stages.filter((each) => after(each) > 0)),
  };
}

/** @param stages those that the analysis has @returns 0–1 */
export function overallProgress(
  stage: AnalysisStage,
  fraction: number,
  stages: readonly AnalysisStage[],
): number {
  const { before, own } = split(stages, stage);
  return (before + own * Math.min(1, Math.max(0, fraction))) / weightOf(stages);
}

/** Measures the current stage, estimates later ones by their shares, and ignores an earlier run's work. Until it has measured enough, says what was expected. */
export function createEstimator(clock: Clock, stages: readonly AnalysisStage[]) {
  let stage: AnalysisStage = 'queued';
  let begunAt = 0;
  let expectedSeconds: number | null = null;
  let from = { at: 0, fraction: 0 };
  /** The share that is left of a stage and of those after it. */
  const expectedAt = (fraction: number): number | null => {
    if (expectedSeconds === null) return null;
    const { own, later } = split(stages, stage);
    return Math.round(expectedSeconds * (1 - (own * fraction) / (own + later)));
  };
  return {
    /** @param expected seconds of the stage and of all later ones, as known before; null: they are not */
    begin(next: AnalysisStage, expected: number | null = null): void {
      stage = next;
      expectedSeconds = expected;
      begunAt = clock.now().getTime();
      from = { at: begunAt, fraction: 0 };
    },
    remaining(fraction: number): number | null {
      const now = clock.now().getTime();
      // Nothing is done yet: it may have waited for its turn.
      if (now - begunAt < CATCHING_UP_MS || fraction === 0) {
        from = { at: now, fraction };
        return expectedAt(fraction);
      }
      const done = fraction - from.fraction;
      const took = now - from.at;
      const { own, later } = split(stages, stage);
      if (took < MEASURED_MS || done < MEASURED_FRACTION || own === 0) return expectedAt(fraction);
      const wholeStageMs = took / done;
      return Math.round((wholeStageMs * (1 - fraction + later / own)) / 1000);
    },
  };
}
