import type { Invariant } from '../kit/catalogue.ts';
import type { Failure } from '../kit/failure.ts';

/** What holds in every state of the export. */
export const dataExportInvariants: readonly Invariant<{ readonly failure: Failure | null }>[] = [
  {
    name: 'an archive is made only when the user asks for one',
    holds: ({ started, cause }) => !started.includes('saveArchive') || cause === 'export.requested',
  },
  {
    name: 'it counts as saved only once all of it is there',
    holds: ({ isIn, cause }) => !isIn('saved') || cause === 'saveArchive: the archive is saved',
  },
  {
    name: 'nothing is read for whoever has gone, or has given up',
    holds: ({ cause, running }) =>
      !(cause === 'user.left' || cause === 'cancel') || !running.includes('saveArchive'),
  },
  {
    name: 'a reason is told exactly when it has failed',
    holds: ({ isIn, context }) => (context.failure !== null) === isIn('failed'),
  },
];
