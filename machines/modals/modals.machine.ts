import { tag } from '../kit/tags.ts';
import { modalsSetup } from './modals.setup.ts';

/** R2.34. Without the loading overlay, a flow of its own, and the sign-in dialog, which is for visitors. */
export const modalsMachine = modalsSetup.createMachine({
  id: 'modals',
  context: ({ input }) => ({ precedence: input.precedence, demanded: [], opened: null }),
  initial: 'deciding',
  on: {
    'modal.demanded': {
      target: '.demanded',
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
      description: 'Shows what the app requires, else what the user opened, else nothing.',
      always: [
        { guard: 'isDemanded', target: 'demanded' },
        { guard: 'isOpened', target: 'opened' },
        { target: 'closed' },
      ],
    },
    demanded: {
      description:
        'The most urgent dialog that the app requires: new agreements, a confirmed email address, a fresh ' +
        'sign-in, a notice.',
      tags: tag.modal,
    },
    opened: {
      description: 'The dialog that the user opened; opening another replaces it.',
      tags: [tag.modal, tag.cancellable],
      on: { 'modal.closed': { target: 'deciding', actions: 'forgetOpened' } },
    },
    closed: {
      description: 'None of these dialogs covers the page.',
      tags: tag.idle,
    },
  },
});
