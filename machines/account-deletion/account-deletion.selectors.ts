import type { SnapshotFrom } from 'xstate';
import type { accountDeletionMachine } from './account-deletion.machine.ts';

type AccountDeletionSnapshot = SnapshotFrom<typeof accountDeletionMachine>;

export const selectPhrase = (snapshot: AccountDeletionSnapshot) => snapshot.context.phrase;
/** Whether what was typed is the phrase, to the letter (R5.7). */
export const selectCanConfirm = (snapshot: AccountDeletionSnapshot) =>
  snapshot.can({ type: 'deletion.confirmed' });
/** Why the proof was not accepted; null before. */
export const selectProofFailure = (snapshot: AccountDeletionSnapshot) => snapshot.context.failure;
/** Whether one may begin again where it failed or the time was over. */
export const selectCanRetry = (snapshot: AccountDeletionSnapshot) => snapshot.can({ type: 'retry' });
