import type { AnalysisStage, AnalysisStatus } from '#contract/analyses.ts';

export interface AnalysisJobStage {
  readonly name: AnalysisStage;
  readonly title: string;
  readonly needsSpeech: boolean;
  readonly cancellable: boolean;
}

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

/** D1. */
export function isCancellableStatus(status: AnalysisStatus): boolean {
  return analysisJobStages.some((stage) => stage.name === status && stage.cancellable);
}

export function isRunningStatus(status: AnalysisStatus): boolean {
  return analysisJobStages.some((stage) => stage.name === status);
}
