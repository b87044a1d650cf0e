import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { notesImportSetup, nothingChosen } from './notes-import.setup.ts';

export const notesImportMachine = notesImportSetup.createMachine({
  id: 'notesImport',
  context: nothingChosen,
  initial: 'closed',
  on: { 'user.left': { target: '.closed', actions: 'forgetEverything' } },
  states: {
    closed: {
      description: 'No import is open.',
      tags: tag.idle,
      on: {
        'import.opened': {
          target: 'open',
          actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        },
      },
    },
    open: {
      description: 'The dialog of the import is open.',
      initial: 'choosing',
      on: { 'import.closed': { target: 'closed', actions: 'forgetEverything' } },
      states: {
        choosing: {
          description:
            'No file is chosen yet. The last import can be undone, as long as nothing that it wrote has changed ' +
            'since.',
          tags: tag.waiting,
          on: {
            'file.chosen': {
              target: 'reading',
              actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
            },
            'undo.requested': 'undoing',
          },
        },
        reading: {
          description: 'The server compares the file with the notes.',
          tags: tag.busy,
          invoke: {
            id: 'readPreview',
            src: 'readPreview',
            input: ({ context }) => ({ place: context.place, file: context.file }),
            onDone: {
              target: 'previewed',
              actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
            },
            onError: { target: 'failed', actions: keepFailure },
          },
        },
        previewed: {
          description: 'The user sees what would change. Nothing is written yet.',
          tags: tag.waiting,
          on: {
            'file.chosen': {
              target: 'reading',
              actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
            },
            'existing.chosen': {
              actions: { type: 'keepChoice', params: ({ event }) => ({ existing: event.existing }) },
            },
            'import.confirmed': 'writing',
          },
        },
        writing: {
          description:
            'The server makes all the changes that the user has chosen, or none. Closing the dialog does not ' +
            'undo them.',
          tags: tag.busy,
          exit: 'refreshNotes',
          invoke: {
            id: 'writeNotes',
            src: 'writeNotes',
            input: ({ context: { place, file, existing, preview } }) => ({
              place,
              file,
              existing,
              version: preview?.version ?? '',
            }),
            onDone: {
              target: 'written',
              actions: { type: 'keepWritten', params: ({ event }) => ({ written: event.output }) },
            },
            onError: { target: 'failed', actions: keepFailure },
          },
        },
        failed: {
          description:
            'The file could not be read, or the notes could not be written. The user can choose the ' +
            'file again, or another one.',
          tags: tag.failed,
          on: {
            'file.chosen': {
              target: 'reading',
              actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
            },
          },
        },
        written: {
          description: 'The notes are imported. The user can undo the import.',
          tags: tag.done,
          on: { 'undo.requested': 'undoing' },
        },
        undoing: {
          description: 'The server restores the notes and removes the sessions that the import added.',
          tags: tag.busy,
          exit: 'refreshNotes',
          invoke: {
            id: 'undoImport',
            src: 'undoImport',
            input: ({ context }) => ({ place: context.place }),
            onDone: 'undone',
            onError: { target: 'notUndone', actions: keepFailure },
          },
        },
        undone: {
          description: 'The notes are as they were before the import.',
          tags: tag.done,
        },
        notUndone: {
          description: 'The import could not be undone; the dialog says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'undo.requested': 'undoing' },
        },
      },
    },
  },
});
