import type { AnyMachineSnapshot } from 'xstate';
import type { UploadInput } from '#machines/upload/upload.setup.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { type Control, type FlowScreen, failureShown, type Promised, type Sight } from './screen.ts';

const chooses: Control = {
  role: 'button',
  name: /^(Choose a file|Choose the file again|Choose another file)$/,
};

function discards(snapshot: AnyMachineSnapshot): Control {
  if (snapshot.matches('awaitingFile')) return { role: 'button', name: 'Discard this upload' };
  if (snapshot.matches('confirming')) return { role: 'button', name: 'Upload another recording' };
  const isChosen = ['arranging', 'inspected', 'estimated'].some((state) => snapshot.matches(state));
  return { role: 'button', name: isChosen ? 'Choose another file' : 'Discard' };
}

const onItsWay = (state: string, heading: string): Promised => ({
  in: state,
  sees: () => [{ role: 'heading', text: heading }],
});

const shown: Sight = { role: 'heading', text: 'Before you upload' };

export const uploadScreen: FlowScreen = {
  flow: 'upload',
  begin:
    'Sign in, open a campaign and make a session. The length on the page is that of your file, where the steps say 3:27:00; session-12.mp3 lasts eight minutes.',
  address: (input) => campaignPath({ campaignId: 'c', sessionId: (input as UploadInput).sessionId }),
  gestures: {
    'file.chosen': {
      control: chooses,
      perform: (driver, { file }) => driver.chooseFile('Recording or transcript', file as never),
    },
    'replacement.requested': { instead: 'In “Session settings”, choose “Replace the recording”.' },
    'source.kept': { instead: 'Close the form for another file without choosing one.' },
    'arrangement.chosen': {
      control: ({ arrangement }) => ({
        role: 'button',
        name: arrangement === 'tracks' ? /^At the same time/ : /^One after another/,
      }),
    },
    'recording.accepted': { control: { role: 'button', name: /^Use what / } },
    'upload.confirmed': { control: { role: 'button', name: 'Upload for free' } },
    pause: { control: { role: 'button', name: 'Pause' } },
    resume: { control: { role: 'button', name: 'Resume' } },
    retry: { control: { role: 'button', name: /^Try (again|now)$/ } },
    discard: { control: (_, snapshot) => discards(snapshot) },
    'level.chosen': {
      control: ({ detailLevel }) => ({
        role: 'radio',
        name: detailLevel === 'brief' ? /^Brief/ : /^Comprehensive/,
      }),
    },
  },
  notOffered: [
    ...['arranging', 'inspected', 'estimated'].map((state) => ({
      event: 'file.chosen',
      in: state,
      reason: 'the file must be given up first',
    })),
    { event: 'level.chosen', in: 'inspected', reason: 'without a length there is no price to choose by' },
  ],
  promises: [
    {
      in: 'restoring',
      sees: () => [{ role: 'status', text: 'Looking for an upload to resume', busy: true }],
    },
    { in: 'idle', sees: () => [{ text: 'Drop the recording of the session here' }], doesNotSee: [shown] },
    {
      in: 'choosing',
      sees: () => [{ text: 'Drop the recording of the session here' }],
      doesNotSee: [shown],
    },
    {
      in: 'awaitingFile',
      sees: (snapshot) => [{ role: 'status', text: 'Resume your upload' }, ...failureShown(snapshot)],
    },
    { in: 'inspecting', sees: () => [{ role: 'status', text: 'Looking at session-12.mp3' }] },
    { in: 'rejected', sees: failureShown, doesNotSee: [{ text: 'Something went wrong' }] },
    { in: 'inspected', sees: () => [shown, { text: 'the server does, and shows the exact' }] },
    { in: 'estimated', sees: () => [shown, { role: 'radio', text: '' }] },
    onItsWay('creating', 'Getting ready to upload'),
    onItsWay('transfer.sending', 'Uploading'),
    onItsWay('transfer.waitingToRetry', 'Trying again'),
    onItsWay('transfer.paused', 'Paused'),
    onItsWay('transfer.offline', 'You are offline'),
    onItsWay('completing', 'Checking the recording'),
    onItsWay('discarding', 'Discarding'),
    { in: 'pricing', sees: () => [{ role: 'status', text: 'Calculating the exact cost', busy: true }] },
    {
      in: 'failed',
      sees: (snapshot) => [{ role: 'alert', text: 'The upload stopped' }, ...failureShown(snapshot)],
    },
  ],
};
