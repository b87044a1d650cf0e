import { type Invariant, rereadAfter } from '../kit/catalogue.ts';
import type { NotesImportContext } from './notes-import.setup.ts';

export const notesImportInvariants: readonly Invariant<NotesImportContext>[] = [
  {
    name: 'writes nothing before the user has seen the preview and confirmed it',
    holds: ({ started, cause, context }) =>
      !started.includes('writeNotes') || (cause === 'import.confirmed' && context.preview !== null),
  },
  {
    name: 'undoes an import only when the user asks for it',
    holds: ({ started, cause }) => !started.includes('undoImport') || cause === 'undo.requested',
  },
  {
    name: 'starts each new file with the choice to keep what is in the notes',
    holds: ({ cause, context }) => cause !== 'file.chosen' || context.existing === 'keep',
  },
  rereadAfter({
    name: 'reloads the notes on the page after each change, also if its dialog was closed or no answer came, and only then',
    states: ['open.writing', 'open.undoing'],
    action: 'refreshNotes',
  }),
  {
    name: 'shows a reason exactly when something failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.failed') || isIn('open.notUndone')),
  },
  {
    name: 'keeps no data when no import is open',
    holds: ({ isIn, context }) => !isIn('closed') || (context.place === null && context.file === null),
  },
  {
    name: 'makes one request at a time',
    holds: ({ running }) => running.length <= 1,
  },
];
