import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { billingPortalMachine } from './billing-portal.machine.ts';

type BillingPortalSnapshot = SnapshotFrom<typeof billingPortalMachine>;

/** Whether the portal is opening. */
export const selectIsPortalBusy = (snapshot: BillingPortalSnapshot) => snapshot.hasTag(tag.busy);
/** Why the portal could not be opened (R8.4), or null. */
export const selectPortalFailure = (snapshot: BillingPortalSnapshot) => snapshot.context.failure;
