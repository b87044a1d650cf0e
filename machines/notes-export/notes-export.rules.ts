import type { Invariant } from '../kit/catalogue.ts';
import type { NotesExportContext } from './notes-export.machine.ts';

export const notesExportInvariants: readonly Invariant<NotesExportContext>[] = [
  {
    name: 'makes a file only when the user asks for one, and updates a vault only if one was chosen',
    holds: ({ started, cause, context: { intoVault } }) =>
      !started.includes('saveNotes') || cause === (intoVault ? 'vault.chosen' : 'export.requested'),
  },
  {
    name: 'ends a download whose file would not be what is chosen now',
    holds: ({ cause, running }) => cause !== 'choice.changed' || !running.includes('saveNotes'),
  },
  {
    name: 'shows a reason exactly when nothing was saved',
    holds: ({ isIn, context }) => (context.failure !== null) === isIn('failed'),
  },
];
