import type { SnapshotFrom } from 'xstate';
import type { agreementsMachine } from './agreements.machine.ts';

type AgreementsSnapshot = SnapshotFrom<typeof agreementsMachine>;

export function selectAgreementsStep(snapshot: AgreementsSnapshot) {
  const { value } = snapshot;
  return typeof value === 'object' ? value.due : ('none' as const);
}

export const selectPendingAgreements = (snapshot: AgreementsSnapshot) => snapshot.context.pending;
export const selectIsBoxChecked = (snapshot: AgreementsSnapshot) => snapshot.context.isBoxChecked;
export const selectCanAccept = (snapshot: AgreementsSnapshot) =>
  snapshot.can({ type: 'agreements.accepted' });
export const selectAgreementsFailure = (snapshot: AgreementsSnapshot) => snapshot.context.failure;
