import { selectTopModal } from '#machines/modals/modals.selectors.ts';
import { demandedModals } from '#machines/modals/modals.setup.ts';
import type { ModalName } from '#web/hooks/modal-views.ts';
import { answerOf, modalNames, titleOf } from './modal-stand-ins.tsx';
import type { FlowScreen, Promised, Sight } from './screen.ts';

const dialogOf = (modal: ModalName): Sight => ({ role: 'dialog', text: titleOf(modal) });
/** The modal is there, and no other is. */
const only = (modal: ModalName): Promised => ({
  in: modal,
  sees: () => [dialogOf(modal)],
  doesNotSee: modalNames.filter((other) => other !== modal).map(dialogOf),
});

/** The host of all modals, over the page of whoever is signed in; each modal is a stand-in. */
export const modalsScreen: FlowScreen = {
  flow: 'modals',
  address: '/',
  gestures: {
    'modal.demanded': { noGesture: 'the app demands it, for what the server or another flow says' },
    'modal.settled': {
      control: (event) => ({ role: 'button', name: answerOf(event.modal as ModalName) }),
    },
    'modal.opened': {
      control: ({ modal }) => ({
        role: 'button',
        name: modal === 'feedback' ? 'Feedback' : /credits.*purchase credits$/,
      }),
    },
    'modal.closed': { control: { role: 'button', name: 'Close' } },
    'user.left': { noGesture: 'the root of the app tells it, when the flow of the login says so' },
  },
  promises: [
    { in: 'closed', doesNotSee: modalNames.map(dialogOf) },
    ...demandedModals.map(only),
    {
      in: 'opened',
      sees: (snapshot) => [dialogOf((snapshot.context as { opened: ModalName }).opened)],
      doesNotSee: demandedModals.map(dialogOf),
    },
  ],
  notOffered: [
    {
      event: 'modal.settled',
      in: '',
      when: (snapshot, { modal }) => selectTopModal(snapshot as never) !== modal,
      reason: 'what is not on top is not there to be answered; the app may settle it all the same',
    },
    {
      event: 'modal.opened',
      in: '',
      when: (snapshot) => selectTopModal(snapshot as never) !== null,
      reason: 'a modal covers the page, so nothing on it can be clicked',
    },
  ],
};
