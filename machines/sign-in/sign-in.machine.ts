import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { signInSetup } from './sign-in.setup.ts';

export const signInMachine = signInSetup.createMachine({
  id: 'signIn',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Decides immediately: is the page open inside another app?',
      always: [{ guard: 'isInAppBrowser', target: 'inAppBrowser' }, { target: 'choosing' }],
    },
    inAppBrowser: {
      description:
        'The page is open in the browser of a social app, where much does not work. The user is asked to open it in ' +
        'a real browser and can copy its address (R2.32), or continue here by email.',
      tags: tag.idle,
      on: { 'email.chosen': 'choosing' },
    },
    choosing: {
      description: 'Asks for email and password, and offers Google where it works.',
      initial: 'entering',
      on: {
        'credentials.submitted': [{ guard: 'isNew', target: 'signingUp' }, { target: 'signingIn' }],
        'mode.switched': { target: '.entering', actions: 'switchMode' },
        'password.forgotten': { guard: 'isReturning', target: 'forgotten' },
        'google.chosen': { guard: 'canUseGoogle', target: 'withGoogle' },
      },
      states: {
        entering: {
          description: 'The user fills in the form.',
          tags: tag.idle,
        },
        refused: {
          description: 'It failed; the form says why and can be sent again.',
          tags: tag.failed,
          exit: 'forgetFailure',
        },
        accepted: {
          description: 'The code was right, but the sign-in after it failed: the user is asked to sign in.',
          tags: tag.idle,
          entry: 'showSignIn',
        },
      },
    },
    signingIn: {
      description: 'The identity provider checks the password.',
      tags: tag.busy,
      invoke: {
        id: 'signIn',
        src: 'signIn',
        onDone: 'signedIn',
        onError: [
          {
            guard: { type: 'mustConfirm', params: ({ event }) => event },
            target: 'confirming',
          },
          {
            target: 'choosing.refused',
            actions: keepFailure,
          },
        ],
      },
    },
    signingUp: {
      description: 'Creates the account and signs in.',
      tags: tag.busy,
      invoke: {
        id: 'signUp',
        src: 'signUp',
        onDone: 'signedIn',
        onError: [
          {
            guard: { type: 'mustConfirm', params: ({ event }) => event },
            target: 'confirming',
          },
          {
            target: 'choosing.refused',
            actions: keepFailure,
          },
        ],
      },
    },
    withGoogle: {
      description: 'The user signs in with Google (R2.33); the form waits.',
      initial: 'asking',
      on: { back: 'choosing' },
      states: {
        asking: {
          description:
            'Google’s window is open. The page cannot detect when the user closes it, so there is a cancel button; it ' +
            'closes the window, and an answer that comes later changes nothing.',
          tags: tag.busy,
          invoke: {
            id: 'signInWithGoogle',
            src: 'signInWithGoogle',
            onDone: '#signIn.signedIn',
            onError: [
              {
                guard: { type: 'isWindowBlocked', params: ({ event }) => event },
                target: 'blocked',
              },
              {
                target: '#signIn.choosing.refused',
                actions: keepFailure,
              },
            ],
          },
        },
        blocked: {
          description: 'The browser has blocked Google’s window: the user can continue in this one.',
          tags: tag.idle,
          on: { 'redirect.chosen': 'leaving' },
        },
        leaving: {
          description: 'The page goes to Google, which redirects back to the campaigns.',
          tags: tag.busy,
          invoke: {
            id: 'leaveForGoogle',
            src: 'leaveForGoogle',
            onDone: 'away',
            onError: { target: '#signIn.choosing.refused', actions: keepFailure },
          },
        },
        away: {
          description: 'Google’s page is loading; after the browser’s Back button the user can continue.',
          tags: tag.busy,
        },
      },
    },
    confirming: {
      description: 'The provider requires a confirmed address: the form asks for the code that it has sent.',
      initial: 'entering',
      on: { back: 'choosing' },
      states: {
        entering: {
          description: 'The user enters the code.',
          tags: tag.idle,
          on: { 'code.submitted': 'submitting', 'code.requested': 'sending' },
        },
        sending: {
          description: 'Sends another code.',
          tags: tag.busy,
          invoke: {
            id: 'sendSignUpCode',
            src: 'sendSignUpCode',
            onDone: 'sent',
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        sent: {
          description: 'Another code is on its way, and the form says so.',
          tags: tag.idle,
          on: { 'code.submitted': 'submitting', 'code.requested': 'sending' },
        },
        submitting: {
          description: 'Checks the code and signs in to the new account.',
          tags: tag.busy,
          invoke: {
            id: 'confirmSignUp',
            src: 'confirmSignUp',
            onDone: [
              {
                guard: { type: 'isSignedIn', params: ({ event }) => event.output },
                target: '#signIn.signedIn',
              },
              { target: '#signIn.choosing.accepted' },
            ],
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        refused: {
          description: 'The code was rejected, or no other could be sent; the form says why.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'code.submitted': 'submitting', 'code.requested': 'sending' },
        },
      },
    },
    forgotten: {
      description: 'Asks for the address to send a code for a new password to.',
      initial: 'entering',
      on: { back: 'choosing' },
      states: {
        entering: {
          description: 'The user enters the address.',
          tags: tag.idle,
          on: { 'mail.requested': 'sending' },
        },
        sending: {
          description:
            'The provider sends a code if there is an account. The response is the same without one.',
          tags: tag.busy,
          invoke: {
            id: 'sendPasswordCode',
            src: 'sendPasswordCode',
            onDone: '#signIn.renewing',
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        refused: {
          description: 'No email could be requested; the form says why.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'mail.requested': 'sending' },
        },
      },
    },
    renewing: {
      description: 'Asks for the code from the email and a new password.',
      initial: 'entering',
      on: { back: 'choosing' },
      states: {
        entering: {
          description: 'The user enters code and password.',
          tags: tag.idle,
          on: { 'password.submitted': 'submitting', 'code.requested': 'sending' },
        },
        sending: {
          description: 'Sends another code.',
          tags: tag.busy,
          invoke: {
            id: 'sendPasswordCode',
            src: 'sendPasswordCode',
            onDone: 'sent',
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        sent: {
          description: 'Another code is on its way, and the form says so.',
          tags: tag.idle,
          on: { 'password.submitted': 'submitting', 'code.requested': 'sending' },
        },
        submitting: {
          description: 'Sets the new password and signs in with it.',
          tags: tag.busy,
          invoke: {
            id: 'setPassword',
            src: 'setPassword',
            onDone: [
              {
                guard: { type: 'isSignedIn', params: ({ event }) => event.output },
                target: '#signIn.signedIn',
              },
              { target: '#signIn.choosing.accepted' },
            ],
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        refused: {
          description: 'The code or the password was rejected, or no other code could be sent.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'password.submitted': 'submitting', 'code.requested': 'sending' },
        },
      },
    },
    signedIn: {
      description:
        'The user has signed in at the identity provider. The server’s session is opened next, by the flow ' +
        '“Who is signed in”.',
      tags: tag.done,
      type: 'final',
      entry: 'announceLogin',
    },
  },
});
