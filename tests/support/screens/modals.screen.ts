import type { AnyMachineSnapshot } from 'xstate';
import { selectTopModal } from '#machines/modals/modals.selectors.ts';
import { demandedModals, openedModals } from '#machines/modals/modals.setup.ts';
import type { ModalName } from '#web/hooks/modal-views.ts';
import { answerOf, modalNames, titleOf } from './modal-stand-ins.tsx';
import type { FlowScreen, Sight } from './screen.ts';

const dialogOf = (modal: ModalName): Sight => ({ role: 'dialog', text: titleOf(modal) });
const shown = (snapshot: AnyMachineSnapshot): Sight[] => {
  const top = selectTopModal(snapshot as never);
  return top === null ? [] : [dialogOf(top)];
};
export const modalsScreen: FlowScreen = {
  flow: 'modals',
  begin: 'Sign in as the user whom the script needs; what asks for attention first is a dialog.',
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
    { in: 'demanded', sees: shown, doesNotSee: openedModals.map(dialogOf) },
    { in: 'opened', sees: shown, doesNotSee: demandedModals.map(dialogOf) },
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
