import { defineFlow } from '../kit/catalogue.ts';
import { cutOffAt, done, fails } from '../kit/outcomes.ts';
import { accountDeletionMachine } from './account-deletion.machine.ts';
import { accountDeletionEquivalents, accountDeletionInvariants } from './account-deletion.rules.ts';
import { deletionPhrase } from './account-deletion.setup.ts';

export const accountDeletionFlow = defineFlow({
  name: 'account-deletion',
  title: 'Deleting the account',
  group: 'Account',
  paragraph:
    'The user types a phrase, signs in again within five minutes, and the account is deleted with ' +
    'everything in it; only what was bought and used stays on record, without a name. If the five ' +
    'minutes run out, nothing is deleted and the user starts again.',
  requirements: ['R4.15', 'R4.16', 'R5.7', 'R7.9', 'R8.6', 'R8.7', 'R8.8'],
  synonyms: {
    account: ['GDPR', 'right to be forgotten', 'delete my data', 'erase my data', 'close my account'],
  },
  machine: accountDeletionMachine,
  scenarios: [{ name: 'signed in' }],
  events: {
    'deletion.requested': 'the user opens Delete Account',
    'phrase.changed': [
      {
        name: 'the user types DELETE ACCOUNT',
        event: { type: 'phrase.changed', phrase: deletionPhrase },
      },
      {
        name: 'the user types delete account',
        event: { type: 'phrase.changed', phrase: 'delete account' },
      },
    ],
    'deletion.confirmed': 'the user confirms',
    'proof.given': 'the user signs in again',
    retry: 'the user tries again',
    cancel: 'the user cancels',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readSignInMethod: [
      done('the account uses Google', 'google'),
      done('the account uses a password', 'password'),
      cutOffAt('the check fails'),
    ],
    reauthenticate: [
      done('the user is confirmed', undefined),
      fails('the password is wrong', 'wrongPassword', 'That password is incorrect. Please try again.'),
    ],
    deleteAccount: [
      done('the account is deleted', undefined),
      fails('the sign-in is too old', 'freshSignInRequired', 'Sign in again.'),
      fails(
        'no answer comes',
        'deletionUnknown',
        'Failed to delete account. Please try again or contact support.',
      ),
      fails(
        'there is no fresh sign-in left',
        'deletionNotPossible',
        'Error deleting account, please contact support',
      ),
      fails(
        'the server does not delete it',
        'deletionFailed',
        'Failed to delete account. Please try again or contact support.',
      ),
    ],
    leave: [done('signed out', undefined), cutOffAt('the provider cannot be reached')],
  },
  alike: {
    deleteAccount: {
      'there is no fresh sign-in left': [
        'network',
        'unauthorized',
        'notFound',
        'identityUnavailable',
        'tooManyRequests',
      ],
    },
  },
  guards: {
    phraseMatches: 'The user has typed exactly DELETE ACCOUNT.',
    isUnanswered:
      'No answer of the server came: the connection was lost, or a proxy answered in its place. Or none came before, and this one does not say whether the account is deleted.',
    isSignInTooOld: 'The server finds that the sign-in is older than five minutes.',
  },
  invariants: accountDeletionInvariants,
  equivalents: accountDeletionEquivalents,
  sees: {
    deleted: 'The landing page is open.',
  },
});
