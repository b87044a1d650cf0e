import type { AnalysisStage, AnalysisStatus } from '#contract/analyses.ts';

export interface AnalysisJobStage {
  readonly name: AnalysisStage;
  /** What is being done, for the progress view. */
  readonly title: string;
  /** Skipped where a transcript is there already (imported, or the audio is unchanged, D8). */
  readonly needsSpeech: boolean;
  /** Whether the analysis can still be cancelled while it stands here (D1: before writing begins). */
  readonly cancellable: boolean;
}

/** The stages in the order in which an analysis passes them; the states of the chart carry the same names. */
export const analysisJobStages: readonly AnalysisJobStage[] = [
  { name: 'queued', title: 'Waiting in the queue', needsSpeech: false, cancellable: true },
  { name: 'preparing', title: 'Preparing the audio', needsSpeech: true, cancellable: true },
  { name: 'transcribing', title: 'Writing down what was said', needsSpeech: true, cancellable: true },
  { name: 'diarizing', title: 'Telling the speakers apart', needsSpeech: true, cancellable: true },
  { name: 'extracting', title: 'Finding scenes, names and quests', needsSpeech: false, cancellable: true },
  { name: 'writing', title: 'Writing the notes', needsSpeech: false, cancellable: false },
  {
    name: 'verifying',
    title: 'Checking every line against the transcript',
    needsSpeech: false,
    cancellable: false,
  },
];

/** Whether an analysis with this status can be cancelled (D1). */
export function isCancellableStatus(status: AnalysisStatus): boolean {
  return analysisJobStages.some((stage) => stage.name === status && stage.cancellable);
}

/** Whether an analysis with this status still runs. */
export function isRunningStatus(status: AnalysisStatus): boolean {
  return analysisJobStages.some((stage) => stage.name === status);
}
