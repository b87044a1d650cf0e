import type { AnyMachineSnapshot } from 'xstate';
import { type FlowScreen, failureShown } from './screen.ts';

const offer = { role: 'heading', text: 'A language model on this computer' } as const;
const download = { role: 'progressbar', text: 'Download of the language model' } as const;

const lookAgain = ({ context }: AnyMachineSnapshot) =>
  (context as { failure: unknown }).failure === null ? [] : [{ role: 'button', text: 'Look again' } as const];

export const notesModelScreen: FlowScreen = {
  flow: 'notes-model',
  begin: 'Sign in on your own computer, and open “Menu”, “Account Settings”, “Preferences”.',
  address: '/terms',
  gestures: {
    look: { instead: 'Open the page of a session that has a transcript.' },
    'fetch.requested': { control: { role: 'button', name: 'Download the model' } },
    'cancel.requested': { control: { role: 'button', name: 'Cancel the download' } },
    'removal.requested': { control: { role: 'button', name: 'Remove the model' } },
    'page.returned': { instead: 'Switch to another tab and back.' },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'unread', sees: lookAgain },
    {
      in: 'known',
      sees: (snapshot) => [offer, ...failureShown(snapshot), ...lookAgain(snapshot)],
      doesNotSee: [download],
    },
    { in: 'fetching', sees: () => [offer] },
  ],
};
