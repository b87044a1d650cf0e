import { defineFlow } from '../kit/catalogue.ts';
import { done, unreachable } from '../kit/outcomes.ts';
import { type NotesExportContext, notesExportMachine } from './notes-export.machine.ts';
import { notesExportInvariants } from './notes-export.rules.ts';

export const notesExportFlow = defineFlow({
  name: 'notes-export',
  title: 'Export of notes',
  group: 'Sessions and notes',
  paragraph:
    'The user downloads the notes of a session or of a campaign in the format of their choice, with what its readers may see. ' +
    'A vault of Obsidian that was exported before can be updated: what the user wrote in it stays.',
  requirements: [],
  synonyms: {
    export: ['download', 'print', 'PDF', 'Markdown', 'take my notes with me'],
    vault: ['Obsidian', 'zip'],
  },
  machine: notesExportMachine,
  scenarios: [{ name: 'dialog opened' }],
  events: {
    'export.requested': 'the user downloads the notes',
    'vault.chosen': 'the user chooses a vault to update',
    'choice.changed': 'the user chooses again',
  },
  outcomes: {
    saveNotes: [
      done('the file is saved', undefined),
      {
        name: 'the zip is no vault',
        type: 'error',
        error: { code: 'notesUnreadable', message: 'This file could not be read as notes.' },
        fits: ({ intoVault }: NotesExportContext) => intoVault,
      },
      unreachable,
    ],
  },
  alike: {
    saveNotes: {
      'the zip is no vault': ['notesTooLarge', 'notesTooLong'],
      'the server cannot be reached': ['notFound', 'notesTooComplex'],
    },
  },
  words: { intoVault: 'updates a vault' },
  byHand: { 'the zip is no vault': 'Rename a picture to vault.zip, and choose it.' },
  invariants: notesExportInvariants,
});
