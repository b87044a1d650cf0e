import { tabFacts } from '#contract/stored.ts';
import type { WayBack } from '#machines/checkout/checkout.setup.ts';
import { type Fact, readFact, writeFact } from './stored-facts.ts';

export type LeftPage = Pick<Window, 'addEventListener' | 'removeEventListener' | 'stop'> & {
  location: Pick<Location, 'assign' | 'pathname' | 'search' | 'hash'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
};

export interface PaymentReturn {
  checkout: { way: WayBack; checkoutId: string | null } | null;
  fromPortal: boolean;
}

const wayOfHash: Readonly<Record<string, WayBack>> = {
  '#purchase-complete': 'completed',
  '#purchase-abandoned': 'abandoned',
};
const portalHash = '#billing';

function storageOf(page: LeftPage): LeftPage['sessionStorage'] | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}

/** One per app. */
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

    leave: (address: string): void => page.location.assign(address),

    stay: (): void => page.stop(),

    watchReturn(heard: () => void): () => void {
      const onShow = (event: PageTransitionEvent) => {
        if (event.persisted) heard();
      };
      page.addEventListener('pageshow', onShow);
      return () => page.removeEventListener('pageshow', onShow);
    },

    findReturn(userId: string): PaymentReturn {
      const kept = read(tabFacts.checkout);
      const own = kept?.userId === userId ? kept : null;
      const said = wayOfHash[page.location.hash] ?? null;
      const fromPortal = page.location.hash === portalHash;
      place = (fromPortal ? read(tabFacts.billingPortal)?.path : own?.path) ?? null;
      if (own === null && said === null) return { checkout: null, fromPortal };
      // A reload must not find the hash again.
      if (own !== null && said !== null) write(tabFacts.checkout, { ...own, way: said });
      return {
        checkout: { way: said ?? own?.way ?? 'unsaid', checkoutId: own?.checkoutId ?? null },
        fromPortal,
      };
    },

    returnToPlace(): void {
      if (isOnWayBack()) navigate(place ?? '/campaign', { replace: true });
    },
  };
}

export type PaymentJourney = ReturnType<typeof createPaymentJourney>;
