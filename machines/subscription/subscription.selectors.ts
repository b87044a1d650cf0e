import type { SnapshotFrom } from 'xstate';
import type { ActiveSubscription } from '#contract/account.ts';
import type { SubscriptionTier } from '#contract/prices.ts';
import { tag } from '../kit/tags.ts';
import type { subscriptionMachine } from './subscription.machine.ts';

type SubscriptionSnapshot = SnapshotFrom<typeof subscriptionMachine>;

const selectIsLive = (snapshot: SubscriptionSnapshot): boolean => snapshot.matches({ life: 'active' });

/** R3.2: `cancelled` runs until the period ends. Null without a subscription. */
export function selectStatus(snapshot: SubscriptionSnapshot): ActiveSubscription['status'] | null {
  if (!selectIsLive(snapshot)) return null;
  return snapshot.matches({ life: { active: { course: 'cancelling' } } }) ? 'cancelled' : 'active';
}

/** R3.1: null if uncertain. */
export function selectNextDrop(snapshot: SubscriptionSnapshot): number | null {
  const isSure = selectStatus(snapshot) === 'active' && !snapshot.hasTag(tag.failed);
  return isSure ? snapshot.context.periodEnd : null;
}

const tierNames: Readonly<Record<SubscriptionTier, string>> = { STANDARD: 'Standard', PRO: 'Pro' };

interface SubscriptionWords {
  readonly plan: string;
  readonly status: string;
  readonly change: string | null;
  readonly problem: string | null;
}

/** R4.10, R9.5. @param formatDate formats an ISO date, such as `5 December 2026` */
export function subscriptionWords(
  { tier, status, pendingTier, currentPeriodEnd, graceEndsAt }: ActiveSubscription,
  formatDate: (iso: string) => string,
): SubscriptionWords {
  const periodEnd = formatDate(currentPeriodEnd);
  return {
    plan: tierNames[tier],
    status: status === 'cancelled' ? `Cancels on ${periodEnd}` : 'Active',
    change: pendingTier === null ? null : `Changes to ${tierNames[pendingTier]} on ${periodEnd}`,
    problem:
      graceEndsAt === null
        ? null
        : `Your payment failed. Please pay by ${formatDate(graceEndsAt)}, or your subscription ends.`,
  };
}
