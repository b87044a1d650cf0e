import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';

type Context = { readonly question: string | null };

export const consentInvariants: readonly Invariant<Context>[] = [
  remembering<Context, boolean>({
    name: 'trackers run exactly while the visitor agrees',
    requirement: 'R7.15',
    start: false,
    after: (runs, { actions }) =>
      actions.reduce(
        (before, name) => (name === 'startTracking' ? true : name === 'stopTracking' ? false : before),
        runs,
      ),
    holds: ({ isIn }, runs) => runs === isIn('deciding.granted'),
  }),
  {
    name: 'stores an answer exactly when it is given on this page',
    requirement: 'R7.15',
    holds: ({ cause, actions }) => actions.includes('keepChoice') === (cause === 'choice.made'),
  },
  {
    name: 'shows no banner without trackers, or if the browser sends an opt-out',
    requirement: 'R7.15',
    holds: ({ isIn, context }) => isIn('deciding') === (context.question !== null),
  },
];

export const consentEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: consent.unknown --done(readSurroundings)#2[isKept]--> consent.deciding.granted after the next',
      'reorder: consent.deciding --choice.heard#0[isChoice]--> consent.deciding.granted after the next',
    ],
    reason: 'An answer is yes or no: at most one of the two guards is true.',
  },
  {
    mutants: ['other initial: granted of consent.deciding'],
    reason: 'Every transition into deciding names the inner state.',
  },
];
