import { type FlowScreen, failureShown } from './screen.ts';

const record = { role: 'button', name: /^(?:Record with this device|Record more)$/ } as const;
const running = [
  { role: 'button', text: 'Stop recording' },
  { role: 'button', text: 'Pause' },
] as const;
const silent = { role: 'alert', text: 'No sound' } as const;

export const recordingScreen: FlowScreen = {
  flow: 'recording',
  begin: 'Sign in, open a campaign and make a session without a recording. Have a microphone connected.',
  address: '/campaign?campaignId=01900000-0000-7000-8000-000000000002',
  gestures: {
    'recording.opened': { noGesture: 'the page reports which session it shows' },
    record: { control: record },
    pause: { control: { role: 'button', name: 'Pause' } },
    resume: { control: { role: 'button', name: 'Continue recording' } },
    stop: {
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches({ capturing: 'asking' }) ? 'Cancel' : 'Stop recording',
      }),
    },
    use: { control: { role: 'button', name: 'Use this recording' } },
    discard: {
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches('discarded') ? 'Remove it now' : 'Discard it',
      }),
    },
    undo: { control: { role: 'button', name: 'Undo' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'user.left': { noGesture: 'the user signs out in another tab, or the server ends the session' },
  },
  promises: [
    { in: 'closed', doesNotSee: [{ role: 'button', text: 'Record with this device' }] },
    { in: 'unreadable', sees: () => [{ role: 'status', text: 'This browser lets us keep nothing.' }] },
    {
      in: 'ready',
      sees: (snapshot) => [{ role: 'button', text: 'Record with this device' }, ...failureShown(snapshot)],
    },
    { in: 'capturing.asking', sees: () => [{ role: 'status', text: /whether this page may use/ }] },
    { in: 'capturing.recording', sees: () => running },
    { in: 'capturing.recording.heard', doesNotSee: [silent] },
    { in: 'capturing.recording.silent', sees: () => [silent] },
    {
      in: 'capturing.paused',
      sees: () => [{ text: 'What is said now is not recorded.' }],
      doesNotSee: [silent],
    },
    { in: 'capturing.finishing', sees: () => [{ role: 'status', text: 'Keeping the last seconds' }] },
    {
      in: 'kept',
      sees: (snapshot) => [
        { role: 'heading', text: /^A recording of .+ is kept in this browser$/ },
        ...failureShown(snapshot),
      ],
    },
    { in: 'joining', sees: () => [{ role: 'status', text: 'Preparing the recording' }] },
    { in: 'handedOver', sees: () => [{ role: 'status', text: /until the server has all of it/ }] },
    { in: 'discarded', sees: () => [{ role: 'status', text: 'The recording was discarded.' }] },
    { in: 'removing', sees: () => [{ role: 'status', text: 'Removing the recording' }] },
  ],
};
