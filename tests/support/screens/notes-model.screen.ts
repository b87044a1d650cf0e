import { type FlowScreen, failureShown } from './screen.ts';

const offer = { role: 'heading', text: 'A language model on this computer' } as const;
const download = { role: 'progressbar', text: 'Download of the language model' } as const;

export const notesModelScreen: FlowScreen = {
  flow: 'notes-model',
  begin: 'Sign in on your own computer, and open “Menu”, “Account Settings”, “Preferences”.',
  address: '/terms',
  gestures: {
    look: { noGesture: 'a view that shows who can write asks when it appears' },
    'fetch.requested': { control: { role: 'button', name: 'Download the model' } },
    'cancel.requested': { control: { role: 'button', name: 'Cancel the download' } },
    'removal.requested': { control: { role: 'button', name: 'Remove the model' } },
    'page.returned': { noGesture: 'the browser tells that the user is back, or the connection' },
    'user.left': { noGesture: 'the user signs out in another tab, or the server ends the session' },
  },
  promises: [
    { in: 'known', sees: (snapshot) => [offer, ...failureShown(snapshot)], doesNotSee: [download] },
    { in: 'fetching', sees: () => [offer] },
  ],
};
