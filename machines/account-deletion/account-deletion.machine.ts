import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { accountDeletionSetup } from './account-deletion.setup.ts';

/** A user who signs out before the deletion is sent deletes nothing. */
const gone = { 'user.left': { target: '#accountDeletion.idle', actions: 'forgetPhrase' } } as const;

export const accountDeletionMachine = accountDeletionSetup.createMachine({
  id: 'accountDeletion',
  context: { phrase: '', method: 'password', failure: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'No deletion is in progress.',
      tags: tag.idle,
      on: { 'deletion.requested': 'awaitingPhrase' },
    },
    awaitingPhrase: {
      description: 'The user types DELETE ACCOUNT exactly; only then can they confirm the deletion (R5.7).',
      tags: [tag.waiting, tag.cancellable],
      invoke: {
        id: 'readSignInMethod',
        src: 'readSignInMethod',
        onDone: { actions: { type: 'keepMethod', params: ({ event }) => ({ method: event.output }) } },
        onError: {},
      },
      on: {
        ...gone,
        'phrase.changed': { actions: { type: 'keepPhrase', params: ({ event }) => event } },
        'deletion.confirmed': { guard: 'phraseMatches', target: 'reauthenticating' },
        cancel: { target: 'idle', actions: 'forgetPhrase' },
      },
    },
    reauthenticating: {
      description: 'The user signs in again, within five minutes (R4.15).',
      tags: tag.cancellable,
      entry: 'demandReSignIn',
      exit: 'settleReSignIn',
      on: { ...gone, cancel: 'awaitingPhrase' },
      after: { reauthenticationWindow: 'timedOut' },
      initial: 'asking',
      states: {
        asking: {
          description: 'The user enters the password, or chooses Google.',
          tags: tag.waiting,
          on: { 'proof.given': 'proving' },
        },
        proving: {
          description:
            'The identity provider checks the password, or Google asks the user. A reply after the five minutes ' +
            'changes nothing.',
          tags: tag.busy,
          invoke: {
            id: 'reauthenticate',
            src: 'reauthenticate',
            input: ({ context }) => ({ method: context.method }),
            onDone: '#accountDeletion.deleting',
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        refused: {
          description:
            'The sign-in did not succeed; the form says why, and the user can try again until the five minutes ' +
            'are over.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'proof.given': 'proving' },
        },
      },
    },
    deleting: {
      description:
        'The server checks how old the sign-in is, ends the account and deletes its data; if that is much, ' +
        'the rest goes soon after. If the account was deleted before, it says so, however old the sign-in is.',
      tags: tag.busy,
      on: gone,
      invoke: {
        id: 'deleteAccount',
        src: 'deleteAccount',
        onDone: 'leaving',
        onError: [
          {
            guard: { type: 'isSignInTooOld', params: ({ event }) => event },
            target: 'timedOut',
          },
          {
            guard: { type: 'isUnanswered', params: ({ event }) => event },
            target: 'unanswered',
            actions: keepFailure,
          },
          {
            target: 'failed',
            actions: keepFailure,
          },
        ],
      },
    },
    timedOut: {
      description: 'The five minutes are over. Nothing was deleted, and the user can start again (R8.8).',
      tags: [tag.failed, tag.cancellable],
      entry: 'keepTimedOut',
      exit: 'forgetFailure',
      on: { ...gone, retry: 'reauthenticating', cancel: { target: 'idle', actions: 'forgetPhrase' } },
    },
    failed: {
      description: 'The server did not delete the account; everything is as it was (R8.6, R8.7).',
      tags: [tag.failed, tag.cancellable],
      exit: 'forgetFailure',
      on: { ...gone, retry: 'reauthenticating', cancel: { target: 'idle', actions: 'forgetPhrase' } },
    },
    unanswered: {
      description:
        'No answer of the server came, and none since says whether the account is deleted. Trying again asks for the same once more, without ' +
        'another sign-in, which may no longer be possible, and so finds out.',
      tags: [tag.failed, tag.cancellable],
      exit: 'forgetFailure',
      on: { ...gone, retry: 'deleting', cancel: { target: 'idle', actions: 'forgetPhrase' } },
    },
    leaving: {
      description:
        'The account is deleted: this browser signs out, which ends the session, and clears what it stored (R4.16).',
      tags: tag.busy,
      invoke: { id: 'leave', src: 'leave', onDone: 'deleted', onError: 'deleted' },
    },
    deleted: {
      description: 'The account is deleted, and the visitor is on the landing page.',
      tags: tag.done,
      entry: ['forgetPhrase', 'goHome'],
      on: { 'deletion.requested': 'awaitingPhrase' },
    },
  },
});
