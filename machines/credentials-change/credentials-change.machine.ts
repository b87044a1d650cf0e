import { keepFailure } from '../kit/failure.ts';
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
        resting: {
          description: 'The settings offer to change either, unless the user signs in with Google.',
        },
        addressChanged: {
          description: 'The address is changed; the page says so.',
          tags: tag.done,
        },
        passwordChanged: {
          description: 'The password is changed, and other devices are signed out; the page says so.',
          tags: tag.done,
        },
        othersSignedIn: {
          description:
            'The password is changed, but the server could not be reached to sign out other devices; the page says so.',
          tags: tag.done,
        },
      },
    },
    address: {
      description: 'The user changes the address.',
      initial: 'editing',
      entry: 'forgetAll',
      states: {
        editing: {
          description:
            'The user enters the new address and the password; what was wrong with the last ones ' +
            'appears below.',
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
            'The identity provider checks the password, though not again for a second email, and sends a code ' +
            'to the new address; the current one stays meanwhile.',
          tags: tag.busy,
          entry: 'forgetFailure',
          invoke: {
            id: 'changeAddress',
            src: 'changeAddress',
            input: ({ context }) => ({ address: context.address ?? '' }),
            onDone: 'codeAsked',
            onError: { target: 'editing', actions: keepFailure },
          },
        },
        codeAsked: {
          description:
            'The user enters the code from the email; what was wrong with the last one appears below.',
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
            onError: { target: 'codeAsked', actions: keepFailure },
          },
        },
        telling: {
          description:
            'The address is changed; notifies the server. If that fails, the server learns it at the ' +
            'next sign-in.',
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
      description: 'The user changes the password.',
      initial: 'editing',
      entry: 'forgetAll',
      states: {
        editing: {
          description: 'The user enters the current and the new password; what was wrong appears below.',
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
            onError: { target: 'editing', actions: keepFailure },
          },
        },
        endingOthers: {
          description:
            'The password is changed; the server ends the sessions of other devices. If it cannot be reached, ' +
            'they end when their sign-in expires.',
          tags: tag.busy,
          invoke: {
            id: 'endOtherSessions',
            src: 'endOtherSessions',
            onDone: '#credentialsChange.idle.passwordChanged',
            onError: '#credentialsChange.idle.othersSignedIn',
          },
        },
      },
    },
  },
});
