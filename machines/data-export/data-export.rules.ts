import type { Invariant } from '../kit/catalogue.ts';
import type { Failure } from '../kit/failure.ts';

export const dataExportInvariants: readonly Invariant<{ readonly failure: Failure | null }>[] = [
  {
    name: 'creates an archive only when the user asks for one',
    holds: ({ started, cause }) => !started.includes('saveArchive') || cause === 'export.requested',
  },
  {
    name: 'counts as saved only after the complete download',
    holds: ({ isIn, cause }) => !isIn('saved') || cause === 'saveArchive: the archive is saved',
  },
  {
    name: 'reads nothing after the user has signed out or cancelled',
    holds: ({ cause, running }) =>
      !(cause === 'user.left' || cause === 'cancel') || !running.includes('saveArchive'),
  },
  {
    name: 'shows a reason exactly when the export has failed',
    holds: ({ isIn, context }) => (context.failure !== null) === isIn('failed'),
  },
];
