import { choicePath } from '#contract/choices.ts';
import type { DetailLevel } from '#contract/common.ts';
import { creditsPerHour } from '#contract/credits.ts';
import {
  audioHours,
  creditsOf,
  hourCents,
  type PurchaseQuantity,
  priceStepOf,
  purchaseCents,
  purchaseQuantities,
  type SubscriptionTier,
  savedPercent,
  subscriptionPlans,
  subscriptionTiers,
  valueCents,
} from '#contract/prices.ts';
import { PriceCard } from '#web/ui/price-card.tsx';
import { credits, dollars, hoursRange, wholeNumber } from '#web/ui/text.ts';

const tierNames: Readonly<Record<SubscriptionTier, string>> = { STANDARD: 'Standard', PRO: 'Pro' };

/** `7.5–12.5 hours`: comprehensive to brief. */
const hoursOf = (count: number) =>
  hoursRange({ from: audioHours(count, 'comprehensive'), to: audioHours(count, 'brief') });

function hourPrices(cents: number, count: number): string {
  const hour = (level: DetailLevel) => dollars(hourCents(cents, count, level), 'always');
  return `An hour: ${hour('brief')} brief, ${hour('comprehensive')} comprehensive`;
}

function SubscriptionCard({ tier }: { tier: SubscriptionTier }) {
  const { centsPerMonth, creditsPerMonth } = subscriptionPlans[tier];
  return (
    <PriceCard
      name={tierNames[tier]}
      price={dollars(centsPerMonth)}
      per="a month"
      badge={`${dollars(valueCents(creditsPerMonth))} value`}
      highlighted={tier === 'STANDARD'}
      features={[
        `${credits(creditsPerMonth)} each month`,
        `${hoursOf(creditsPerMonth)} of audio a month`,
        'Credits last one year; cancel at any time',
      ]}
      action={
        <a
          className={`button ${tier === 'STANDARD' ? 'button-primary' : 'button-secondary'}`}
          href={choicePath({ kind: 'subscription', tier })}
        >
          Start with {tierNames[tier]}
        </a>
      }
    />
  );
}

function PurchaseCard({ quantity }: { quantity: PurchaseQuantity }) {
  const count = creditsOf(quantity);
  const cents = purchaseCents(quantity);
  const saved = savedPercent(cents, valueCents(count));
  return (
    <PriceCard
      name={credits(count)}
      price={dollars(cents)}
      per="once"
      badge={saved > 0 ? `Save ${saved}%` : undefined}
      features={[
        `${dollars(priceStepOf(count).centsPerHundred, 'always')} per 100 credits`,
        `${hoursOf(count)} of audio`,
        hourPrices(cents, count),
        'Never expire',
      ]}
      action={
        <a className="button button-secondary" href={choicePath({ kind: 'credits', quantity })}>
          Buy {wholeNumber(count)}
        </a>
      }
    />
  );
}

/** Prices, computed from the contract's constants (R9.1–R9.6). */
export function PricingSection() {
  return (
    <section id="pricing" className="landing-section" aria-labelledby="pricing-title">
      <div className="landing-section-head">
        <p className="eyebrow">Pricing</p>
        <h2 id="pricing-title">You pay only for hours of audio</h2>
        <p className="lead">
          An hour of audio costs {creditsPerHour.brief} credits for brief notes and{' '}
          {creditsPerHour.comprehensive} for comprehensive ones. We charge by the second. Uploading, reading
          and editing are free, and so is your first analysis.
        </p>
      </div>
      <h3 className="pricing-kind">Subscriptions</h3>
      <div className="price-cards pricing-subscriptions">
        {subscriptionTiers.map((tier) => (
          <SubscriptionCard key={tier} tier={tier} />
        ))}
      </div>
      <h3 className="pricing-kind">Pay as you go</h3>
      <div className="price-cards">
        {purchaseQuantities.map((quantity) => (
          <PurchaseCard key={quantity} quantity={quantity} />
        ))}
      </div>
      <ul className="pricing-terms">
        <li>
          Pay-as-you-go credits never expire. Subscription credits last one year from the day they are added.
        </li>
        <li>
          An upgrade takes effect immediately and adds the difference in credits for the days left. A
          downgrade takes effect at the start of the next cycle.
        </li>
        <li>
          These prices are for notes that a language model writes. A server that picks Highlights instead may
          charge less for them. You see the exact price before you start.
        </li>
        <li>Cancel any time: your subscription runs until the end of the period you have paid for.</li>
      </ul>
    </section>
  );
}
