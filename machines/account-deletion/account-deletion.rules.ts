import { demandedWhile, type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import { minutes } from '../kit/durations.ts';
import { type AccountDeletionContext, deletionPhrase } from './account-deletion.setup.ts';

const windowLength = minutes(5);

export const accountDeletionInvariants: readonly Invariant<AccountDeletionContext>[] = [
  remembering<AccountDeletionContext, { spent: number; isUnanswered: boolean; isUnfounded: boolean }>({
    name: 'deletes nothing unless the user has signed in again within five minutes, or an answer did not come',
    requirement: 'R4.15',
    start: { spent: 0, isUnanswered: false, isUnfounded: false },
    after: ({ spent, isUnanswered }, { isIn, started, cause, waited }) => {
      const age = spent + waited;
      const isProved = cause?.startsWith('reauthenticate: ') === true && age < windowLength;
      const isFounded = isProved || (cause === 'retry' && isUnanswered);
      return {
        spent: isIn('reauthenticating') && !(cause === 'deletion.confirmed' || cause === 'retry') ? age : 0,
        isUnanswered: isIn('unanswered'),
        isUnfounded: started.includes('deleteAccount') && !isFounded,
      };
    },
    holds: (_, { isUnfounded }) => !isUnfounded,
  }),
  {
    name: 'asks users to sign in again only after they have typed the phrase',
    requirement: 'R5.7',
    holds: ({ isIn, context }) => !isIn('reauthenticating') || context.phrase === deletionPhrase,
  },
  {
    name: 'clears the browser’s data only after the account is deleted',
    requirement: 'R4.16',
    holds: ({ started, cause }) =>
      !started.includes('leave') || cause === 'deleteAccount: the account is deleted',
  },
  demandedWhile<AccountDeletionContext>({
    name: 'shows the re-sign-in modal exactly while it asks the user to sign in',
    state: 'reauthenticating',
    demand: 'demandReSignIn',
    settle: 'settleReSignIn',
  }),
];

export const accountDeletionEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: accountDeletion.deleting --error(deleteAccount)#0[isSignInTooOld]--> accountDeletion.timedOut after the next',
    ],
    reason: 'A failure has one code, so at most one of the two guards is true: their order does not matter.',
  },
];
