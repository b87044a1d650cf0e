import { tag } from '../kit/tags.ts';
import { credentialsChangeSetup } from './credentials-change.setup.ts';

export const credentialsChangeMachine = credentialsChangeSetup.createMachine({
  id: 'credentialsChange',
  context: { address: null, failure: null },
  initial: 'idle',
  on: { 'user.left': { target: '.idle', actions: 'forgetAll' } },
  states: {
    idle: {
      description: 'Nothing is being changed.',
      tags: tag.idle,
      on: { 'address.requested': 'address', 'password.requested': 'password' },
      initial: 'resting',
      states: {
        resting: { description: 'Address and password are unchanged.' },
        addressChanged: {
          description: 'The new address holds; the page says so.',
          tags: tag.done,
        },
        passwordChanged: {
          description: 'The new password holds; the page says so.',
          tags: tag.done,
        },
      },
    },
    address: {
      description: 'The address is being changed.',
      initial: 'editing',
      entry: 'forgetAll',
      states: {
        editing: {
          description:
            'The new address and the password are being entered; what was wrong with the last ones stands below.',
          tags: tag.cancellable,
          on: {
            'address.submitted': {
              target: 'mailing',
              actions: { type: 'keepAddress', params: ({ event }) => event },
            },
            cancel: '#credentialsChange.idle',
          },
        },
        mailing: {
          description:
            'The identity provider checks the password and mails a code to the new address; the present one holds meanwhile.',
          tags: tag.busy,
          entry: 'forgetFailure',
          invoke: {
            id: 'changeAddress',
            src: 'changeAddress',
            input: ({ context }) => ({ address: context.address ?? '' }),
            onDone: 'codeAsked',
            onError: {
              target: 'editing',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        codeAsked: {
          description:
            'The code in the mail is being entered; what was wrong with the last one stands below.',
          tags: [tag.waiting, tag.cancellable],
          on: {
            'code.submitted': 'confirming',
            'mail.requested': 'mailing',
            cancel: '#credentialsChange.idle',
          },
        },
        confirming: {
          description: 'The identity provider checks the code.',
          tags: [tag.waiting, tag.busy],
          entry: 'forgetFailure',
          invoke: {
            id: 'confirmCode',
            src: 'confirmCode',
            onDone: 'telling',
            onError: {
              target: 'codeAsked',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        telling: {
          description:
            'The address is changed; the server is told. Where it cannot be, it learns it from the next sign-in.',
          tags: [tag.waiting, tag.busy],
          invoke: {
            id: 'tellServer',
            src: 'tellServer',
            onDone: { target: '#credentialsChange.idle.addressChanged', actions: 'refreshUser' },
            onError: { target: '#credentialsChange.idle.addressChanged', actions: 'refreshUser' },
          },
        },
      },
    },
    password: {
      description: 'The password is being changed.',
      initial: 'editing',
      entry: 'forgetAll',
      states: {
        editing: {
          description: 'The present and the new password are being entered; what was wrong stands below.',
          tags: tag.cancellable,
          on: { 'password.submitted': 'changing', cancel: '#credentialsChange.idle' },
        },
        changing: {
          description: 'The identity provider checks the current password and sets the new one.',
          tags: tag.busy,
          entry: 'forgetFailure',
          invoke: {
            id: 'changePassword',
            src: 'changePassword',
            onDone: 'endingOthers',
            onError: {
              target: 'editing',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        endingOthers: {
          description:
            'The password is changed; the server ends the sessions of other devices. Where it cannot be reached, they end with their tokens.',
          tags: tag.busy,
          invoke: {
            id: 'endOtherSessions',
            src: 'endOtherSessions',
            onDone: '#credentialsChange.idle.passwordChanged',
            onError: '#credentialsChange.idle.passwordChanged',
          },
        },
      },
    },
  },
});
