import { type AnyEventObject, assign, setup } from 'xstate';
import type { Purchase } from '#contract/choices.ts';
import type { SubscriptionTier } from '#contract/prices.ts';
import { minutes, seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import { polling } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';

export type { Purchase } from '#contract/choices.ts';

export type OptionsPart = 'subscription' | 'payAsYouGo' | 'faq';

export type WayBack = 'completed' | 'abandoned' | 'unsaid';

interface OpenedCheckout {
  readonly address: string;
  readonly checkoutId: string;
}

interface CheckoutReport {
  readonly state: 'open' | 'processing' | 'paid' | 'expired';
  readonly credits: number;
  readonly tier: SubscriptionTier | null;
}

/** `takenIn`: complete, but this tab does not know which checkout. */
export type CheckoutNews =
  | ({ readonly kind: 'brought' } & Pick<CheckoutReport, 'credits' | 'tier'>)
  | { readonly kind: 'nothingBought' | 'processing' | 'takenIn' };

export interface CheckoutContext {
  readonly shown: {
    readonly part: OptionsPart;
    readonly missing: number | null;
    readonly chosen: Purchase | null;
  };
  readonly purchase: Purchase | null;
  /** No id if the browser goes to the portal, no address once it is back. */
  readonly checkout: { readonly address: string | null; readonly checkoutId: string | null } | null;
  readonly news: CheckoutNews | null;
  readonly questions: number;
  readonly failure: Failure | null;
}

type CheckoutEvent =
  | { type: 'part.chosen'; part: OptionsPart }
  | { type: 'credits.needed'; missing: number }
  | { type: 'purchase.chosen'; purchase: Purchase }
  | { type: 'choice.withdrawn' }
  | { type: 'purchase.confirmed'; purchase: Purchase }
  | { type: 'retry' }
  | { type: 'options.closed' }
  /** Null: the id is unknown. */
  | { type: 'return.found'; way: WayBack; checkoutId: string | null }
  | { type: 'page.restored' }
  | { type: 'user.left' };

/** No `javascript:`, no address within a page. */
export const isWebAddress = (address: string | null): address is string =>
  address !== null && /^https?:\/\/\S+$/i.test(address);

const atFirst = { part: 'subscription', missing: null, chosen: null } as const;
const nothing = { purchase: null, checkout: null, failure: null } as const;

export const noPurchase: CheckoutContext = { shown: atFirst, ...nothing, news: null, questions: 0 };

const askingAside = polling(...[10, 10, 20, 30, 45].map(seconds));

const refusals = {
  subscription: 'Error initiating Stripe subscription checkout. Please try again later.',
  credits: 'Error initiating Stripe checkout. Please try again later.',
} as const;

const portalOf = (error: unknown): string | null => {
  const address = failureOf(error).details?.portalUrl;
  return typeof address === 'string' ? address : null;
};

export const checkoutSetup = setup({
  types: {} as { context: CheckoutContext; events: CheckoutEvent; tags: Tag },
  actors: {
    /** R9.11, R7.10, R7.11: waits up to 200 ms for the analytics id. */
    openCheckout: notProvidedActor<OpenedCheckout, { purchase: Purchase }>('openCheckout'),
    readCheckout: notProvidedActor<CheckoutReport, { checkoutId: string }>('readCheckout'),
    watchReturn: notProvidedCallback<AnyEventObject>('watchReturn'),
  },
  actions: {
    keepPart: assign({
      shown: ({ context }, params: { part: OptionsPart }) => ({ ...context.shown, part: params.part }),
    }),
    keepNeed: assign({
      shown: (_, params: { missing: number }) =>
        ({ part: 'payAsYouGo', missing: params.missing, chosen: null }) as const,
    }),
    keepChoice: assign({
      news: null,
      shown: (_, { purchase }: { purchase: Purchase }) =>
        ({
          part: purchase.kind === 'credits' ? 'payAsYouGo' : 'subscription',
          missing: null,
          chosen: purchase,
        }) as const,
    }),
    forgetChoice: assign({ shown: ({ context }) => ({ ...context.shown, chosen: null }) }),
    keepPurchase: assign({
      ...nothing,
      news: null,
      purchase: (_, params: { purchase: Purchase }) => params.purchase,
    }),
    keepCheckout: assign({
      checkout: (_, { address, checkoutId }: OpenedCheckout) => ({ address, checkoutId }),
    }),
    keepPortal: assign({
      checkout: (_, params: { error: unknown }) => ({ address: portalOf(params.error), checkoutId: null }),
    }),
    keepReturn: assign({
      news: null,
      checkout: (_, { checkoutId }: { checkoutId: string | null }) => ({ address: null, checkoutId }),
    }),
    keepBrought: assign({
      ...nothing,
      news: (_, { credits, tier }: CheckoutReport) => ({ kind: 'brought', credits, tier }) as const,
    }),
    keepNews: assign({ ...nothing, news: (_, params: CheckoutNews) => params }),
    keepRefusal: assign({
      failure: ({ context }, params: { error: unknown }) => ({
        ...failureOf(params.error),
        message: refusals[context.purchase?.kind ?? 'credits'],
      }),
    }),
    forgetFailure: assign({ failure: null }),
    countQuestion: assign({ questions: askingAside.count }),
    forgetQuestions: assign({ questions: 0 }),
    forgetPurchase: assign(nothing),
    forgetShown: assign({ shown: atFirst, news: null }),
    forgetAll: assign(noPurchase),
    rememberCheckout: notProvidedAction<OpenedCheckout>('rememberCheckout'),
    forgetCheckout: notProvidedAction('forgetCheckout'),
    leavePage: notProvidedAction<{ address: string | null }>('leavePage'),
    rememberPortalVisit: notProvidedAction('rememberPortalVisit'),
    stayOnPage: notProvidedAction('stayOnPage'),
    returnToPlace: notProvidedAction<{ way: WayBack }>('returnToPlace'),
    showOptions: notProvidedAction('showOptions'),
    hideOptions: notProvidedAction('hideOptions'),
    dropChoice: notProvidedAction('dropChoice'),
    refreshUser: notProvidedAction('refreshUser'),
    tellNews: notProvidedAction<CheckoutNews>('tellNews'),
  },
  guards: {
    hasChoice: ({ context }) => context.shown.chosen !== null,
    isWebAddress: (_, params: OpenedCheckout) => isWebAddress(params.address),
    leadsToPortal: (_, params: { error: unknown }) =>
      hasCode(params.error, 'redirectToPortal') && isWebAddress(portalOf(params.error)),
    isPaid: (_, params: CheckoutReport) => params.state === 'paid',
    isProcessing: (_, params: CheckoutReport) => params.state === 'processing',
    isExpired: (_, params: CheckoutReport) => params.state === 'expired',
    isUnknown: (_, params: { error: unknown }) => hasCode(params.error, 'notFound'),
    isCompleted: (_, params: { way: WayBack; checkoutId: string | null }) =>
      params.way === 'completed' && params.checkoutId !== null,
    isNamed: (_, params: { checkoutId: string | null }) => params.checkoutId !== null,
    isClaimed: (_, params: { way: WayBack }) => params.way === 'completed',
  },
  delays: {
    pollInterval: seconds(2),
    patience: seconds(20),
    slowPollInterval: askingAside.nextPause,
    asideLimit: minutes(10),
  },
});
