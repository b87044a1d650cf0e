import type { Invariant } from '../kit/catalogue.ts';

/** What holds in every state of the switch. */
export const alphaFlagInvariants: readonly Invariant<{ readonly isOn: boolean }>[] = [
  {
    name: 'the switch is kept exactly when it changes',
    requirement: 'R4.21',
    holds: ({ actions, cause }) => actions.includes('keepFlag') === (cause !== null),
  },
];
