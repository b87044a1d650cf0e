import type { SnapshotFrom } from 'xstate';
import type { accountDeletionMachine } from './account-deletion.machine.ts';

type AccountDeletionSnapshot = SnapshotFrom<typeof accountDeletionMachine>;

export type DeletionStep = 'idle' | 'confirming' | 'proving' | 'deleting' | 'failed';

/** What the user has before them. */
export function selectDeletionStep(snapshot: AccountDeletionSnapshot): DeletionStep {
  if (snapshot.matches('awaitingPhrase')) return 'confirming';
  if (snapshot.matches('reauthenticating')) return 'proving';
  if (snapshot.matches('deleting') || snapshot.matches('leaving')) return 'deleting';
  return snapshot.matches('idle') || snapshot.matches('deleted') ? 'idle' : 'failed';
}

export const selectPhrase = (snapshot: AccountDeletionSnapshot) => snapshot.context.phrase;
/** Whether what was typed is the phrase, to the letter (R5.7). */
export const selectCanConfirm = (snapshot: AccountDeletionSnapshot) =>
  snapshot.can({ type: 'deletion.confirmed' });
/** Why the proof was not accepted, or the account not deleted; null while nothing is wrong. */
export const selectDeletionFailure = (snapshot: AccountDeletionSnapshot) => snapshot.context.failure;
export const selectSignInMethod = (snapshot: AccountDeletionSnapshot) => snapshot.context.method;
/** Whether one may begin again where it failed or the time was over. */
export const selectCanRetry = (snapshot: AccountDeletionSnapshot) => snapshot.can({ type: 'retry' });
