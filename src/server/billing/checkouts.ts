import { and, eq, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm';
import type { SubscriptionTier } from '#contract/prices.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Convergence } from './converge.ts';
import type { Customers } from './customers.ts';
import type { CheckoutWanted, PaymentsPort } from './port.ts';
import { checkouts, payments, subscriptions } from './tables.ts';

const lookedForAfterMs = 30 * 60_000;
const lookedForAtOnce = 200;

interface CheckoutOrigin {
  userAgent: string;
  promotekit_referral?: string | null | undefined;
  gaClientId?: string | null | undefined;
}

interface Opened {
  checkout_url: string;
  checkout_id: string;
}

export type Checkouts = ReturnType<typeof createCheckouts>;

const unpaidStates = ['awaitingFirstPayment', 'ended'];

export function createCheckouts(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & {
    port: PaymentsPort;
    converge: Convergence;
    customers: Customers;
  },
) {
  const { database, clock, port, converge, customers, log } = deps;

  const portalReturn = (origin: string) => `${origin}/campaign#billing`;

  const metadataOf = (said: CheckoutOrigin): Record<string, string> =>
    Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])));

  async function open(
    userId: string,
    item: CheckoutWanted['item'],
    { said, origin }: { said: CheckoutOrigin; origin: string },
  ): Promise<Opened> {
    const { checkoutId, url } = await customers.ask(userId, (customerId) =>
      port.openCheckout({
        userId,
        customerId,
        item,
        successUrl: `${origin}/campaign#purchase-complete`,
        cancelUrl: `${origin}/campaign#purchase-abandoned`,
        metadata: metadataOf(said),
      }),
    );
    await database.orm
      .insert(checkouts)
      .values({ id: checkoutId, userId, ...item, state: 'open', createdAt: clock.now() })
      .onConflictDoNothing();
    return { checkout_url: url, checkout_id: checkoutId };
  }

  async function liveSubscription(userId: string) {
    const [row] = await database.orm
      .select({ id: subscriptions.id, tier: subscriptions.tier, state: subscriptions.state })
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.endedAt)));
    return row !== undefined && !unpaidStates.includes(row.state) ? row : null;
  }

  /** So that the user can't pay twice. */
  async function closeEarlier(userId: string): Promise<void> {
    const earlier = await database.orm
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(and(eq(checkouts.userId, userId), isNotNull(checkouts.tier), eq(checkouts.state, 'open')));
    for (const { id } of earlier) {
      await port.expireCheckout(id);
      await converge.checkout(id);
    }
  }

  async function refuseSecond(userId: string, tier: SubscriptionTier, origin: string): Promise<void> {
    const known = await liveSubscription(userId);
    if (known === null) return;
    await converge.takeIn({ kind: 'subscription', id: known.id });
    const live = await liveSubscription(userId);
    if (live === null || (await converge.endUnknown(live.id))) return;
    const { url } = await customers.ask(userId, (customerId) =>
      port.openPortal({
        customerId,
        returnUrl: portalReturn(origin),
        ...(live.tier === tier ? {} : { change: { subscriptionId: live.id, tier } }),
      }),
    );
    throw new Refusal('redirectToPortal', { beside: { action: 'redirect_to_portal', portal_url: url } });
  }

  async function creditsOfCheckout(checkoutId: string, subscriptionId: string | null): Promise<number> {
    const [row] = await database.orm
      .select({ credits: payments.credits })
      .from(payments)
      .where(
        subscriptionId === null
          ? eq(payments.id, checkoutId)
          : and(eq(payments.subscriptionId, subscriptionId), eq(payments.kind, 'subscription')),
      )
      .orderBy(payments.paidAt)
      .limit(1);
    return row?.credits ?? 0;
  }

  return {
    purchase: (
      userId: string,
      { quantity, ...from }: { quantity: number; said: CheckoutOrigin; origin: string },
    ) => open(userId, { quantity }, from),

    /** @throws Refusal redirectToPortal if the user has a subscription (R8.2) */
    async subscribe(
      userId: string,
      { tier, ...from }: { tier: SubscriptionTier; said: CheckoutOrigin; origin: string },
    ): Promise<Opened> {
      await closeEarlier(userId);
      await refuseSecond(userId, tier, from.origin);
      return open(userId, { tier }, from);
    },

    async portal(userId: string, origin: string): Promise<{ portal_url: string }> {
      const { url } = await customers.ask(userId, (customerId) =>
        port.openPortal({ customerId, returnUrl: portalReturn(origin) }),
      );
      return { portal_url: url };
    },

    async read(
      userId: string,
      checkoutId: string,
    ): Promise<{
      state: 'open' | 'processing' | 'paid' | 'expired';
      credits: number;
      tier: SubscriptionTier | null;
    }> {
      const [row] = await database.orm
        .select()
        .from(checkouts)
        .where(and(eq(checkouts.id, checkoutId), eq(checkouts.userId, userId)));
      if (row === undefined) throw new Refusal('notFound');
      if (row.state === 'expired') return { state: 'expired', credits: 0, tier: row.tier };
      if (row.state === 'paid' && row.quantity !== null)
        return { state: 'paid', credits: await creditsOfCheckout(row.id, null), tier: null };
      const facts = await converge.checkout(row.id);
      if (facts === null) throw new Refusal('notFound');
      const credits = facts.state === 'paid' ? await creditsOfCheckout(row.id, facts.subscriptionId) : 0;
      return { state: facts.state, credits, tier: row.tier };
    },

    async lookFor(): Promise<void> {
      const open = await database.orm
        .select({ id: checkouts.id })
        .from(checkouts)
        .where(
          and(
            eq(checkouts.state, 'open'),
            lt(checkouts.createdAt, new Date(clock.now().getTime() - lookedForAfterMs)),
          ),
        )
        .orderBy(checkouts.createdAt)
        .limit(lookedForAtOnce);
      const gone: string[] = [];
      for (const { id } of open) {
        try {
          if ((await converge.checkout(id)) === null) gone.push(id);
        } catch (error) {
          log.error({ err: error, checkout: id }, 'Could not look for an open checkout.');
        }
      }
      if (gone.length > 0)
        await database.orm
          .update(checkouts)
          .set({ state: 'expired' })
          .where(and(inArray(checkouts.id, gone), ne(checkouts.state, 'paid')));
    },
  };
}
