import type { AnyMachineSnapshot } from 'xstate';
import { selectTopModal } from '#machines/modals/modals.selectors.ts';
import type { FlowScreen, Sight } from './screen.ts';

export const titleOf = (modal: string) => `Stand-in: ${modal}`;
export const answerOf = (modal: string) => `Done with: ${titleOf(modal)}`;

const dialogOf = (modal: string): Sight => ({ role: 'dialog', text: titleOf(modal) });
const demanded = ['agreements', 'reSignIn'].map(dialogOf);
const opened = ['feedback', 'purchaseOptions'].map(dialogOf);
const shown = (snapshot: AnyMachineSnapshot): Sight[] => {
  const top = selectTopModal(snapshot as never);
  return top === null ? [] : [dialogOf(top)];
};
export const modalsScreen: FlowScreen = {
  flow: 'modals',
  begin: 'Sign in as the user whom the script needs; what asks for attention first is a dialog.',
  address: '/',
  gestures: {
    'modal.demanded': {
      instead:
        'Not by hand: new agreements are published, and a sign-in grows too old, only on the server while the page is open.',
    },
    'modal.settled': {
      control: (event) => ({ role: 'button', name: answerOf(String(event.modal)) }),
    },
    'modal.opened': {
      control: ({ modal }) => ({
        role: 'button',
        name: modal === 'feedback' ? 'Feedback' : /credits.*purchase credits$/,
      }),
    },
    'modal.closed': { control: { role: 'button', name: 'Close' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'closed', doesNotSee: [...demanded, ...opened] },
    { in: 'demanded', sees: shown, doesNotSee: opened },
    { in: 'opened', sees: shown, doesNotSee: demanded },
  ],
  notOffered: [
    {
      event: 'modal.settled',
      in: '',
      when: (snapshot, { modal }) => selectTopModal(snapshot as never) !== modal,
      reason: 'another dialog covers it',
    },
    {
      event: 'modal.opened',
      in: '',
      when: (snapshot) => selectTopModal(snapshot as never) !== null,
      reason: 'a dialog covers the page',
    },
  ],
};
