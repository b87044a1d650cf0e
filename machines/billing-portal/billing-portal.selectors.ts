import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { billingPortalMachine } from './billing-portal.machine.ts';

type BillingPortalSnapshot = SnapshotFrom<typeof billingPortalMachine>;

/** Whether the portal is being opened, or the browser is on its way to it. */
export const selectIsPortalBusy = (snapshot: BillingPortalSnapshot) => snapshot.hasTag(tag.busy);
/** Why the portal could not be opened, in the words of R8.4; null while nothing is wrong. */
export const selectPortalFailure = (snapshot: BillingPortalSnapshot) => snapshot.context.failure;
