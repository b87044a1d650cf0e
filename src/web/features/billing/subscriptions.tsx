import { useState } from 'react';
import type { ActiveSubscription } from '#contract/account.ts';
import { type SubscriptionTier, subscriptionPlans, subscriptionTiers, valueCents } from '#contract/prices.ts';
import { subscriptionWords } from '#machines/subscription/subscription.selectors.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useBillingPortal } from '#web/flows/billing-portal/use-billing-portal.ts';
import type { usePurchase } from '#web/flows/checkout/use-purchase.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { credits, day, dollars } from '#web/ui/text.ts';
import { HoursBought } from './hours-bought.tsx';
import { type TierOffer, tierNames, tierOfferOf } from './prices-in-words.ts';

type Purchase = ReturnType<typeof usePurchase>;
type Portal = ReturnType<typeof useBillingPortal>;

export function Subscriptions({ purchase }: { purchase: Purchase }) {
  const { user } = useAuth();
  const portal = useBillingPortal();
  const [now] = useState(() => Date.now());
  const subscription = user?.activeSubscription ?? null;
  const wanted = purchase.chosen?.kind === 'subscription' ? purchase.chosen.tier : null;
  return (
    <div className="subscriptions">
      {subscription ? (
        <Present
          subscription={subscription}
          nextDrop={user?.nextCreditDropDate ?? null}
          portal={portal}
          isBusy={purchase.step === 'creating'}
        />
      ) : null}
      {portal.failure ? <Notice kind="error">{portal.failure.message}</Notice> : null}
      <div className="plans">
        {subscriptionTiers.map((tier) => (
          <Plan
            key={tier}
            tier={tier}
            offer={tierOfferOf(tier, subscription, now)}
            isRecommended={subscription === null && tier === (wanted ?? 'STANDARD')}
            isChosen={tier === wanted}
            purchase={purchase}
          />
        ))}
      </div>
      <p className="muted billing-foot">
        You get credits every month, and they last a year. Cancel any time: the subscription runs until the
        end of the month you paid for, and you keep your credits.
      </p>
    </div>
  );
}

interface PresentProps {
  subscription: ActiveSubscription;
  nextDrop: string | null;
  portal: Portal;
  isBusy: boolean;
}

function Present({ subscription, nextDrop, portal, isBusy }: PresentProps) {
  const { plan, status, change, problem } = subscriptionWords(subscription, day);
  const isCancelled = subscription.status === 'cancelled';
  const coming = subscriptionPlans[subscription.pendingTier ?? subscription.tier].creditsPerMonth;
  return (
    <section className="present-plan" aria-labelledby="present-plan-title">
      <div className="present-plan-words">
        <h3 id="present-plan-title">
          Your subscription: {plan}{' '}
          <Badge kind={problem ? 'ember' : isCancelled ? 'plain' : 'calm'}>{status}</Badge>
        </h3>
        {problem ? <Notice kind="warning">{problem}</Notice> : null}
        {change ? <p>{change}.</p> : null}
        {nextDrop === null ? null : (
          <p>
            You get the next {credits(coming)} on {day(nextDrop)}.
          </p>
        )}
        {isCancelled ? (
          <p>
            You won’t be charged again, and nothing changes until then. Changed your mind? Resume it in the
            billing portal.
          </p>
        ) : null}
      </div>
      <Button
        kind={problem ? 'primary' : 'secondary'}
        disabled={isBusy}
        busy={portal.isBusy}
        onClick={portal.open}
      >
        {portal.isBusy ? 'Opening …' : portalText(subscription)}
      </Button>
    </section>
  );
}

function portalText({ status, graceEndsAt }: ActiveSubscription): string {
  if (graceEndsAt !== null) return 'Pay in the billing portal';
  return status === 'cancelled' ? 'Resume subscription' : 'Manage or cancel';
}

/** Four comprehensive hours a week are 1,733 credits a month. */
const tableOf: Readonly<Record<SubscriptionTier, string>> = {
  STANDARD: 'For groups that play every other week.',
  PRO: 'For groups that play every week, or for two groups.',
};

interface PlanProps {
  tier: SubscriptionTier;
  offer: TierOffer;
  isRecommended: boolean;
  isChosen: boolean;
  purchase: Purchase;
}

function Plan({ tier, offer, isRecommended, isChosen, purchase }: PlanProps) {
  const { centsPerMonth, creditsPerMonth } = subscriptionPlans[tier];
  const { step, purchase: confirmed } = purchase;
  const isOpening = step === 'creating' && confirmed?.kind === 'subscription' && confirmed.tier === tier;
  const action = actionText(tier, offer);
  const isPresent = offer.kind === 'present';
  return (
    <section
      className={`plan ${isRecommended || isPresent ? 'plan-lit' : ''}`}
      aria-labelledby={`plan-${tier}`}
    >
      <div className="plan-head">
        <h3 id={`plan-${tier}`}>{tierNames[tier]}</h3>
        <Badge kind={isPresent ? 'ember' : 'calm'}>
          {isPresent ? 'Your plan' : `${dollars(valueCents(creditsPerMonth))} value`}
        </Badge>
      </div>
      <p className="plan-table muted">{tableOf[tier]}</p>
      <p className="plan-price">
        <span className="plan-figure">{dollars(centsPerMonth)}</span> a month
      </p>
      <p>
        <strong>{credits(creditsPerMonth)}</strong> each month
      </p>
      <HoursBought credits={creditsPerMonth} />
      <Change offer={offer} />
      {action === null ? null : (
        <Button
          kind={isRecommended || offer.kind === 'upgrade' ? 'primary' : 'secondary'}
          className="plan-action"
          busy={isOpening}
          disabled={step === 'creating' && !isOpening}
          data-starts-here={isChosen || undefined}
          onClick={() => purchase.confirm({ kind: 'subscription', tier })}
        >
          {isOpening ? 'Opening …' : action}
        </Button>
      )}
    </section>
  );
}

function actionText(tier: SubscriptionTier, { kind }: TierOffer): string | null {
  if (kind === 'subscribe') return `Subscribe to ${tierNames[tier]}`;
  if (kind === 'upgrade') return `Upgrade to ${tierNames[tier]}`;
  return kind === 'downgrade' ? `Change to ${tierNames[tier]}` : null;
}

function Change({ offer }: { offer: TierOffer }) {
  switch (offer.kind) {
    case 'upgrade':
      return (
        <p className="plan-change">
          <strong>{credits(offer.creditsNow)} arrive immediately</strong>, for the rest of this month. You pay
          the difference; the portal shows the exact amount before you confirm.
        </p>
      );
    case 'downgrade':
      return (
        <p className="plan-change">
          From <strong>{day(offer.from)}</strong>. Until then you keep your current plan.
        </p>
      );
    case 'coming':
      return (
        <p className="plan-change">
          Starts on <strong>{day(offer.from)}</strong>. You can still change your mind in the billing portal.
        </p>
      );
    case 'closed':
      return (
        <p className="plan-change muted">
          {offer.until === 'paid'
            ? 'You can change plans after you pay the open invoice.'
            : 'You can change plans after you resume yours.'}
        </p>
      );
    case 'subscribe':
    case 'present':
      return null;
  }
}
