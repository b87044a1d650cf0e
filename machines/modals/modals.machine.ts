import { tag } from '../kit/tags.ts';
import { modalsSetup } from './modals.setup.ts';

/**
 * Which one modal is on top (R2.34): what the app demands goes before what the user opened, which comes back once
 * that is settled. The loading overlay is a flow of its own and covers any of them; the sign-in dialog is none of
 * them, for nobody is signed in while it is open, and whoever leaves takes all of these along.
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
      description: 'The first of these that is wanted is on top.',
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
      description: 'The email address is to be confirmed.',
      tags: tag.modal,
    },
    reSignIn: {
      description: 'The user is to sign in once more, to go on with what they asked for.',
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
