import { tabFacts } from '#contract/stored.ts';
import type { WayBack } from '#machines/checkout/checkout.setup.ts';
import { type Fact, readFact, writeFact } from './stored-facts.ts';

/** The part of `window` that is left to pay, and come back to. */
export type LeftPage = Pick<Window, 'addEventListener' | 'removeEventListener' | 'stop'> & {
  location: Pick<Location, 'assign' | 'pathname' | 'search' | 'hash'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
};

/** How the page was come back to; null where nobody was away for it. */
export interface PaymentReturn {
  checkout: { way: WayBack; checkoutId: string | null } | null;
  fromPortal: boolean;
}

/** The hashes of the addresses that the server gives to the checkout and to the portal. */
const wayOfHash: Readonly<Record<string, WayBack>> = {
  '#purchase-complete': 'completed',
  '#purchase-abandoned': 'abandoned',
};
const portalHash = '#billing';

/** A tab may keep nothing where its storage is shut off. */
function storageOf(page: LeftPage): Storage | null {
  try {
    return page.sessionStorage as Storage;
  } catch {
    return null;
  }
}

/** Leaves for the checkout or the billing portal, and knows afterwards what was shown before. One for each app. */
export function createPaymentJourney(
  page: LeftPage,
  { navigate }: { navigate: (to: string, options: { replace: boolean }) => void },
) {
  const storage = storageOf(page);
  const here = () => `${page.location.pathname}${page.location.search}${page.location.hash}`;
  const isOnWayBack = () => page.location.hash === portalHash || page.location.hash in wayOfHash;
  const read = <Value>(fact: Fact<Value>) => (storage === null ? null : readFact(storage, fact));
  const write = <Value>(fact: Fact<Value>, value: NoInfer<Value> | null) => {
    if (storage !== null) writeFact<Value | null>(storage, fact, value);
  };
  let place: string | null = null;

  return {
    rememberCheckout: (userId: string, checkoutId: string): void =>
      write(tabFacts.checkout, { userId, checkoutId, path: here(), way: 'unsaid' }),
    forgetCheckout: (): void => write(tabFacts.checkout, null),
    rememberPortalVisit: (): void => write(tabFacts.billingPortal, { path: here() }),

    /** @param address of the web; the charts let no other through */
    leave: (address: string): void => page.location.assign(address),

    /** Stops the browser where it is still on its way. */
    stay: (): void => page.stop(),

    /** Tells when the browser shows the page as it was left, by its Back button. Gives back how to stop. */
    watchReturn(heard: () => void): () => void {
      const onShow = (event: PageTransitionEvent) => {
        if (event.persisted) heard();
      };
      page.addEventListener('pageshow', onShow);
      return () => page.removeEventListener('pageshow', onShow);
    },

    /** Looks once, when it is known who is here, whether the browser has come back; what another user left counts for nothing. */
    findReturn(userId: string): PaymentReturn {
      const kept = read(tabFacts.checkout);
      const own = kept?.userId === userId ? kept : null;
      const said = wayOfHash[page.location.hash] ?? null;
      const fromPortal = page.location.hash === portalHash;
      place = (fromPortal ? read(tabFacts.billingPortal)?.path : own?.path) ?? null;
      if (own === null && said === null) return { checkout: null, fromPortal };
      // A reload finds the hash no more.
      if (own !== null && said !== null) write(tabFacts.checkout, { ...own, way: said });
      return {
        checkout: { way: said ?? own?.way ?? 'unsaid', checkoutId: own?.checkoutId ?? null },
        fromPortal,
      };
    },

    /** Shows what was shown when the browser left; who came back by the browser's own ways is there already. */
    returnToPlace(): void {
      if (isOnWayBack()) navigate(place ?? '/campaign', { replace: true });
    },
  };
}

export type PaymentJourney = ReturnType<typeof createPaymentJourney>;
