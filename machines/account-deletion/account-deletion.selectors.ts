import type { SnapshotFrom } from 'xstate';
import type { accountDeletionMachine } from './account-deletion.machine.ts';

type AccountDeletionSnapshot = SnapshotFrom<typeof accountDeletionMachine>;

type DeletionStep = 'idle' | 'confirming' | 'proving' | 'deleting' | 'unanswered' | 'failed';

export function selectDeletionStep(snapshot: AccountDeletionSnapshot): DeletionStep {
  if (snapshot.matches('awaitingPhrase')) return 'confirming';
  if (snapshot.matches('reauthenticating')) return 'proving';
  if (snapshot.matches('deleting') || snapshot.matches('leaving')) return 'deleting';
  if (snapshot.matches('unanswered')) return 'unanswered';
  return snapshot.matches('idle') || snapshot.matches('deleted') ? 'idle' : 'failed';
}

export const selectPhrase = (snapshot: AccountDeletionSnapshot) => snapshot.context.phrase;
export const selectCanConfirm = (snapshot: AccountDeletionSnapshot) =>
  snapshot.can({ type: 'deletion.confirmed' });
export const selectDeletionFailure = (snapshot: AccountDeletionSnapshot) => snapshot.context.failure;
export const selectSignInMethod = (snapshot: AccountDeletionSnapshot) => snapshot.context.method;
export const selectCanRetry = (snapshot: AccountDeletionSnapshot) => snapshot.can({ type: 'retry' });
