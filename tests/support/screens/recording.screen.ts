import type { AnyMachineSnapshot } from 'xstate';
import { type FlowScreen, failureShown } from './screen.ts';

const running = [
  { role: 'button', text: 'Stop recording' },
  { role: 'button', text: 'Pause' },
] as const;
const silent = { role: 'alert', text: 'No sound' } as const;
const quiet = { role: 'status', text: 'Too quiet' } as const;
const clipping = { role: 'status', text: 'Too loud' } as const;

/** What is written twice is no change. */
let wordings = 0;

export const recordingScreen: FlowScreen = {
  flow: 'recording',
  begin:
    'Sign in, open a campaign and make a session without a recording. Have a microphone connected, let the page use it when the browser asks, and speak while it records.',
  address: '/campaign?campaignId=01900000-0000-7000-8000-000000000002',
  gestures: {
    'recording.opened: the user opens a session': { instead: 'Open the session’s page.' },
    'recording.opened: the user opens another session': { instead: 'Open the page of another session.' },
    record: {
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches('kept') ? 'Record more' : 'Record with this device',
      }),
    },
    introduce: { control: { role: 'button', name: /^(?:Say your names first|Say the other names)/ } },
    speak: { control: { role: 'button', name: / speaks now$/ } },
    back: {
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches({ capturing: { introducing: 'speaking' } }) ? 'Start over' : 'Back',
      }),
    },
    skip: { control: { role: 'button', name: /^Skip (?:Game master|Mira)$/ } },
    skipAll: { control: { role: 'button', name: 'Skip the rest and record' } },
    pause: { control: { role: 'button', name: 'Pause' } },
    resume: { control: { role: 'button', name: 'Continue recording' } },
    stop: {
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches({ capturing: 'asking' }) ? 'Cancel' : 'Stop recording',
      }),
    },
    mark: { control: { role: 'button', name: 'Mark this moment' } },
    'mark.worded': {
      control: { role: 'textbox', name: 'Word for mark 1' },
      perform: (driver, { word }) => {
        wordings += 1;
        return driver.fill('Word for mark 1', `${word as string} ${wordings}`);
      },
    },
    'mark.removed': { control: { role: 'button', name: 'Remove mark 1' } },
    'mark.restored': { control: { role: 'button', name: 'Restore the mark' } },
    listen: { control: { role: 'button', name: 'Listen' } },
    download: { control: { role: 'button', name: 'Download' } },
    use: { control: { role: 'button', name: 'Use this recording' } },
    discard: {
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches('discarded')
          ? 'Remove it now'
          : snapshot.matches('notesUnsent')
            ? 'Do without'
            : 'Discard it',
      }),
    },
    undo: { control: { role: 'button', name: 'Undo' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    ...['mark.worded', 'mark.removed'].flatMap((event) =>
      ['capturing', 'kept'].map((state) => ({
        event,
        in: state,
        when: ({ context }: AnyMachineSnapshot) => (context as { marks: unknown[] }).marks.length === 0,
        reason: 'there is no mark',
      })),
    ),
    {
      event: 'introduce',
      in: 'kept',
      when: () => true,
      reason: 'the page asks only who has not said their name, if somebody has',
    },
    {
      event: 'listen',
      in: 'kept',
      when: ({ context }) => (context as { sound: unknown }).sound !== null,
      reason: 'the player is already open',
    },
  ],
  promises: [
    { in: 'closed', doesNotSee: [{ role: 'button', text: 'Record with this device' }] },
    { in: 'unreadable', sees: () => [{ role: 'status', text: 'This browser lets us keep nothing.' }] },
    {
      in: 'ready',
      sees: (snapshot) => [{ role: 'button', text: 'Record with this device' }, ...failureShown(snapshot)],
    },
    { in: 'capturing.asking', sees: () => [{ role: 'status', text: /whether this page may use/ }] },
    {
      in: 'capturing.introducing.called',
      sees: () => [
        { role: 'status', text: /^It’s the turn of/ },
        { role: 'button', text: / speaks now$/ },
      ],
    },
    { in: 'capturing.introducing.speaking', sees: () => [{ role: 'status', text: /^Listening to/ }] },
    { in: 'capturing.recording', sees: () => running },
    { in: 'capturing.recording.heard', doesNotSee: [silent, quiet, clipping] },
    { in: 'capturing.recording.quiet', sees: () => [quiet] },
    { in: 'capturing.recording.clipping', sees: () => [clipping] },
    { in: 'capturing.recording.silent', sees: () => [silent] },
    {
      in: 'capturing.paused',
      sees: () => [{ text: 'Nothing is being recorded right now.' }],
      doesNotSee: [silent],
    },
    { in: 'capturing.finishing', sees: () => [{ role: 'status', text: 'Saving the last few seconds' }] },
    {
      in: 'kept',
      sees: (snapshot) => [
        { role: 'heading', text: /^A recording of .+ is kept in this browser$/ },
        ...((snapshot.context as { introductions: unknown[] }).introductions.length === 1
          ? [{ role: 'button', text: /^Say the other names/ } as const]
          : []),
        ...failureShown(snapshot),
      ],
    },
    { in: 'joining', sees: () => [{ role: 'status', text: 'Preparing the recording' }] },
    { in: 'handedOver', sees: () => [{ role: 'status', text: /until the server has all of it/ }] },
    { in: 'kept.opening', sees: () => [{ role: 'status', text: 'Preparing it for listening' }] },
    { in: 'kept.saving', sees: () => [{ role: 'status', text: 'Preparing the file' }] },
    { in: 'sendingNotes', sees: () => [{ role: 'status', text: /^Sending / }] },
    { in: 'notesUnsent', sees: () => [{ role: 'alert', text: /^Only this browser has / }] },
    { in: 'discarded', sees: () => [{ role: 'status', text: 'The recording was discarded.' }] },
    { in: 'removing', sees: () => [{ role: 'status', text: 'Removing the recording' }] },
  ],
};
