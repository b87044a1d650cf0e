import type { NotesHistory } from '#contract/notes.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const undo = { role: 'button', text: 'Undo' } as const;
const look = { role: 'button', text: /^View the version of/u } as const;
const restore = { role: 'button', text: 'Restore this version' } as const;

const historyOf = ({ context }: { context: unknown }) =>
  (context as { history: NotesHistory | null }).history;

export const notesEditingScreen: FlowScreen = {
  flow: 'notes-editing',
  begin: 'Sign in, open a session with notes that were changed at least once.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-00000000c001',
  gestures: {
    'history.opened': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'closed' ? 'History' : 'History behind',
      }),
    },
    'history.closed': { control: { role: 'button', name: 'Close' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'version.opened': { control: { role: 'button', name: /^View the version of .*, 9 words$/u } },
    'version.left': { control: { role: 'button', name: 'Back to the list' } },
    'restore.requested': { control: { role: 'button', name: 'Restore this version' } },
    'undo.requested': { control: { role: 'button', name: 'Undo' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'closed', doesNotSee: [{ role: 'dialog', text: 'Earlier versions' }] },
    { in: 'open.loading', sees: () => [{ text: 'Loading the versions' }], doesNotSee: [look] },
    { in: 'open.unread', sees: failureShown, doesNotSee: [look] },
    {
      in: 'open.listed',
      sees: (snapshot) => [
        historyOf(snapshot)?.versions.length === 0 ? { text: /No earlier versions yet/u } : look,
      ],
      doesNotSee: [restore],
    },
    { in: 'open.listed.outdated', sees: () => [{ role: 'alert', text: /so it was not undone/u }] },
    { in: 'open.listed.failed', sees: failureShown },
    {
      in: 'open.listed.restored',
      sees: () => [undo, { role: 'status', text: /^The version is restored\./u }],
    },
    { in: 'open.listed.undone', sees: () => [{ role: 'status', text: /^Undone\./u }], doesNotSee: [undo] },
    { in: 'open.reading', sees: () => [{ text: 'Loading the version' }], doesNotSee: [restore] },
    {
      in: 'open.compared',
      sees: () => [restore, { text: 'Rain all day.' }, { text: 'waits' }, { text: 'sleeps' }],
      doesNotSee: [look],
    },
    { in: 'open.compared.outdated', sees: () => [{ role: 'alert', text: /so nothing was restored/u }] },
    { in: 'open.compared.failed', sees: failureShown },
    { in: 'open.restoring', sees: () => [{ ...restore, busy: true }] },
    { in: 'open.undoing', sees: () => [{ ...undo, busy: true }] },
  ],
};
