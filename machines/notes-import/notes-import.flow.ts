import type { ImportPreview } from '#contract/exports.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails } from '../kit/outcomes.ts';
import { notesImportMachine } from './notes-import.machine.ts';
import { notesImportInvariants } from './notes-import.rules.ts';

const preview: ImportPreview = {
  kind: 'markdown',
  version: '0123456789abcdef0123456789abcdef',
  sessions: [
    {
      title: 'The Bell Below',
      playedAt: null,
      into: { id: '01900000-0000-7000-8000-00000000c001', title: 'The Bell Below' },
      sections: [
        { title: 'People', change: 'changed', text: 'Mira, a guide.', present: 'Mira.' },
        { title: 'Rumours', change: 'new', text: 'None.', present: null },
      ],
    },
  ],
  warnings: [],
};

export const notesImportFlow = defineFlow({
  name: 'notes-import',
  title: 'Import of notes',
  group: 'Sessions and notes',
  paragraph:
    'A game master imports notes: our JSON, an Obsidian vault that we exported, or Markdown with our ' +
    'headings. The page shows what would change before anything is written. The game master chooses ' +
    'whether existing text is kept, added to or replaced, and can undo the whole import.',
  requirements: ['D6', 'D7'],
  synonyms: {
    import: ['Obsidian', 'vault', 'Markdown', 'JSON'],
  },
  machine: notesImportMachine,
  events: {
    'import.opened': [
      {
        name: 'the user opens the import',
        event: {
          type: 'import.opened',
          place: { campaignId: '01900000-0000-7000-8000-00000000ca01', sessionId: null },
        },
      },
    ],
    'import.closed': 'the user closes the dialog',
    'file.chosen': [
      {
        name: 'the user chooses a file',
        event: { type: 'file.chosen', file: { key: 'file-1', name: 'notes.md', sizeBytes: 120 } },
      },
    ],
    'existing.chosen': [
      {
        name: 'the user chooses to replace the text',
        event: { type: 'existing.chosen', existing: 'replace' },
      },
    ],
    'import.confirmed': 'the user confirms',
    'undo.requested': 'the user undoes the import',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readPreview: [
      done('the preview comes', preview),
      fails('there are no notes in the file', 'notesUnreadable', 'We could not find notes in this file.'),
    ],
    writeNotes: [
      done('the notes are written', {
        importedAt: '2026-03-12T20:00:00.000Z',
        sessionsAdded: 0,
        sessionsChanged: 1,
      }),
      fails(
        'the notes changed in the meantime',
        'conflict',
        'The file or the notes changed in the meantime.',
      ),
    ],
    undoImport: [
      done('the notes are restored', undefined),
      fails('the notes changed after the import', 'conflict', 'These notes changed after the import.'),
    ],
  },
  alike: {
    readPreview: {
      'there are no notes in the file': [
        'network',
        'notFound',
        'notesTooLarge',
        'notesTooLong',
        'notesTooComplex',
      ],
    },
    writeNotes: {
      'the notes changed in the meantime': [
        'network',
        'notFound',
        'notesUnreadable',
        'notesTooLarge',
        'notesTooLong',
        'notesTooComplex',
      ],
    },
    undoImport: { 'the notes changed after the import': ['network', 'notFound'] },
  },
  invariants: notesImportInvariants,
});
