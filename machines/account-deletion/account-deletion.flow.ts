import { defineFlow } from '../kit/catalogue.ts';
import { cutOffAt } from '../kit/outcomes.ts';
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
    'deletion.requested': [{ name: 'the user opens Delete Account', event: { type: 'deletion.requested' } }],
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
    'deletion.confirmed': [{ name: 'the user confirms', event: { type: 'deletion.confirmed' } }],
    'proof.given': [{ name: 'the user signs in again', event: { type: 'proof.given' } }],
    retry: [{ name: 'the user tries again', event: { type: 'retry' } }],
    cancel: [{ name: 'the user cancels', event: { type: 'cancel' } }],
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {
    readSignInMethod: [
      { name: 'the account uses Google', type: 'done', output: 'google' },
      { name: 'the account uses a password', type: 'done', output: 'password' },
      cutOffAt('the check fails'),
    ],
    reauthenticate: [
      { name: 'the user is confirmed', type: 'done', output: undefined },
      {
        name: 'the password is wrong',
        type: 'error',
        error: { code: 'wrongPassword', message: 'That password is incorrect. Please try again.' },
      },
    ],
    deleteAccount: [
      { name: 'the account is deleted', type: 'done', output: undefined },
      {
        name: 'the sign-in is too old',
        type: 'error',
        error: { code: 'freshSignInRequired', message: 'Sign in again.' },
      },
      {
        name: 'no answer comes',
        type: 'error',
        error: {
          code: 'deletionUnknown',
          message: 'Failed to delete account. Please try again or contact support.',
        },
      },
      {
        name: 'there is no fresh sign-in left',
        type: 'error',
        error: {
          code: 'deletionNotPossible',
          message: 'Error deleting account, please contact support',
        },
      },
      {
        name: 'the server does not delete it',
        type: 'error',
        error: {
          code: 'deletionFailed',
          message: 'Failed to delete account. Please try again or contact support.',
        },
      },
    ],
    leave: [
      { name: 'signed out', type: 'done', output: undefined },
      cutOffAt('the provider cannot be reached'),
    ],
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
