import type { Notes, NotesHistory, NotesSection, NotesVersion, ReadVersion } from '#contract/notes.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, staleAt, unreachable } from '../kit/outcomes.ts';
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
const stale = staleAt('the notes were changed elsewhere');

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
  events: {
    'history.opened': [{ name: 'the user opens the history', event: { type: 'history.opened', sessionId } }],
    'history.closed': 'the user closes the dialog',
    retry: 'the user tries again',
    'version.opened': [{ name: 'the user opens a version', event: { type: 'version.opened', revision: 2 } }],
    'version.left': 'the user goes back to the list',
    'restore.requested': 'the user restores the version',
    'undo.requested': 'the user undoes the restore',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readHistory: [
      done('there is an earlier version', before),
      done('there is none', { revision: 1, versions: [] }),
      unreachable,
    ],
    readVersion: [done('it is read', read), unreachable],
    restoreVersion: [done('it is restored', after), stale, unreachable],
    undoRestore: [done('everything is restored', { ...after, revision: 5 }), stale, unreachable],
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
