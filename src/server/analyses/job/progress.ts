import type { AnalysisStage } from '#contract/analyses.ts';
import { analysisJobStages } from '#machines/analysis-job/stages.ts';
import type { Clock } from '#server/platform/clock.ts';

/** With a speech engine at about 16× real time. */
const weights: Readonly<Record<AnalysisStage, number>> = {
  queued: 0,
  preparing: 4,
  transcribing: 66,
  diarizing: 4,
  extracting: 15,
  writing: 13,
  verifying: 2,
};

/** A stage first only counts earlier work. */
const CATCHING_UP_MS = 2000;
const MEASURED_MS = 3000;
const MEASURED_FRACTION = 0.02;

/** What is there when an analysis begins. */
export interface Beginning {
  needsSpeech: boolean;
  needsVoices: boolean;
}

const stagesToGo = ({ needsSpeech, needsVoices }: Beginning): AnalysisStage[] =>
  analysisJobStages
    .filter((stage) => needsSpeech || !stage.needsSpeech || (needsVoices && stage.name === 'diarizing'))
    .map(({ name }) => name);

const weightOf = (stages: readonly AnalysisStage[]) => stages.reduce((sum, stage) => sum + weights[stage], 0);

export function overallProgress(stage: AnalysisStage, fraction: number, beginning: Beginning): number {
  const stages = stagesToGo(beginning);
  const before = weightOf(stages.slice(0, stages.indexOf(stage)));
  const within = weights[stage] * Math.min(1, Math.max(0, fraction));
  return (before + within) / weightOf(stages);
}

export interface Estimator {
  begin(stage: AnalysisStage): void;
  remaining(fraction: number): number | null;
}

/** Measures the current stage, estimates later ones by their shares, and ignores an earlier run's work. */
export function createEstimator(clock: Clock, beginning: Beginning): Estimator {
  const stages = stagesToGo(beginning);
  let stage: AnalysisStage = 'queued';
  let begunAt = 0;
  let from = { at: 0, fraction: 0 };
  return {
    begin(next) {
      stage = next;
      begunAt = clock.now().getTime();
      from = { at: begunAt, fraction: 0 };
    },
    remaining(fraction) {
      const now = clock.now().getTime();
      // Nothing is done yet: it may have waited for its turn.
      if (now - begunAt < CATCHING_UP_MS || fraction === 0) {
        from = { at: now, fraction };
        return null;
      }
      const done = fraction - from.fraction;
      const took = now - from.at;
      if (took < MEASURED_MS || done < MEASURED_FRACTION || weights[stage] === 0) return null;
      const wholeStageMs = took / done;
      const later = weightOf(stages.slice(stages.indexOf(stage) + 1)) / weights[stage];
      return Math.round((wholeStageMs * (1 - fraction + later)) / 1000);
    },
  };
}
