import { type FlowScreen, failureShown } from './screen.ts';

const add = { role: 'button', name: 'Add to a new session' } as const;
const offer = { role: 'heading', text: 'A recording from another app' } as const;

export const incomingRecordingScreen: FlowScreen = {
  flow: 'incoming-recording',
  begin:
    'Install the app on a phone, and share a recording with it from another app. Sign in; you are at the list of campaigns.',
  address: '/campaign',
  gestures: {
    'user.arrived': { instead: 'Sign in, or reload the page while signed in.' },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
    'place.chosen': {
      instead: 'Choose a campaign and a session from the two lists.',
    },
    'place.chosen: the user chooses a new campaign': {
      control: add,
      perform: async (driver) => {
        await driver.fill('Name of the new campaign', 'The Quiet Bell');
        await driver.click(add);
      },
    },
    discard: {
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches('discarded')
          ? 'Remove it now'
          : snapshot.matches('unreadable')
            ? 'Remove it'
            : 'Discard it',
      }),
    },
    undo: { control: { role: 'button', name: 'Undo' } },
    dismiss: { control: { role: 'button', name: 'OK' } },
  },
  promises: [
    { in: 'closed', doesNotSee: [offer] },
    { in: 'notReceived', sees: () => [{ text: 'The recording did not arrive' }], doesNotSee: [offer] },
    { in: 'unreadable', sees: () => [{ text: 'This is not a recording' }], doesNotSee: [offer] },
    { in: 'offered', sees: (snapshot) => [offer, ...failureShown(snapshot)] },
    { in: 'creatingCampaign', sees: () => [{ role: 'status', text: /^Preparing the upload/ }] },
    { in: 'creatingSession', sees: () => [{ role: 'status', text: /^Preparing the upload/ }] },
    { in: 'taking', sees: () => [{ role: 'status', text: /^Preparing the upload/ }] },
    { in: 'handedOver', sees: () => [{ role: 'status', text: /until the server has all of it/ }] },
    { in: 'discarded', sees: () => [{ role: 'status', text: 'The recording was discarded.' }] },
    { in: 'removing', sees: () => [{ role: 'status', text: /^Removing the recording/ }] },
  ],
};
