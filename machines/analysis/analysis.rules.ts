import { isCancellableStatus } from '../analysis-job/stages.ts';
import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import type { AnalysisContext } from './analysis.setup.ts';

/** Whether the price of the chosen level has been shown, and the balance covers it (D2). */
export const isAffordable = ({
  quote,
  detailLevel,
}: Pick<AnalysisContext, 'quote' | 'detailLevel'>): boolean =>
  quote?.levels.some((level) => level.detailLevel === detailLevel && level.affordable) === true;

/** What holds in every state of an analysis, as the user sees it. */
export const analysisInvariants: readonly Invariant<AnalysisContext>[] = [
  remembering({
    name: 'an analysis starts once for each time that the user says so',
    requirement: 'D1',
    start: { asked: false, startedUnasked: false },
    after: ({ asked }, { started, cause }) => {
      const asks = asked || cause === 'start.confirmed' || cause === 'retry';
      const starts = started.includes('startAnalysis');
      return { asked: asks && !starts, startedUnasked: starts && !asks };
    },
    holds: (_, { startedUnasked }) => !startedUnasked,
  }),
  {
    name: 'an analysis starts only at a price that was shown and that the balance covers',
    requirement: 'D2',
    holds: ({ started, context }) => !started.includes('startAnalysis') || isAffordable(context),
  },
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
