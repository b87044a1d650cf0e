import {
  openBillingPortal,
  purchaseCredits,
  readCheckout,
  receiveStripeEvent,
  subscribe,
} from '#contract/billing.ts';
import { reconcileBooks } from '#contract/reconciliation.ts';
import type { Mount } from '#server/http/mount.ts';
import { createRateLimit, type Limiter } from '#server/platform/rate-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Checkouts } from './checkouts.ts';
import type { BillingEvents } from './events.ts';
import type { Reconcile } from './reconciliation.ts';

const openings = { count: 30, windowMs: 600_000 };
const looks = { count: 90, windowMs: 60_000 };
const maxEventBytes = 512 * 1024;

export function billingRoutes(
  mount: Mount,
  deps: Pick<Shared, 'database' | 'clock'> & {
    service: { checkouts: Checkouts; events: BillingEvents; reconcile: Reconcile } | null;
    publicUrl: string | null;
  },
): void {
  const toOpen = createRateLimit(deps, 'payment pages', openings);
  const toLook = createRateLimit(deps, 'checkouts', looks);

  function serve() {
    if (deps.service === null) throw new Refusal('paymentsUnavailable');
    return deps.service;
  }
  async function checkoutsFor(userId: string, limit: Limiter): Promise<Checkouts> {
    await limit.enforce(userId);
    return serve().checkouts;
  }
  const originOf = (request: Request) => deps.publicUrl ?? new URL(request.url).origin;

  mount(purchaseCredits, async ({ user, body: { quantity, ...said }, request }) =>
    (await checkoutsFor(user.userId, toOpen)).purchase(user.userId, {
      quantity,
      said,
      origin: originOf(request),
    }),
  );
  mount(subscribe, async ({ user, body: { tier, ...said }, request }) =>
    (await checkoutsFor(user.userId, toOpen)).subscribe(user.userId, {
      tier,
      said,
      origin: originOf(request),
    }),
  );
  mount(openBillingPortal, async ({ user, request }) =>
    (await checkoutsFor(user.userId, toOpen)).portal(user.userId, originOf(request)),
  );
  mount(readCheckout, async ({ user, params }) =>
    (await checkoutsFor(user.userId, toLook)).read(user.userId, params.checkoutId),
  );
  mount(
    receiveStripeEvent,
    async ({ body, headers }) => {
      await serve().events.receive(body, headers['stripe-signature']);
      return { received: true as const };
    },
    { maxBodyBytes: maxEventBytes },
  );
  mount(reconcileBooks, ({ body }) => {
    const since = body.since === undefined ? undefined : new Date(body.since);
    return serve().reconcile({ since, mend: body.mend });
  });
}
