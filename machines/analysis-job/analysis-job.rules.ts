import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import type { AnalysisJobContext } from './analysis-job.setup.ts';

const stageWork = {
  preparing: 'prepare',
  transcribing: 'transcribe',
  diarizing: 'diarize',
  extracting: 'extract',
  writing: 'write',
  verifying: 'verify',
};

export const analysisJobInvariants: readonly Invariant<AnalysisJobContext>[] = [
  remembering({
    name: 'charges nothing before every line is checked',
    requirement: 'D1',
    start: false,
    after: (checked, { cause }) => checked || cause === 'verify: every line is checked',
    holds: ({ started }, checked) => checked || !started.includes('recordCompletion'),
  }),
  remembering({
    name: 'cannot be cancelled once the notes are being written',
    requirement: 'D1',
    start: false,
    after: (writing, { started }) => writing || started.includes('write'),
    holds: ({ isIn }, writing) => !writing || !isIn('cancelled'),
  }),
  {
    name: 'does only the work of the stage that it is in',
    requirement: 'D8',
    holds: ({ isIn, running }) =>
      Object.entries(stageWork).every(([stage, actor]) => !running.includes(actor) || isIn(stage)),
  },
  {
    name: 'does nothing after it has failed, been cancelled or completed',
    requirement: 'D8',
    holds: ({ isIn, running }) =>
      !['failed', 'cancelled', 'completed', 'interrupted'].some(isIn) || running.length === 0,
  },
  {
    name: 'stores every failure with its reason',
    requirement: 'D8',
    holds: ({ isIn, context }) =>
      !['failing', 'unrecorded', 'givingUp', 'failed'].some(isIn) || context.failure !== null,
  },
  {
    name: 'gives up only when the queue does not try again',
    requirement: 'D8',
    holds: ({ isIn, context }) => !isIn('givingUp') || context.isLastAttempt,
  },
];

export const analysisJobEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: analysisJob.resuming --always#0[startsAt({"stage":"transcribing"})]--> analysisJob.transcribing after the next',
      'reorder: analysisJob.resuming --always#1[startsAt({"stage":"diarizing"})]--> analysisJob.diarizing after the next',
      'reorder: analysisJob.resuming --always#2[startsAt({"stage":"extracting"})]--> analysisJob.extracting after the next',
      'reorder: analysisJob.resuming --always#3[startsAt({"stage":"writing"})]--> analysisJob.writing after the next',
    ],
    reason:
      'A job starts at one stage, so at most one of the two guards is true: their order does not matter.',
  },
  {
    mutants: [
      'reorder: analysisJob.resuming --always#5[needsSpeech]--> analysisJob.preparing after the next',
    ],
    reason:
      'Voices are only told apart again where there is a transcript, so at most one of the two is true.',
  },
];
