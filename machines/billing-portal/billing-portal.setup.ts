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

type BillingPortalEvent =
  | { type: 'portal.requested' }
  | { type: 'return.found' }
  | { type: 'page.restored' }
  | { type: 'user.left' };

const portalFailure = 'Error accessing billing portal. Please try again later.';
export const noPortalUrl = { code: 'noPortalUrl', message: 'No portal URL found in the response' } as const;

export const billingPortalSetup = setup({
  types: {} as { context: BillingPortalContext; events: BillingPortalEvent; tags: Tag },
  actors: {
    openPortal: notProvidedActor<string>('openPortal'),
    watchReturn: notProvidedCallback<AnyEventObject>('watchReturn'),
  },
  actions: {
    keepAddress: assign({ address: (_, params: { address: string }) => params.address }),
    keepFailure: assign({
      failure: (_, params: { error: unknown }) => ({
        code: failureOf(params.error).code,
        message: portalFailure,
        details: null,
      }),
    }),
    forgetAll: assign({ address: null, failure: null }),
    tellFailure: notProvidedAction<{ failure: Failure | null }>('tellFailure'),
    rememberPortalVisit: notProvidedAction('rememberPortalVisit'),
    leavePage: notProvidedAction<{ address: string | null }>('leavePage'),
    returnToPlace: notProvidedAction('returnToPlace'),
    refreshUser: notProvidedAction('refreshUser'),
  },
  guards: {
    isWebAddress: (_, params: { address: string }) => isWebAddress(params.address),
  },
  delays: {
    leaveLimit: seconds(10),
    /** Changes in the portal may take a moment to reach the server. */
    settlingTime: seconds(3),
  },
});
