import { tag } from '../kit/tags.ts';
import { modalsSetup } from './modals.setup.ts';

/**
 * Which modal is on top (R2.34): required ones before those the user opened, which return afterwards. The
 * loading overlay is a separate flow and covers all of them. The sign-in dialog is not included, because
 * these modals need a signed-in user.
 */
export const modalsMachine = modalsSetup.createMachine({
  id: 'modals',
  context: { demanded: [], opened: null },
  initial: 'deciding',
  on: {
    'modal.demanded': {
      target: '.deciding',
      actions: { type: 'addDemand', params: ({ event }) => ({ modal: event.modal }) },
    },
    'modal.settled': {
      target: '.deciding',
      actions: { type: 'removeDemand', params: ({ event }) => ({ modal: event.modal }) },
    },
    'modal.opened': {
      target: '.deciding',
      actions: { type: 'keepOpened', params: ({ event }) => ({ modal: event.modal }) },
    },
    'user.left': { target: '.deciding', actions: 'forgetAll' },
  },
  states: {
    deciding: {
      description: 'Shows the first of these that is requested.',
      always: [
        { guard: { type: 'isDemanded', params: { modal: 'agreements' } }, target: 'agreements' },
        {
          guard: { type: 'isDemanded', params: { modal: 'emailVerification' } },
          target: 'emailVerification',
        },
        { guard: { type: 'isDemanded', params: { modal: 'reSignIn' } }, target: 'reSignIn' },
        { guard: { type: 'isDemanded', params: { modal: 'copylessNotice' } }, target: 'copylessNotice' },
        { guard: 'isOpened', target: 'opened' },
        { target: 'closed' },
      ],
    },
    agreements: {
      description: 'New agreements ask to be accepted; nothing else goes on before.',
      tags: tag.modal,
    },
    emailVerification: {
      description: 'The user must confirm the email address.',
      tags: tag.modal,
    },
    reSignIn: {
      description: 'The user must sign in again to continue.',
      tags: tag.modal,
    },
    copylessNotice: {
      description: 'A notice that is shown once.',
      tags: tag.modal,
    },
    opened: {
      description: 'What the user has opened.',
      tags: [tag.modal, tag.cancellable],
      on: { 'modal.closed': { target: 'deciding', actions: 'forgetOpened' } },
    },
    closed: {
      description: 'No modal covers the page.',
      tags: tag.idle,
    },
  },
});
