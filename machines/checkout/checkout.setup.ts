import { type AnyEventObject, assign, setup } from 'xstate';
import type { Purchase } from '#contract/choices.ts';
import type { SubscriptionTier } from '#contract/prices.ts';
import { minutes, seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export type { Purchase } from '#contract/choices.ts';

/** The parts of the purchase options (R2.34). */
export type OptionsPart = 'subscription' | 'payAsYouGo' | 'faq';

/** How the page was come back to: by the checkout's own ways, or by the browser's. */
export type WayBack = 'completed' | 'abandoned' | 'unsaid';

/** Where the server sends the browser to pay, and how the checkout is called afterwards. */
export interface OpenedCheckout {
  readonly address: string;
  readonly checkoutId: string;
}

/** How a checkout stands, as the server says. */
export interface CheckoutReport {
  readonly state: 'open' | 'processing' | 'paid' | 'expired';
  readonly credits: number;
  readonly tier: SubscriptionTier | null;
}

/**
 * What became of a checkout: what it has brought, or that it has brought nothing yet. `takenIn`: it was completed, but
 * this tab cannot tell which it was.
 */
export type CheckoutNews =
  | ({ readonly kind: 'brought' } & Pick<CheckoutReport, 'credits' | 'tier'>)
  | { readonly kind: 'nothingBought' | 'processing' | 'takenIn' };

export interface CheckoutContext {
  /**
   * The part that is shown, the credits that an analysis lacks, and what the user chose on a public page before; null
   * where there is no such thing.
   */
  readonly shown: {
    readonly part: OptionsPart;
    readonly missing: number | null;
    readonly chosen: Purchase | null;
  };
  /** What was confirmed, until it is bought or given up. */
  readonly purchase: Purchase | null;
  /** The checkout that was opened for it; no id where the browser is sent to the portal, no address once it is back. */
  readonly checkout: { readonly address: string | null; readonly checkoutId: string | null } | null;
  /** What became of the last one, until the user goes on. */
  readonly news: CheckoutNews | null;
  readonly failure: Failure | null;
}

export type CheckoutEvent =
  | { type: 'part.chosen'; part: OptionsPart }
  /** An analysis lacks credits. */
  | { type: 'credits.needed'; missing: number }
  /** The address asks for what the user chose on a public page. */
  | { type: 'purchase.chosen'; purchase: Purchase }
  /** The address no longer asks for it: the user has gone back. */
  | { type: 'choice.withdrawn' }
  | { type: 'purchase.confirmed'; purchase: Purchase }
  | { type: 'retry' }
  /** The purchase options are put away. */
  | { type: 'options.closed' }
  /** The page was loaded anew after the browser had left for a checkout; null: which one is not known any more. */
  | { type: 'return.found'; way: WayBack; checkoutId: string | null }
  /** The browser shows the page that it had left, as it was. */
  | { type: 'page.restored' }
  | { type: 'user.left' };

/** Of the web and of nothing else: no `javascript:`, no address within a page. */
export const isWebAddress = (address: string | null): address is string =>
  address !== null && /^https?:\/\/\S+$/i.test(address);

const atFirst = { part: 'subscription', missing: null, chosen: null } as const;
/** Nothing of a purchase is under way. */
const nothing = { purchase: null, checkout: null, failure: null } as const;

export const noPurchase: CheckoutContext = { shown: atFirst, ...nothing, news: null };

/** R8.3, and the like for credits. */
const refusals = {
  subscription: 'Error initiating Stripe subscription checkout. Please try again later.',
  credits: 'Error initiating Stripe checkout. Please try again later.',
} as const;

/** The address of the portal beside a refusal (R8.2); null where there is none. */
const portalOf = (error: unknown): string | null => {
  const address = failureOf(error).details?.portalUrl;
  return typeof address === 'string' ? address : null;
};

export const checkoutSetup = setup({
  types: {} as { context: CheckoutContext; events: CheckoutEvent; tags: Tag },
  actors: {
    /** Looks up the visitor's id for at most 200 ms (R9.11), then opens the checkout at the server (R7.10, R7.11). */
    openCheckout: notProvidedActor<OpenedCheckout, { purchase: Purchase }>('openCheckout'),
    readCheckout: notProvidedActor<CheckoutReport, { checkoutId: string }>('readCheckout'),
    /** Tells when the browser shows this page again as it was left. */
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
    /** In the words of R8.3; why stays in the code. */
    keepRefusal: assign({
      failure: ({ context }, params: { error: unknown }) => ({
        ...failureOf(params.error),
        message: refusals[context.purchase?.kind ?? 'credits'],
      }),
    }),
    forgetFailure: assign({ failure: null }),
    forgetPurchase: assign(nothing),
    /** The options open anew the next time. */
    forgetShown: assign({ shown: atFirst, news: null }),
    forgetAll: assign(noPurchase),
    /** Keeps in this tab which checkout the browser leaves for, whose it is, and what page was shown. */
    rememberCheckout: notProvidedAction<OpenedCheckout>('rememberCheckout'),
    /** The tab forgets the checkout. */
    forgetCheckout: notProvidedAction('forgetCheckout'),
    /** Sends the browser to the checkout, or to the portal. */
    leavePage: notProvidedAction<{ address: string | null }>('leavePage'),
    /** Who is sent to the portal comes back from there by the ways of that flow. */
    rememberPortalVisit: notProvidedAction('rememberPortalVisit'),
    /** Stops the browser where it is still on its way. */
    stayOnPage: notProvidedAction('stayOnPage'),
    /** Shows the page again that was shown when the browser left. */
    returnToPlace: notProvidedAction<{ way: WayBack }>('returnToPlace'),
    /** Opens the purchase options, where they are not open. */
    showOptions: notProvidedAction('showOptions'),
    /** Closes the purchase options. */
    hideOptions: notProvidedAction('hideOptions'),
    /** Takes the choice out of the address, so that neither a reload nor the way back from the checkout asks for it again. */
    dropChoice: notProvidedAction('dropChoice'),
    /** What the page knows of the user is read anew. */
    refreshUser: notProvidedAction('refreshUser'),
    /** Says in a notice what has become of it, unless the options are open and say it themselves. */
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
    /** Between two questions while somebody waits for the answer. */
    pollInterval: seconds(2),
    /** How long one waits before the page says that it takes longer, and may be used meanwhile. */
    patience: seconds(20),
    /** Between two questions when nobody waits for the answer. */
    slowPollInterval: seconds(10),
    /** After it nobody asks any more; the server hears of the payment by itself. */
    asideLimit: minutes(10),
  },
});
