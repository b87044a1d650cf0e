import type { AnyMachineSnapshot } from 'xstate';
import type { NotesAutosaveContext } from '#machines/notes-autosave/notes-autosave.setup.ts';
import type { SectionDraft } from '#machines/notes-autosave/section-draft.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const contextOf = ({ context }: AnyMachineSnapshot) => context as NotesAutosaveContext;
const restored = { role: 'status', text: 'Unsaved changes from' } as const;
const saved = { role: 'status', text: 'Saved.' } as const;
const offline = { role: 'alert', text: 'Not saved yet: you are offline.' } as const;
const conflict = { role: 'alert', text: 'This was changed elsewhere while you were editing' } as const;

export const notesAutosaveScreen: FlowScreen = {
  flow: 'notes-autosave',
  begin: 'Sign in, open a session with notes, and press “Edit” at a section.',
  address: (input) =>
    campaignPath({ campaignId: 'c', sessionId: (input as { sessionId: string }).sessionId, tab: 'notes' }),
  bringIntoView: async (driver, snapshot) => {
    if (!snapshot.matches('idle')) return;
    const edit = { role: 'button', name: 'Edit Summary' } as const;
    if (await driver.offers(edit)) await driver.click(edit);
  },
  gestures: {
    'draft.changed': {
      control: { role: 'textbox', name: 'Section title' },
      perform: (driver, { draft }) => driver.fill('Section title', (draft as SectionDraft).title),
    },
    'save.requested': { instead: 'Press anywhere outside the field.' },
    'editing.ended': { control: { role: 'button', name: 'Done' } },
    'draft.discarded': { control: { role: 'button', name: 'Discard changes' } },
    'mine.chosen': { control: { role: 'button', name: 'Save mine' } },
    'theirs.chosen': { control: { role: 'button', name: 'Use that version' } },
    retry: { control: { role: 'button', name: 'Try again' } },
  },
  notOffered: [
    {
      event: 'draft.changed',
      in: '',
      when: (snapshot, { draft }) => contextOf(snapshot).draft?.title === (draft as SectionDraft).title,
      reason: 'the field already has this text',
    },
  ],
  promises: [
    { in: 'idle', doesNotSee: [restored, saved, offline, conflict] },
    { in: 'restored', sees: () => [restored] },
    { in: 'typing', doesNotSee: [restored, saved] },
    { in: 'untitled', sees: () => [{ text: 'Enter a title.' }] },
    { in: 'saving', sees: () => [{ role: 'status', text: 'Saving …' }] },
    { in: 'saved', sees: () => [saved] },
    { in: 'waitingForNetwork', sees: () => [offline] },
    {
      in: 'conflict',
      sees: (snapshot) => [
        conflict,
        { text: contextOf(snapshot).theirs?.title ?? 'The section was removed.' },
      ],
    },
    { in: 'failed', sees: failureShown },
  ],
};
