import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';

type Context = { readonly question: string | null };

/** What holds in every state of consent. */
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
    name: 'an answer is kept exactly when it is given on this page',
    requirement: 'R7.15',
    holds: ({ cause, actions }) => actions.includes('keepChoice') === (cause === 'choice.made'),
  },
  {
    name: 'nobody is asked where nothing is set up, or where the browser has answered',
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
    reason: 'An answer is yes or no: at most one of the two guards holds.',
  },
  {
    mutants: ['other initial: granted of consent.deciding'],
    reason: 'Whatever leads into deciding names the state within.',
  },
];
