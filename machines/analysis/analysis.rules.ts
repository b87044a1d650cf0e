import { isCancellableStatus } from '../analysis-job/stages.ts';
import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { AnalysisContext } from './analysis.setup.ts';

export const analysisInvariants: readonly Invariant<AnalysisContext>[] = [
  {
    name: 'cancels only before the notes are written',
    requirement: 'D1',
    holds: ({ started, context }) =>
      !started.includes('cancelAnalysis') ||
      (context.progress !== null && isCancellableStatus(context.progress.status)),
  },
  {
    name: 'retries only a failure that a retry may fix',
    requirement: 'D8',
    holds: ({ started, context }) =>
      !started.includes('retryAnalysis') || context.progress?.error?.retryable === true,
  },
  {
    name: 'shows the final status that the server reported',
    holds: ({ isIn, context }) =>
      (['completed', 'failed', 'cancelled'] as const).every(
        (end) => !isIn(end) || context.progress?.status === end,
      ),
  },
  {
    name: 'reads or follows the analysis only while it can still change',
    holds: ({ isIn, running }) => !['completed', 'failed', 'cancelled'].some(isIn) || running.length === 0,
  },
];

export const analysisEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: analysis.recalling --done(readAnalysis)#0[isRunning]--> analysis.following after the next',
      'reorder: analysis.recalling --done(readAnalysis)#1[isCompleted]--> analysis.completed after the next',
      'reorder: analysis.following --progress.received#0[isRunning]--> (stays) after the next',
      'reorder: analysis.following --progress.received#2[isCompleted]--> analysis.completed after the next',
    ],
    reason:
      'An analysis has one status, so at most one of the two guards is true: their order does not matter.',
  },
  {
    mutants: ['drop action: forgetFailure (0) on entry of analysis.retrying'],
    reason: 'The only way in is from failed, whose exit clears the failure.',
  },
];
