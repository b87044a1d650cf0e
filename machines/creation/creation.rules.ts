import type { Invariant } from '../kit/catalogue.ts';
import type { CreationContext } from './creation.machine.ts';

export const creationInvariants: readonly Invariant<CreationContext>[] = [
  {
    name: 'creates only what the user asked for',
    holds: ({ started, cause }) => !started.includes('create') || cause === 'creation.requested',
  },
  {
    name: 'keeps the form open until the campaign exists or the user closes it',
    holds: ({ isIn, context }) =>
      isIn('describing') ? context.isFormOpen : !((isIn('idle') || isIn('created')) && context.isFormOpen),
  },
  {
    name: 'says why nothing was created',
    requirement: 'R8.10',
    holds: ({ isIn, context }) =>
      (isIn('failed') || isIn('describing.failed')) === (context.failure !== null),
  },
];
