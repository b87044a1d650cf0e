import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { billingPortalMachine } from './billing-portal.machine.ts';

type BillingPortalSnapshot = SnapshotFrom<typeof billingPortalMachine>;

export const selectIsPortalBusy = (snapshot: BillingPortalSnapshot) => snapshot.hasTag(tag.busy);
export const selectPortalFailure = (snapshot: BillingPortalSnapshot) => snapshot.context.failure;
