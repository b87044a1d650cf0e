import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import { type AnalysisStartContext, existingOf, isAffordable, peopleOf } from './analysis-start.setup.ts';

export const analysisStartInvariants: readonly Invariant<AnalysisStartContext>[] = [
  remembering({
    name: 'starts an analysis once each time the user asks for it',
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
    name: 'starts an analysis only at a displayed price that the balance covers',
    requirement: 'D2',
    holds: ({ started, context }) => !started.includes('startAnalysis') || isAffordable(context),
  },
  remembering<AnalysisStartContext, { lifetime: number | undefined; isKept: boolean }>({
    name: 'shows a price as long as the server says that it is valid',
    requirement: 'D2',
    start: { lifetime: undefined, isKept: true },
    after: ({ lifetime }, { isIn, context, waited }) => ({
      lifetime: isIn('askingPrice.quoted') ? context.quote?.holdsFor : undefined,
      isKept: lifetime === undefined || waited === 0 || waited === lifetime,
    }),
    holds: (_, { isKept }) => isKept,
  }),
  {
    name: 'never says how many speak where the server does not ask',
    holds: ({ started, context }) =>
      !started.includes('startAnalysis') || context.quote?.people != null || peopleOf(context) === null,
  },
  {
    name: 'offers nothing while the server cannot transcribe',
    requirement: 'D18',
    holds: ({ isIn, started }) => !isIn('askingPrice.waitingToHear') || !started.includes('startAnalysis'),
  },
  {
    name: 'ends with a started analysis, with existing notes of that level, or with neither',
    requirement: 'R1.1',
    holds: ({ isIn, context }) =>
      isIn('started') === (context.started !== null) &&
      isIn('existingOpened') === (context.existingId !== null) &&
      (context.existingId === null || context.existingId === existingOf(context)?.id),
  },
  {
    name: 'leaves only a recording that has just arrived for later',
    holds: ({ isIn, context }) => !isIn('left') || context.canWait,
  },
];

export const analysisStartEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: analysisStart.starting --error(startAnalysis)#0[cannotHear]--> analysisStart.askingPrice.waitingToHear after the next',
    ],
    reason: 'A refusal has one code, so at most one of the two guards is true: their order does not matter.',
  },
];
