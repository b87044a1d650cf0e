import { type Invariant, remembering } from '../kit/catalogue.ts';
import { type AnalysisStartContext, existingOf, isAffordable } from './analysis-start.setup.ts';

export const analysisStartInvariants: readonly Invariant<AnalysisStartContext>[] = [
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
    name: 'it ends with an analysis that was started, with notes that exist at the level, or with neither',
    requirement: 'R1.1',
    holds: ({ isIn, context }) =>
      isIn('started') === (context.started !== null) &&
      isIn('existingOpened') === (context.existingId !== null) &&
      (context.existingId === null || context.existingId === existingOf(context)?.id),
  },
  {
    name: 'only a recording that has just arrived is left for later',
    holds: ({ isIn, context }) => !isIn('left') || context.canWait,
  },
];
