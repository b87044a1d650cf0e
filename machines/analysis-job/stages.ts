import type { AnalysisStage, AnalysisStatus } from '#contract/analyses.ts';
import { present } from '#contract/unknown-values.ts';

export interface AnalysisJobStage {
  readonly name: AnalysisStage;
  /** What users see. */
  readonly title: string;
  /** For charts and documents, and above the function that does it (src/server/analyses/job/analysis-stages.ts). */
  readonly description: string;
  readonly needsSpeech: boolean;
  readonly cancellable: boolean;
}

export const analysisJobStages: readonly AnalysisJobStage[] = [
  {
    name: 'queued',
    title: 'Waiting in the queue',
    description: 'Waits until the queue hands out the job.',
    needsSpeech: false,
    cancellable: true,
  },
  {
    name: 'preparing',
    title: 'Getting ready to transcribe',
    description:
      'Checks that the recording is still stored, and gets the speech engine ready: the embedded engine loads its ' +
      'model, after downloading it if needed.',
    needsSpeech: true,
    cancellable: true,
  },
  {
    name: 'transcribing',
    title: 'Writing down what was said',
    description:
      'Cuts the recording into pieces, has the speech engine transcribe each piece that is not silent, and stores ' +
      'the transcript. Finished pieces are not transcribed again.',
    needsSpeech: true,
    cancellable: true,
  },
  {
    name: 'diarizing',
    title: 'Telling the voices apart',
    description:
      'On a recording with one track, tells the voices apart by their sound, unless the speech engine did so for the ' +
      'whole recording. If neither works, the notes are still written, with a warning, and the next analysis tries ' +
      'again: the lines of the transcript then get their voices as they are.',
    needsSpeech: true,
    cancellable: true,
  },
  {
    name: 'extracting',
    title: 'Finding scenes, names and quests',
    description:
      'The notes engine finds scenes, names, quests and quotes in the transcript, with their evidence. Without a ' +
      'language model, this already yields all the notes.',
    needsSpeech: false,
    cancellable: true,
  },
  {
    name: 'writing',
    title: 'Writing the notes',
    description:
      'A language model writes the notes at the chosen level; without one, they are complete already. From here on ' +
      'the analysis can no longer be cancelled (D1).',
    needsSpeech: false,
    cancellable: false,
  },
  {
    name: 'verifying',
    title: 'Checking every line against the transcript',
    description:
      'Checks the evidence of every line, and leaves out what the transcript does not support, with a warning. A ' +
      'quote that is not in it word for word loses its quotation marks.',
    needsSpeech: false,
    cancellable: false,
  },
];

export const analysisJobStage = (name: AnalysisStage): AnalysisJobStage =>
  present(
    analysisJobStages.find((stage) => stage.name === name),
    'stage of the job',
  );

/** D1. */
export function isCancellableStatus(status: AnalysisStatus): boolean {
  return analysisJobStages.some((stage) => stage.name === status && stage.cancellable);
}

export function isRunningStatus(status: AnalysisStatus): boolean {
  return analysisJobStages.some((stage) => stage.name === status);
}
