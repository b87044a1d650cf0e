import type { AnalysisStage, AnalysisStatus } from '#contract/analyses.ts';
import { present } from '#contract/unknown-values.ts';

/** What one analysis has to do: transcribe a recording, tell its speakers apart, have a language model write. */
export type AnalysisWork = Readonly<Record<'speech' | 'speakers' | 'model', boolean>>;

export interface AnalysisJobStage {
  readonly name: AnalysisStage;
  /** What users see. */
  readonly title: string;
  /** For charts and documents, and above the function that does it (src/server/analyses/job/analysis-stages.ts). */
  readonly description: string;
  /** Without it, the stage does nothing. Null: it always has something to do. */
  readonly needs: keyof AnalysisWork | null;
  readonly cancellable: boolean;
}

export const analysisJobStages: readonly AnalysisJobStage[] = [
  {
    name: 'queued',
    title: 'Waiting in the queue',
    description: 'Waits until the queue hands out the job.',
    needs: null,
    cancellable: true,
  },
  {
    name: 'preparing',
    title: 'Getting ready to transcribe',
    description:
      'Checks that the recording is still stored, and gets the speech engine ready: the embedded engine loads its ' +
      'model, after downloading it if needed.',
    needs: 'speech',
    cancellable: true,
  },
  {
    name: 'transcribing',
    title: 'Writing down what was said',
    description:
      'Cuts the recording into pieces, has the speech engine transcribe each piece that is not silent, and stores ' +
      'the transcript. Finished pieces are not transcribed again.',
    needs: 'speech',
    cancellable: true,
  },
  {
    name: 'diarizing',
    title: 'Telling the speakers apart',
    description:
      'Tells the speakers apart by their voices, unless they have a track each or the speech engine already has. ' +
      'If that fails, the notes are written anyway, with a warning, and the next analysis tries again: it adds the ' +
      'speakers and leaves the words as they are.',
    needs: 'speakers',
    cancellable: true,
  },
  {
    name: 'extracting',
    title: 'Finding scenes, names and quests',
    description:
      'The notes engine finds scenes, names, quests and quotes in the transcript, with their evidence. Without a ' +
      'language model, this already yields all the notes.',
    needs: null,
    cancellable: true,
  },
  {
    name: 'writing',
    title: 'Writing the notes',
    description:
      'A language model writes the notes at the chosen level; without one, they are complete already. From here on ' +
      'the analysis can no longer be cancelled (D1).',
    needs: 'model',
    cancellable: false,
  },
  {
    name: 'verifying',
    title: 'Checking every line against the transcript',
    description:
      'Checks the evidence of every line, and leaves out what the transcript does not support, with a warning. A ' +
      'quote that is not in it word for word loses its quotation marks.',
    needs: null,
    cancellable: false,
  },
];

/** Those that have something to do, in their order. */
export const stagesWith = (work: AnalysisWork): AnalysisStage[] =>
  analysisJobStages.filter(({ needs }) => needs === null || work[needs]).map(({ name }) => name);

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
