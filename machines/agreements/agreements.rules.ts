import { demandedWhile, type Invariant } from '../kit/catalogue.ts';
import type { AgreementsContext } from './agreements.setup.ts';

/** What holds in every state of accepting agreements. */
export const agreementsInvariants: readonly Invariant<AgreementsContext>[] = [
  {
    name: 'nothing is accepted without the checked box',
    requirement: 'R5.8',
    holds: ({ started, context }) => !started.includes('acceptAgreement') || context.isBoxChecked,
  },
  {
    name: 'what is accepted was shown',
    requirement: 'R4.20',
    holds: ({ started, context }) => !started.includes('acceptAgreement') || context.pending.length > 0,
  },
  {
    name: 'the page is loaded anew once, when nothing is left to accept',
    requirement: 'R4.20',
    holds: ({ actions, isIn, cause }) =>
      !actions.includes('reloadPage') || (isIn('accepted') && cause !== null && !cause.startsWith('user.')),
  },
  {
    name: 'a new list is read before it can be accepted',
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
    name: 'the modal is demanded exactly while something is due',
    state: 'due',
    demand: 'demandModal',
    settle: 'settleModal',
  }),
];
