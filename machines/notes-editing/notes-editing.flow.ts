import type { Notes, NotesHistory, NotesSection, NotesVersion, ReadVersion } from '#contract/notes.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { unreachable } from '../kit/outcomes.ts';
import { notesEditingMachine } from './notes-editing.machine.ts';
import { notesEditingInvariants } from './notes-editing.rules.ts';

const sessionId = '01900000-0000-7000-8000-00000000c001';

const section = (key: string, title: string, body: string): NotesSection => ({
  key,
  title,
  body,
  visibility: 'gm',
  source: 'user',
  lines: [],
});
const present: Notes = {
  sessionId,
  revision: 3,
  updatedAt: '2026-03-01T21:00:00.000Z',
  sections: [section('inn', 'The inn', 'Pike sleeps by the fire.')],
};
const earlier: NotesVersion = {
  revision: 2,
  writtenAt: '2026-03-01T20:00:00.000Z',
  replacedAt: '2026-03-01T21:00:00.000Z',
  replacedBy: 'edit',
  sectionCount: 2,
  wordCount: 9,
};
const before: NotesHistory = { revision: 3, versions: [earlier] };
const after: NotesHistory = {
  revision: 4,
  versions: [{ ...earlier, revision: 3, replacedBy: 'restore', sectionCount: 1, wordCount: 5 }, earlier],
};
const read: ReadVersion = {
  version: {
    ...earlier,
    sections: [
      section('inn', 'The inn', 'Pike waits by the fire.'),
      section('road', 'The road', 'Rain all day.'),
    ],
  },
  present,
};
const stale = {
  name: 'the notes were changed elsewhere',
  type: 'error' as const,
  error: {
    code: 'staleRevision',
    message: 'This was changed somewhere else. Compare both versions before you save.',
  },
};

export const notesEditingFlow = defineFlow({
  name: 'notes-editing',
  title: 'Earlier versions of notes',
  group: 'Sessions and notes',
  paragraph:
    'A session keeps up to 100 earlier versions of its notes: the one before each change, or before ' +
    'several edits within ten minutes. The game master opens an earlier version, sees what restoring it ' +
    'would add and remove, and restores it. The restore can be undone.',
  requirements: ['R2.34'],
  synonyms: {
    version: ['history', 'restore', 'roll back', 'undo', 'edited'],
  },
  machine: notesEditingMachine,
  scenarios: [{ name: 'page opened' }],
  events: {
    'history.opened': [{ name: 'the user opens the history', event: { type: 'history.opened', sessionId } }],
    'history.closed': [{ name: 'the user closes the dialog', event: { type: 'history.closed' } }],
    retry: [{ name: 'the user tries again', event: { type: 'retry' } }],
    'version.opened': [{ name: 'the user opens a version', event: { type: 'version.opened', revision: 2 } }],
    'version.left': [{ name: 'the user goes back to the list', event: { type: 'version.left' } }],
    'restore.requested': [{ name: 'the user restores the version', event: { type: 'restore.requested' } }],
    'undo.requested': [{ name: 'the user undoes the restore', event: { type: 'undo.requested' } }],
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {
    readHistory: [
      { name: 'there is an earlier version', type: 'done', output: before },
      { name: 'there is none', type: 'done', output: { revision: 1, versions: [] } },
      unreachable,
    ],
    readVersion: [{ name: 'it is read', type: 'done', output: read }, unreachable],
    restoreVersion: [{ name: 'it is restored', type: 'done', output: after }, stale, unreachable],
    undoRestore: [
      { name: 'everything is restored', type: 'done', output: { ...after, revision: 5 } },
      stale,
      unreachable,
    ],
  },
  alike: {
    readHistory: { 'the server cannot be reached': ['notFound', 'preconditionRequired'] },
    readVersion: { 'the server cannot be reached': ['notFound'] },
  },
  guards: {
    isListed: 'The version is in the list.',
    hasUndo: 'There is a restore to undo.',
    isOutdated: 'The notes were changed somewhere else.',
    cameTooLate: 'The server says that the notes were changed somewhere else.',
  },
  invariants: notesEditingInvariants,
});
