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
  /** Whether a language model writes the notes. */
  isWritten?: boolean;
}

/** What a model writes after it has read the parts is a third of that (docs/model-notes.md). */
const MODEL_WRITING = weights.extracting / 3;

const stagesToGo = ({ needsSpeech, needsVoices }: Beginning): AnalysisStage[] =>
  analysisJobStages
    .filter((stage) => needsSpeech || !stage.needsSpeech || (needsVoices && stage.name === 'diarizing'))
    .map(({ name }) => name);

const weightOf = (stages: readonly AnalysisStage[], { isWritten = false }: Beginning) =>
  stages.reduce((sum, stage) => sum + (isWritten && stage === 'writing' ? MODEL_WRITING : weights[stage]), 0);

export function overallProgress(stage: AnalysisStage, fraction: number, beginning: Beginning): number {
  const stages = stagesToGo(beginning);
  const before = weightOf(stages.slice(0, stages.indexOf(stage)), beginning);
  const within = weightOf([stage], beginning) * Math.min(1, Math.max(0, fraction));
  return (before + within) / weightOf(stages, beginning);
}

/** Measures the current stage, estimates later ones by their shares, and ignores an earlier run's work. Until it has measured enough, says what was expected. */
export function createEstimator(clock: Clock, beginning: Beginning) {
  const stages = stagesToGo(beginning);
  let stage: AnalysisStage = 'queued';
  let begunAt = 0;
  let expectedSeconds: number | null = null;
  let from = { at: 0, fraction: 0 };
  /** The share that is left of a stage and of those after it. */
  const expectedAt = (fraction: number): number | null => {
    if (expectedSeconds === null) return null;
    const own = weightOf([stage], beginning);
    const all = weightOf(stages.slice(stages.indexOf(stage)), beginning);
    return Math.round(expectedSeconds * (1 - (own * fraction) / all));
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
      const own = weightOf([stage], beginning);
      if (took < MEASURED_MS || done < MEASURED_FRACTION || own === 0) return expectedAt(fraction);
      const wholeStageMs = took / done;
      const later = weightOf(stages.slice(stages.indexOf(stage) + 1), beginning) / own;
      return Math.round((wholeStageMs * (1 - fraction + later)) / 1000);
    },
  };
}
