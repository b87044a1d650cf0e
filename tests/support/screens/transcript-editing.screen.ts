import type { AnyMachineSnapshot } from 'xstate';
import type {
  OpenedLine,
  TranscriptEditingContext,
} from '#machines/transcript-editing/transcript-editing.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const contextOf = ({ context }: AnyMachineSnapshot) => context as TranscriptEditingContext;
const words = { role: 'textbox', name: 'Words' } as const;
const undo = { role: 'button', text: /^Undo: line/u } as const;
const saved = { role: 'status', text: /^(?:Line changed|Line split|Lines joined|Line deleted)\.$/u } as const;
const undone = { role: 'status', text: /^Undone: line/u } as const;
const form = { role: 'button', text: 'Save line' } as const;

export const transcriptEditingScreen: FlowScreen = {
  flow: 'transcript-editing',
  begin: 'Sign in, open a session with a transcript, and its tab “Transcript”.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003#transcript',
  gestures: {
    'line.opened': {
      control: ({ line }) => ({
        role: 'button',
        name: `Edit line ${(line as OpenedLine).id.replace('s', '')}`,
      }),
    },
    'words.changed': {
      control: words,
      perform: (driver, { text }) => driver.fill('Words', String(text)),
    },
    'speaker.chosen': { instead: 'Choose somebody from the list “Speaker”.' },
    'save.requested': { control: { role: 'button', name: 'Save line' } },
    'editing.cancelled': { control: { role: 'button', name: 'Cancel' } },
    'line.split': {
      instead: 'Set the cursor between two words of the line, then press “Split at the cursor”.',
    },
    'line.joined': { control: { role: 'button', name: 'Join the next line' } },
    'line.deleted': { control: { role: 'button', name: 'Delete line' } },
    'mine.chosen': { control: { role: 'button', name: 'Save mine' } },
    'theirs.chosen': {
      control: (_, snapshot) => ({
        role: 'button',
        name: contextOf(snapshot).theirs === null ? 'Close' : 'Keep that version',
      }),
    },
    'undo.requested': { control: { role: 'button', name: /^Undo: line/u } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    {
      event: 'words.changed',
      in: 'open',
      when: (snapshot, { text }) => contextOf(snapshot).draft?.text === text,
      reason: 'the form has these words already',
    },
    {
      event: 'line.opened',
      in: 'open',
      when: (snapshot, { line }) => contextOf(snapshot).line?.id === (line as OpenedLine).id,
      reason: 'the line’s form is already open',
    },
  ],
  promises: [
    { in: 'closed', doesNotSee: [form] },
    { in: 'closed.quiet', doesNotSee: [saved, undone] },
    { in: 'closed.saved', sees: () => [saved, undo] },
    { in: 'closed.undone', sees: () => [undone] },
    { in: 'closed.notUndone', sees: failureShown },
    { in: 'open.writing', sees: () => [form], doesNotSee: [undo, saved] },
    { in: 'open.blank', sees: () => [{ text: /Write what was said/u }] },
    { in: 'open.failed', sees: failureShown },
    {
      in: 'open.conflict',
      sees: (snapshot) => [
        { role: 'alert', text: 'This line was changed elsewhere while you were editing' },
        { text: contextOf(snapshot).theirs?.text ?? /The line is gone/u },
      ],
      doesNotSee: [form],
    },
    { in: 'saving', sees: () => [{ ...form, busy: true }] },
    { in: 'undoing', sees: () => [{ ...undo, busy: true }] },
  ],
};
