import { tag } from '../kit/tags.ts';
import { emailVerificationSetup } from './email-verification.setup.ts';

export const emailVerificationMachine = emailVerificationSetup.createMachine({
  id: 'emailVerification',
  context: {
    destination: null,
    mailFailure: null,
    codeFailure: null,
    correctedAddress: null,
    wantedAddress: null,
    addressFailure: null,
  },
  initial: 'idle',
  on: { 'user.left': { target: '.idle', actions: 'forgetAll' } },
  states: {
    idle: {
      description: 'No user is signed in, the address is confirmed, or the agreements come first.',
      tags: tag.idle,
      on: {
        'user.arrived': [
          { guard: { type: 'hasLinkedCode', params: ({ event }) => event }, target: 'following' },
          { target: 'checking' },
        ],
      },
    },
    following: {
      description: 'Checks the code from the link first, because sending another email would replace it.',
      tags: tag.busy,
      invoke: {
        id: 'confirmCode',
        src: 'confirmCode',
        onDone: 'verified',
        onError: {
          target: 'checking',
          actions: { type: 'keepCodeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    checking: {
      description:
        'Asks the identity provider whether the address is confirmed; the page stays usable meanwhile.',
      tags: tag.busy,
      invoke: {
        id: 'isVerified',
        src: 'isVerified',
        onDone: [
          {
            guard: { type: 'isVerified', params: ({ event }) => ({ isVerified: event.output }) },
            target: 'idle',
            actions: 'forgetAll',
          },
          { target: 'unverified' },
        ],
        onError: 'unknown',
      },
    },
    unknown: {
      description: 'The provider could not be reached; asks again after 10 seconds.',
      tags: tag.waiting,
      after: { pollInterval: 'checking' },
    },
    unverified: {
      description: 'The dialog asks for the code in the email.',
      tags: tag.modal,
      entry: 'demandModal',
      exit: 'settleModal',
      type: 'parallel',
      states: {
        mail: {
          description: 'The email with the code, and its address.',
          initial: 'sending',
          states: {
            sending: {
              description: 'Sends an email with a code (R4.12).',
              tags: tag.busy,
              invoke: {
                id: 'sendMail',
                src: 'sendMail',
                input: { isResend: false },
                onDone: {
                  target: 'sent',
                  actions: { type: 'keepDestination', params: ({ event }) => event.output },
                },
                onError: {
                  target: 'notSent',
                  actions: { type: 'keepMailFailure', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            sent: {
              description: 'An email was just sent; the user can request another after 30 seconds.',
              on: { 'address.requested': '#emailVerification.correcting' },
              after: { resendCoolDown: 'resendable' },
            },
            resendable: {
              description: 'The user can request another email.',
              on: { 'mail.requested': 'resending', 'address.requested': '#emailVerification.correcting' },
            },
            notSent: {
              description:
                'The email could not be sent; the dialog says why, and the user can request it again.',
              on: { 'mail.requested': 'resending', 'address.requested': '#emailVerification.correcting' },
            },
            resending: {
              description: 'Sends another email; a new code replaces the old one.',
              tags: tag.busy,
              invoke: {
                id: 'sendMail',
                src: 'sendMail',
                input: { isResend: true },
                onDone: {
                  target: 'sent',
                  actions: { type: 'keepDestination', params: ({ event }) => event.output },
                },
                onError: {
                  target: 'notSent',
                  actions: { type: 'keepMailFailure', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
          },
        },
        code: {
          description: 'The code that the user types.',
          initial: 'entering',
          states: {
            entering: {
              description: 'The user enters the six digits; what was wrong with the last ones appears below.',
              tags: tag.waiting,
              on: { 'code.submitted': 'confirming' },
            },
            confirming: {
              description: 'The identity provider checks the code.',
              entry: 'forgetCodeFailure',
              tags: tag.busy,
              invoke: {
                id: 'confirmCode',
                src: 'confirmCode',
                onDone: '#emailVerification.verified',
                onError: {
                  target: 'entering',
                  actions: { type: 'keepCodeFailure', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
          },
        },
        watch: {
          description: 'Watches for a confirmation elsewhere: on the phone, in another tab.',
          invoke: {
            id: 'watchVisibility',
            src: 'watchVisibility',
            onError: '.resting',
          },
          on: { 'page.hidden': '.paused' },
          initial: 'resting',
          states: {
            resting: {
              description: 'Waits 10 seconds before it asks again (R4.13).',
              after: { pollInterval: 'asking' },
            },
            asking: {
              description: 'Asks the identity provider. Without an answer, asks again.',
              invoke: {
                id: 'isVerified',
                src: 'isVerified',
                onDone: [
                  {
                    guard: { type: 'isVerified', params: ({ event }) => ({ isVerified: event.output }) },
                    target: '#emailVerification.verified',
                  },
                  { target: 'resting' },
                ],
                onError: 'resting',
              },
            },
            paused: {
              description: 'The page is hidden, so it does not ask.',
              on: { 'page.shown': 'asking' },
            },
          },
        },
      },
    },
    correcting: {
      description: 'The address was mistyped; the dialog asks for the right one.',
      tags: tag.modal,
      entry: 'demandModal',
      exit: 'settleModal',
      initial: 'entering',
      states: {
        entering: {
          description:
            'The user enters the right address and the password; what was wrong with the last ones ' +
            'appears below.',
          tags: tag.cancellable,
          on: {
            'address.submitted': {
              target: 'changing',
              actions: { type: 'keepWantedAddress', params: ({ event }) => event },
            },
            cancel: {
              target: '#emailVerification.unverified.mail.resendable',
              actions: 'forgetWantedAddress',
            },
          },
        },
        changing: {
          description:
            'Replaces the mistyped address. A new code goes to the right one, and the old code is void.',
          tags: tag.busy,
          entry: 'forgetAddressFailure',
          invoke: {
            id: 'changeAddress',
            src: 'changeAddress',
            input: ({ context }) => ({ address: context.wantedAddress ?? '' }),
            onDone: {
              target: '#emailVerification.unverified.mail.sent',
              actions: { type: 'keepCorrectedAddress', params: ({ event }) => event.output },
            },
            onError: {
              target: 'entering',
              actions: { type: 'keepAddressFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    verified: {
      description:
        'The address is confirmed: tells the server (R4.14). The dialog says so, because clicks would now ' +
        'be lost.',
      tags: [tag.busy, tag.modal],
      entry: ['forgetAll', 'demandModal'],
      exit: 'settleModal',
      invoke: { id: 'recheckAuth', src: 'recheckAuth', onDone: 'reloading', onError: 'reloading' },
    },
    reloading: {
      description: 'The page reloads (R4.14), which closes the dialog.',
      tags: [tag.done, tag.modal],
      entry: ['demandModal', 'reloadPage'],
      exit: 'settleModal',
    },
  },
});
