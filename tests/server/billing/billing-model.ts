import {
  creditsOf,
  purchaseCents,
  type SubscriptionTier,
  subscriptionPlans,
  upgradeCredits,
} from '#contract/prices.ts';

interface Paid {
  cents: number;
  credits: number;
  refunded: number;
}

export class BillingModel {
  readonly paid = new Map<string, Paid>();
  subscription: { tier: SubscriptionTier; pending: SubscriptionTier | null; isCancelled: boolean } | null =
    null;

  get balance(): number {
    return [...this.paid.values()].reduce((sum, one) => sum + one.credits - this.#taken(one), 0);
  }

  #taken({ cents, credits, refunded }: Paid): number {
    return refunded === cents ? credits : Math.floor((credits * refunded) / cents);
  }

  #add(intent: string, cents: number, credits: number): void {
    this.paid.set(intent, { cents, credits, refunded: 0 });
  }

  purchase(intent: string, quantity: number): void {
    this.#add(intent, purchaseCents(quantity), creditsOf(quantity));
  }

  subscribe(intent: string, tier: SubscriptionTier): void {
    this.subscription = { tier, pending: null, isCancelled: false };
    this.month(intent, tier);
  }

  month(intent: string, tier: SubscriptionTier): void {
    this.#add(intent, subscriptionPlans[tier].centsPerMonth, subscriptionPlans[tier].creditsPerMonth);
  }

  upgrade(
    intent: string,
    cents: number,
    cycle: { periodStart: number; periodEnd: number; at: number },
  ): void {
    this.#add(intent, cents, upgradeCredits(cycle));
  }

  refund(intent: string, cents: number): void {
    const one = this.paid.get(intent)!;
    one.refunded = Math.min(one.cents, one.refunded + cents);
  }
}
