import { isCancellableStatus } from '../analysis-job/stages.ts';
import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { AnalysisContext } from './analysis.setup.ts';

export const analysisInvariants: readonly Invariant<AnalysisContext>[] = [
  {
    name: 'it is cancelled only before the notes are written',
    requirement: 'D1',
    holds: ({ started, context }) =>
      !started.includes('cancelAnalysis') ||
      (context.progress !== null && isCancellableStatus(context.progress.status)),
  },
  {
    name: 'only a failure that trying again may mend is tried again',
    requirement: 'D8',
    holds: ({ started, context }) =>
      !started.includes('retryAnalysis') || context.progress?.error?.retryable === true,
  },
  {
    name: 'the end that is shown is the end that the server told',
    holds: ({ isIn, context }) =>
      (['completed', 'failed', 'cancelled'] as const).every(
        (end) => !isIn(end) || context.progress?.status === end,
      ),
  },
  {
    name: 'the server is asked or followed only while the analysis may still move',
    holds: ({ isIn, running }) => !['completed', 'failed', 'cancelled'].some(isIn) || running.length === 0,
  },
];

export const analysisEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: analysis.recalling --done(readAnalysis)#0[isRunning]--> analysis.following after the next',
      'reorder: analysis.recalling --done(readAnalysis)#1[isCompleted]--> analysis.completed after the next',
      'reorder: analysis.following --progress.received#0[isRunning]--> (stays) after the next',
      'reorder: analysis.following --progress.received#1[isCompleted]--> analysis.completed after the next',
    ],
    reason: 'An analysis has one status, so that at most one of the two guards holds: their order is free.',
  },
  {
    mutants: ['drop action: forgetFailure (0) on entry of analysis.retrying'],
    reason: 'The only way in is from failed, which forgets the failure as it is left.',
  },
];
