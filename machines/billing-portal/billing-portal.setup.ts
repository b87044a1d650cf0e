import { type AnyEventObject, assign, setup } from 'xstate';
import { isWebAddress } from '../checkout/checkout.setup.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface BillingPortalContext {
  readonly address: string | null;
  readonly failure: Failure | null;
}

export type BillingPortalEvent =
  | { type: 'portal.requested' }
  /** The page was loaded on return from the portal. */
  | { type: 'return.found' }
  /** The browser restored the page (Back button). */
  | { type: 'page.restored' }
  | { type: 'user.left' };

/** R8.4 */
const portalFailure = 'Error accessing billing portal. Please try again later.';
/** R8.4: the response has no usable address. */
export const noPortalUrl = { code: 'noPortalUrl', message: 'No portal URL found in the response' } as const;

export const billingPortalSetup = setup({
  types: {} as { context: BillingPortalContext; events: BillingPortalEvent; tags: Tag },
  actors: {
    /** Returns the portal's address (R7.12); fails with `noPortalUrl` if there is none. */
    openPortal: notProvidedActor<string>('openPortal'),
    /** Reports when the browser restores this page. */
    watchReturn: notProvidedCallback<AnyEventObject>('watchReturn'),
  },
  actions: {
    keepAddress: assign({ address: (_, params: { address: string }) => params.address }),
    /** The code has the reason; the text is from R8.4. */
    keepFailure: assign({
      failure: (_, params: { error: unknown }) => ({
        code: failureOf(params.error).code,
        message: portalFailure,
        details: null,
      }),
    }),
    forgetAll: assign({ address: null, failure: null }),
    /** Shows an alert if no open dialog shows the failure, and logs a missing address. */
    tellFailure: notProvidedAction<{ failure: Failure | null }>('tellFailure'),
    /** Stores the current page in this tab. */
    rememberPortalVisit: notProvidedAction('rememberPortalVisit'),
    leavePage: notProvidedAction<{ address: string | null }>('leavePage'),
    /** Restores the page from before, with the subscription. */
    returnToPlace: notProvidedAction('returnToPlace'),
    /** Reloads the user. */
    refreshUser: notProvidedAction('refreshUser'),
  },
  guards: {
    isWebAddress: (_, params: { address: string }) => isWebAddress(params.address),
  },
  delays: {
    /** A user who is still on the page then has stayed. */
    leaveLimit: seconds(10),
    /** Changes in the portal may take a moment to reach the server. */
    settlingTime: seconds(3),
  },
});
