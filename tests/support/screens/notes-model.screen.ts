import type { AnyMachineSnapshot } from 'xstate';
import { type NotesModelContext, ofThisComputer } from '#machines/notes-model/notes-model.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const offer = { role: 'heading', text: 'A language model on this computer' } as const;
const download = { role: 'progressbar', text: 'Download of the language model' } as const;

function isThere({ context }: AnyMachineSnapshot) {
  const here = ofThisComputer((context as NotesModelContext).engines);
  if (here?.state.state !== 'ready') return [];
  const words = { text: /is on this computer\. Nothing of your sessions leaves it/ };
  return here.mayFetch ? [words, { role: 'button', text: 'Remove the model' } as const] : [words];
}

const lookAgain = ({ context }: AnyMachineSnapshot) =>
  (context as { failure: unknown }).failure === null ? [] : [{ role: 'button', text: 'Look again' } as const];

export const notesModelScreen: FlowScreen = {
  flow: 'notes-model',
  begin:
    'Sign in on your own computer. If the model is there, remove it first. It takes 2.5 GB and, by your line, minutes to an hour.',
  address: '/terms',
  gestures: {
    look: { instead: 'Open “Menu”, “Account Settings”, “Preferences”.' },
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
      sees: (snapshot) => [offer, ...isThere(snapshot), ...failureShown(snapshot), ...lookAgain(snapshot)],
      doesNotSee: [download],
    },
    { in: 'fetching', sees: () => [offer] },
  ],
};
