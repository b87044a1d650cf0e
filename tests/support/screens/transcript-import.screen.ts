import type { AnyMachineSnapshot } from 'xstate';
import type { TranscriptImportContext } from '#machines/transcript-import/transcript-import.setup.ts';
import { openQuestion } from '#machines/transcript-import/transcript-import.setup.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { type FlowScreen, failureShown, type Sight } from './screen.ts';

const reading = { role: 'status', text: 'Reading the transcript …' } as const;
const sending = { role: 'status', text: 'Using your answer …' } as const;
const asked = { role: 'heading', text: 'Before we show the price' } as const;
const cancelled = { role: 'status', text: 'we kept none of it' } as const;

function sentence({ context }: AnyMachineSnapshot): readonly Sight[] {
  const question = openQuestion(context as TranscriptImportContext);
  return question ? [{ text: question.sentence }] : [];
}

export const transcriptImportScreen: FlowScreen = {
  flow: 'transcript-import',
  begin: 'Sign in, open a campaign and make a session.',
  address: campaignPath({ campaignId: 'c', sessionId: '01900000-0000-7000-8000-00000000c001' }),
  gestures: {
    'file.chosen': {
      control: { role: 'button', name: 'Choose a file' },
      perform: (driver, { file }) => driver.chooseFile('Recording or transcript', file as never),
    },
    'answer.chosen': {
      control: ({ position }, { context }) => ({
        role: 'button',
        name: openQuestion(context as TranscriptImportContext)?.choices[Number(position)]?.label ?? '',
      }),
    },
    'question.back': { control: { role: 'button', name: 'Back' } },
    'import.cancelled': { control: { role: 'button', name: 'Cancel the import' } },
    'import.retried': { control: { role: 'button', name: 'Try again' } },
    'import.forgotten': { instead: 'Close the form for another file without choosing one.' },
  },
  promises: [
    { in: 'idle', doesNotSee: [reading, asked, cancelled] },
    { in: 'reading', sees: () => [reading], doesNotSee: [asked] },
    { in: 'asking', sees: (snapshot) => [asked, ...sentence(snapshot)], doesNotSee: [reading, sending] },
    { in: 'sending', sees: () => [sending], doesNotSee: [asked] },
    { in: 'done', doesNotSee: [reading, sending, asked] },
    { in: 'failed', sees: (snapshot) => failureShown(snapshot), doesNotSee: [asked] },
    { in: 'cancelled', sees: () => [cancelled], doesNotSee: [asked] },
  ],
};
