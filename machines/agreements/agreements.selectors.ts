import type { SnapshotFrom } from 'xstate';
import type { agreementsMachine } from './agreements.machine.ts';

type AgreementsSnapshot = SnapshotFrom<typeof agreementsMachine>;

export const selectPendingAgreements = (snapshot: AgreementsSnapshot) => snapshot.context.pending;
export const selectIsBoxChecked = (snapshot: AgreementsSnapshot) => snapshot.context.isBoxChecked;
/** R5.8 */
export const selectCanAccept = (snapshot: AgreementsSnapshot) =>
  snapshot.can({ type: 'agreements.accepted' });
export const selectAgreementsFailure = (snapshot: AgreementsSnapshot) => snapshot.context.failure;
