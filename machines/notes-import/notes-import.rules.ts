import type { Invariant } from '../kit/catalogue.ts';
import type { NotesImportContext } from './notes-import.setup.ts';

export const notesImportInvariants: readonly Invariant<NotesImportContext>[] = [
  {
    name: 'nothing is written before the user has seen the preview and confirmed it',
    holds: ({ started, cause, context }) =>
      !started.includes('writeNotes') || (cause === 'import.confirmed' && context.preview !== null),
  },
  {
    name: 'an import is undone only when the user asks for it',
    holds: ({ started, cause }) => !started.includes('undoImport') || cause === 'undo.requested',
  },
  {
    name: 'a new file begins with keeping what is in the notes',
    holds: ({ cause, context }) => cause !== 'file.chosen' || context.existing === 'keep',
  },
  {
    name: 'the notes on the page are read again after each change, and only then',
    holds: ({ actions, isIn, cause }) =>
      actions.includes('refreshNotes') ===
      ((isIn('open.written') || isIn('open.undone')) && (cause?.includes(': ') ?? false)),
  },
  {
    name: 'a reason is told exactly where something failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.failed') || isIn('open.notUndone')),
  },
  {
    name: 'nothing of an import is kept when none is open',
    holds: ({ isIn, context }) => !isIn('closed') || (context.place === null && context.file === null),
  },
  {
    name: 'only one thing is asked of the server at a time',
    holds: ({ running }) => running.length <= 1,
  },
];
