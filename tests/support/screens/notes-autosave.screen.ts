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
  begin: 'Sign in, and open a session with notes.',
  address: (input) =>
    campaignPath({ campaignId: 'c', sessionId: (input as { sessionId: string }).sessionId, tab: 'notes' }),
  gestures: {
    'section.opened': { control: { role: 'button', name: 'Edit Summary' } },
    'section.seen': { instead: 'Change the section in a second tab, and return to this one.' },
    'draft.changed': {
      control: { role: 'textbox', name: 'Section title' },
      perform: (driver, { draft }) => driver.fill('Section title', (draft as SectionDraft).title),
    },
    'save.requested': { instead: 'Press anywhere outside the field.' },
    'editor.left': { instead: 'Open another page of the app.' },
    'editing.ended': {
      control: (_, snapshot) => ({ role: 'button', name: snapshot.matches('open') ? 'Close' : 'Done' }),
    },
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
    { in: 'closed', doesNotSee: [restored, offline, conflict, { text: 'Section title' }] },
    { in: 'open', doesNotSee: [restored, saved, offline, conflict] },
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
