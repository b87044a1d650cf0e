import { demandedWhile, type Invariant } from '../kit/catalogue.ts';
import type { AgreementsContext } from './agreements.setup.ts';

export const agreementsInvariants: readonly Invariant<AgreementsContext>[] = [
  {
    name: 'accepts nothing unless the box is checked',
    requirement: 'R5.8',
    holds: ({ started, context }) => !started.includes('acceptAgreement') || context.isBoxChecked,
  },
  {
    name: 'accepts only what was shown',
    requirement: 'R4.20',
    holds: ({ started, context }) => !started.includes('acceptAgreement') || context.pending.length > 0,
  },
  {
    name: 'reloads the page once, when nothing is due',
    requirement: 'R4.20',
    holds: ({ actions, isIn, cause }) =>
      !actions.includes('reloadPage') || (isIn('accepted') && cause !== null && !cause.startsWith('user.')),
  },
  {
    name: 'shows a new list before it can be accepted',
    requirement: 'R5.8',
    holds: ({ isIn, cause, context }) =>
      !(isIn('due.reading') && cause?.startsWith('listAgreements: ') === true && context.isBoxChecked),
  },
  {
    name: 'only a user who declines is signed out',
    requirement: 'R4.20',
    holds: ({ actions, isIn, cause }) =>
      actions.includes('leaveAccount') === (isIn('due.declining') && cause === 'agreements.declined'),
  },
  demandedWhile<AgreementsContext>({
    name: 'requests the modal exactly while an agreement is due',
    state: 'due',
    demand: 'demandModal',
    settle: 'settleModal',
  }),
];
