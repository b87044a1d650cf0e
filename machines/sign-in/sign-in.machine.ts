import { tag } from '../kit/tags.ts';
import { signInSetup } from './sign-in.setup.ts';

/**
 * The sign-in dialog: signing in or up by email and password, with Google, and what belongs to it, such as a code for a
 * new account or for a new password (R1.6, R2.32, R2.33, R5.1: no display name; sign-up is enabled).
 */
export const signInMachine = signInSetup.createMachine({
  id: 'signIn',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Is over at once: where does the page stand?',
      always: [{ guard: 'isInAppBrowser', target: 'inAppBrowser' }, { target: 'choosing' }],
    },
    inAppBrowser: {
      description:
        'The page stands in the browser of a social app, where much does not work. The user is told to visit it in ' +
        'a real browser and can copy its address (R2.32), or go on here by email.',
      tags: tag.idle,
      on: { 'email.chosen': 'choosing' },
    },
    choosing: {
      description: 'Email and password are asked for, and Google is offered.',
      initial: 'entering',
      on: {
        'credentials.submitted': [{ guard: 'isNew', target: 'signingUp' }, { target: 'signingIn' }],
        'mode.switched': { target: '.entering', actions: 'switchMode' },
        'password.forgotten': { guard: 'isReturning', target: 'forgotten' },
        'google.chosen': { guard: 'canUseGoogle', target: 'withGoogle' },
      },
      states: {
        entering: {
          description: 'The form is being filled in.',
          tags: tag.idle,
        },
        refused: {
          description: 'It did not work; the form says why and can be sent again.',
          tags: tag.failed,
          exit: 'forgetFailure',
        },
        accepted: {
          description:
            'The code was right, but the sign-in after it did not work: the user is told to sign in now.',
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
            guard: { type: 'mustConfirm', params: ({ event }) => ({ error: event.error }) },
            target: 'confirming',
          },
          {
            target: 'choosing.refused',
            actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    signingUp: {
      description: 'The account is made and signed in to.',
      tags: tag.busy,
      invoke: {
        id: 'signUp',
        src: 'signUp',
        onDone: 'signedIn',
        onError: [
          {
            guard: { type: 'mustConfirm', params: ({ event }) => ({ error: event.error }) },
            target: 'confirming',
          },
          {
            target: 'choosing.refused',
            actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
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
            'Google’s window is open. Nothing tells when the user closes it, so there is a button that cancels; it ' +
            'closes the window, and an answer that comes later changes nothing.',
          tags: tag.busy,
          invoke: {
            id: 'signInWithGoogle',
            src: 'signInWithGoogle',
            onDone: '#signIn.signedIn',
            onError: [
              {
                guard: { type: 'isWindowBlocked', params: ({ event }) => ({ error: event.error }) },
                target: 'blocked',
              },
              {
                target: '#signIn.choosing.refused',
                actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        blocked: {
          description: 'The browser has blocked Google’s window: the user can go on in this one.',
          tags: tag.idle,
          on: { 'redirect.chosen': 'leaving' },
        },
        leaving: {
          description: 'The page goes to Google, which leads back to the campaigns.',
          tags: tag.busy,
          invoke: {
            id: 'leaveForGoogle',
            src: 'leaveForGoogle',
            onDone: 'away',
            onError: {
              target: '#signIn.choosing.refused',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        away: {
          description: 'Google’s page is loading; whoever comes back by the browser’s Back button can go on.',
          tags: tag.busy,
        },
      },
    },
    confirming: {
      description:
        'The provider lets nobody in who has not proved their address: the code that it has mailed is asked for.',
      initial: 'entering',
      on: { back: 'choosing' },
      states: {
        entering: {
          description: 'The code is being entered.',
          tags: tag.idle,
          on: { 'code.submitted': 'submitting', 'code.requested': 'sending' },
        },
        sending: {
          description: 'Another code is mailed.',
          tags: tag.busy,
          invoke: {
            id: 'sendSignUpCode',
            src: 'sendSignUpCode',
            onDone: 'sent',
            onError: {
              target: 'refused',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        sent: {
          description: 'Another code is on its way, and the form says so.',
          tags: tag.idle,
          on: { 'code.submitted': 'submitting', 'code.requested': 'sending' },
        },
        submitting: {
          description: 'The code is checked, and the new account signed in to.',
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
            onError: {
              target: 'refused',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        refused: {
          description: 'The code was not taken, or no other could be mailed; the form says why.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'code.submitted': 'submitting', 'code.requested': 'sending' },
        },
      },
    },
    forgotten: {
      description: 'The address is asked for to which a code for a new password is mailed.',
      initial: 'entering',
      on: { back: 'choosing' },
      states: {
        entering: {
          description: 'The address is being entered.',
          tags: tag.idle,
          on: { 'mail.requested': 'sending' },
        },
        sending: {
          description:
            'The provider mails a code where there is an account, and says the same where there is none.',
          tags: tag.busy,
          invoke: {
            id: 'sendPasswordCode',
            src: 'sendPasswordCode',
            onDone: '#signIn.renewing',
            onError: {
              target: 'refused',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        refused: {
          description: 'No mail could be asked for; the form says why.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'mail.requested': 'sending' },
        },
      },
    },
    renewing: {
      description: 'The mailed code and a new password are asked for.',
      initial: 'entering',
      on: { back: 'choosing' },
      states: {
        entering: {
          description: 'Code and password are being entered.',
          tags: tag.idle,
          on: { 'password.submitted': 'submitting', 'code.requested': 'sending' },
        },
        sending: {
          description: 'Another code is mailed.',
          tags: tag.busy,
          invoke: {
            id: 'sendPasswordCode',
            src: 'sendPasswordCode',
            onDone: 'sent',
            onError: {
              target: 'refused',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        sent: {
          description: 'Another code is on its way, and the form says so.',
          tags: tag.idle,
          on: { 'password.submitted': 'submitting', 'code.requested': 'sending' },
        },
        submitting: {
          description: 'The new password is set and signed in with.',
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
            onError: {
              target: 'refused',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        refused: {
          description: 'The code or the password was not taken, or no other code could be mailed.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'password.submitted': 'submitting', 'code.requested': 'sending' },
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
