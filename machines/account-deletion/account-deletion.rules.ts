import { demandedWhile, type Invariant, remembering } from '../kit/catalogue.ts';
import { minutes } from '../kit/durations.ts';
import { type AccountDeletionContext, deletionPhrase } from './account-deletion.setup.ts';

const windowLength = minutes(5);

/** What holds in every state of a deletion. */
export const accountDeletionInvariants: readonly Invariant<AccountDeletionContext>[] = [
  remembering<AccountDeletionContext, { spent: number; isUnfounded: boolean }>({
    name: 'nothing is deleted unless the user has signed in once more within five minutes',
    requirement: 'R4.15',
    start: { spent: 0, isUnfounded: false },
    after: ({ spent }, { isIn, started, cause, waited }) => {
      const age = spent + waited;
      const isFounded = cause?.startsWith('reauthenticate: ') === true && age < windowLength;
      return {
        spent: isIn('reauthenticating') && !(cause === 'deletion.confirmed' || cause === 'retry') ? age : 0,
        isUnfounded: started.includes('deleteAccount') && !isFounded,
      };
    },
    holds: (_, { isUnfounded }) => !isUnfounded,
  }),
  {
    name: 'nobody is asked to sign in once more who has not typed the phrase',
    requirement: 'R5.7',
    holds: ({ isIn, context }) => !isIn('reauthenticating') || context.phrase === deletionPhrase,
  },
  {
    name: 'what the browser keeps is cleared only once the account is gone',
    requirement: 'R4.16',
    holds: ({ started, cause }) =>
      !started.includes('leave') || cause === 'deleteAccount: the account is deleted',
  },
  demandedWhile<AccountDeletionContext>({
    name: 'the modal of the re-sign-in is on top exactly while the user is asked for it',
    state: 'reauthenticating',
    demand: 'demandReSignIn',
    settle: 'settleReSignIn',
  }),
];
