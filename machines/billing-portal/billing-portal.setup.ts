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
  /** The page was loaded anew on the way back from the portal. */
  | { type: 'return.found' }
  /** The browser shows the page that it had left, as it was. */
  | { type: 'page.restored' }
  | { type: 'user.left' };

/** R8.4 */
const portalFailure = 'Error accessing billing portal. Please try again later.';
/** R8.4: raised where an answer names no address that one can go to. */
export const noPortalUrl = { code: 'noPortalUrl', message: 'No portal URL found in the response' } as const;

export const billingPortalSetup = setup({
  types: {} as { context: BillingPortalContext; events: BillingPortalEvent; tags: Tag },
  actors: {
    /** Gives the portal's address (R7.12); fails with `noPortalUrl` where the answer has none. */
    openPortal: notProvidedActor<string>('openPortal'),
    /** Tells when the browser shows this page again as it was left. */
    watchReturn: notProvidedCallback<AnyEventObject>('watchReturn'),
  },
  actions: {
    keepAddress: assign({ address: (_, params: { address: string }) => params.address }),
    /** Keeps why it failed in the code; the words are those of R8.4. */
    keepFailure: assign({
      failure: (_, params: { error: unknown }) => ({
        code: failureOf(params.error).code,
        message: portalFailure,
        details: null,
      }),
    }),
    forgetAll: assign({ address: null, failure: null }),
    /** Shows the failure as an alert where no dialog is open that does, and logs an address that is missing. */
    tellFailure: notProvidedAction<{ failure: Failure | null }>('tellFailure'),
    /** Keeps in this tab what page was shown. */
    rememberPortalVisit: notProvidedAction('rememberPortalVisit'),
    /** Sends the browser to the portal. */
    leavePage: notProvidedAction<{ address: string | null }>('leavePage'),
    /** Shows the page again that was shown when the browser left, and the subscription on it. */
    returnToPlace: notProvidedAction('returnToPlace'),
    /** What the page knows of the user is read anew. */
    refreshUser: notProvidedAction('refreshUser'),
  },
  guards: {
    isWebAddress: (_, params: { address: string }) => isWebAddress(params.address),
  },
  delays: {
    /** Who is still on the page then has stayed. */
    leaveLimit: seconds(10),
    /** What was changed in the portal may reach the server a moment later. */
    settlingTime: seconds(3),
  },
});
