import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type SignInEvent =
  | { type: 'mode.switched' }
  /** The form was sent off. The password goes straight to the actor and is never kept in the context. */
  | ({ type: 'credentials.submitted' } & Credentials);

/** Signing in, or up, by email and password (R1.6, R5.1: no display name; sign-up is enabled). */
export const signInMachine = setup({
  types: {} as {
    context: { readonly failure: Failure | null };
    events: SignInEvent;
    tags: Tag;
  },
  actors: {
    signIn: notProvidedActor<void, Credentials>('signIn'),
    /** Signs up and in. */
    signUp: notProvidedActor<void, Credentials>('signUp'),
  },
  actions: {
    announceLogin: notProvidedAction('announceLogin'),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'signIn',
  context: { failure: null },
  initial: 'returning',
  states: {
    returning: {
      description: 'The form of somebody who has an account.',
      initial: 'entering',
      states: {
        entering: {
          description: 'Email and password are being entered.',
          tags: tag.idle,
          on: { 'credentials.submitted': 'submitting', 'mode.switched': '#signIn.joining' },
        },
        submitting: {
          description: 'The identity provider checks the password.',
          tags: tag.busy,
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => credentialsOf(event),
            onDone: '#signIn.signedIn',
            onError: {
              target: 'refused',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        refused: {
          description: 'It did not work; the form says why and can be sent again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'credentials.submitted': 'submitting', 'mode.switched': '#signIn.joining' },
        },
      },
    },
    joining: {
      description: 'The form of somebody who is new.',
      initial: 'entering',
      states: {
        entering: {
          description: 'Email and a new password are being entered.',
          tags: tag.idle,
          on: { 'credentials.submitted': 'submitting', 'mode.switched': '#signIn.returning' },
        },
        submitting: {
          description: 'The account is made and signed in to.',
          tags: tag.busy,
          invoke: {
            id: 'signUp',
            src: 'signUp',
            input: ({ event }) => credentialsOf(event),
            onDone: '#signIn.signedIn',
            onError: {
              target: 'refused',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        refused: {
          description: 'It did not work; the form says why and can be sent again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'credentials.submitted': 'submitting', 'mode.switched': '#signIn.returning' },
        },
      },
    },
    signedIn: {
      description: 'A token is there; the session is opened next (auth).',
      tags: tag.done,
      type: 'final',
      entry: 'announceLogin',
    },
  },
});

function credentialsOf(event: SignInEvent): Credentials {
  return event.type === 'credentials.submitted'
    ? { email: event.email, password: event.password }
    : { email: '', password: '' };
}
