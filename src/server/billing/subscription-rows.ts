import { and, eq, isNull } from 'drizzle-orm';
import type { ActiveSubscription } from '#contract/account.ts';
import { present } from '#contract/unknown-values.ts';
import {
  restore,
  type SubscriptionRecord,
  subscriptionStates,
} from '#machines/subscription/subscription.convergence.ts';
import { selectNextDrop, selectStatus } from '#machines/subscription/subscription.selectors.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { subscriptions } from './tables.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

export const recordOfRow = (row: SubscriptionRow): SubscriptionRecord => ({
  state: present(
    subscriptionStates.find((state) => state === row.state),
    `state "${row.state}" of a subscription`,
  ),
  tier: row.tier,
  pendingTier: row.pendingTier,
  periodStart: row.periodStart.getTime(),
  periodEnd: row.periodEnd.getTime(),
  cancelledAt: row.cancelledAt?.getTime() ?? null,
  graceEndsAt: row.graceEndsAt?.getTime() ?? null,
});

const moment = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds));

export const columnsOf = (record: SubscriptionRecord) => ({
  state: record.state,
  tier: record.tier,
  pendingTier: record.pendingTier,
  periodStart: new Date(record.periodStart),
  periodEnd: new Date(record.periodEnd),
  cancelledAt: moment(record.cancelledAt),
  graceEndsAt: moment(record.graceEndsAt),
});

export interface SubscriptionShown {
  activeSubscription: ActiveSubscription | null;
  nextCreditDropDate: string | null;
}

export function describeSubscription(row: SubscriptionRow | null): SubscriptionShown {
  const nothing = { activeSubscription: null, nextCreditDropDate: null };
  if (row === null) return nothing;
  const snapshot = restore(recordOfRow(row), { month: 'none', invoiceIds: [] });
  const status = selectStatus(snapshot);
  if (status === null) return nothing;
  return {
    activeSubscription: {
      tier: row.tier,
      status,
      startDate: row.startedAt.toISOString(),
      currentPeriodStart: row.periodStart.toISOString(),
      currentPeriodEnd: row.periodEnd.toISOString(),
      cancelledAt: row.cancelledAt?.toISOString() ?? null,
      pendingTier: row.pendingTier,
      graceEndsAt: row.graceEndsAt?.toISOString() ?? null,
    },
    nextCreditDropDate: moment(selectNextDrop(snapshot))?.toISOString() ?? null,
  };
}

export const isLiveOf = (userId: string) =>
  and(eq(subscriptions.userId, userId), isNull(subscriptions.endedAt));

export async function activeSubscription(orm: Orm, userId: string): Promise<SubscriptionShown> {
  const [row] = await orm.select().from(subscriptions).where(isLiveOf(userId));
  return describeSubscription(row ?? null);
}
