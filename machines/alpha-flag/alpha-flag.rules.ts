import type { Invariant } from '../kit/catalogue.ts';

export const alphaFlagInvariants: readonly Invariant<{ readonly isOn: boolean }>[] = [
  {
    name: 'stores the switch exactly when it changes',
    requirement: 'R4.21',
    holds: ({ actions, cause }) => actions.includes('keepFlag') === (cause !== null),
  },
];
