import type { ActiveSubscription } from '#contract/account.ts';
import { subscriptionPlans } from '#contract/prices.ts';
import { subscriptionWords } from '#machines/subscription/subscription.selectors.ts';
import { useBillingPortal } from '#web/flows/billing-portal/use-billing-portal.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { credits, day, dollars } from '#web/ui/text.ts';

interface SubscriptionCardProps {
  subscription: ActiveSubscription | null;
  nextCreditDropDate: string | null;
}

const perMonth = (tier: ActiveSubscription['tier']) => {
  const { centsPerMonth, creditsPerMonth } = subscriptionPlans[tier];
  return `${dollars(centsPerMonth)} a month for ${credits(creditsPerMonth)}`;
};

export function SubscriptionCard({ subscription, nextCreditDropDate }: SubscriptionCardProps) {
  const portal = useBillingPortal();
  const manage = (text: string, kind: 'primary' | 'secondary' = 'secondary') => (
    <Button kind={kind} busy={portal.isBusy} onClick={portal.open}>
      {portal.isBusy ? 'Opening …' : text}
    </Button>
  );
  return (
    <section className="credits-subscription" aria-labelledby="credits-subscription-title">
      <h3 id="credits-subscription-title">Subscription</h3>
      {subscription === null ? (
        <NoSubscription>{manage('Invoices and cards')}</NoSubscription>
      ) : (
        <Subscribed subscription={subscription} nextCreditDropDate={nextCreditDropDate} manage={manage} />
      )}
      {portal.failure ? <Notice kind="error">{portal.failure.message}</Notice> : null}
    </section>
  );
}

function Subscribed({
  subscription,
  nextCreditDropDate,
  manage,
}: SubscriptionCardProps & {
  subscription: ActiveSubscription;
  manage: (text: string, kind?: 'primary' | 'secondary') => React.ReactNode;
}) {
  const { tier, pendingTier, status: state } = subscription;
  const { plan, status, change, problem } = subscriptionWords(subscription, day);
  const coming = subscriptionPlans[pendingTier ?? tier].creditsPerMonth;
  return (
    <>
      <p className="subscription-plan">
        <strong>{plan}</strong>{' '}
        <Badge kind={problem ? 'ember' : state === 'active' ? 'calm' : 'plain'}>{status}</Badge>
      </p>
      <p className="muted">{perMonth(tier)}</p>
      {problem ? (
        <Notice kind="warning" title="A payment failed">
          <p>{problem}</p>
          <p>Update your card or pay the open invoice in the billing portal. You keep your credits.</p>
          {manage('Pay or update card', 'primary')}
        </Notice>
      ) : null}
      {change ? (
        <p>
          {change}: {pendingTier ? perMonth(pendingTier) : null}.
        </p>
      ) : null}
      {nextCreditDropDate ? (
        <p>
          You get the next {credits(coming)} on{' '}
          <time dateTime={nextCreditDropDate}>{day(nextCreditDropDate)}</time>.
        </p>
      ) : null}
      {state === 'cancelled' ? (
        <p>You won’t be charged again or get more credits. You keep the ones you have until they expire.</p>
      ) : null}
      {problem ? null : manage('Manage subscription')}
      <p className="account-aside">
        Use the billing portal for invoices and cards, and to change or cancel. Upgrades apply immediately,
        downgrades from the next cycle.
      </p>
    </>
  );
}

function NoSubscription({ children }: { children: React.ReactNode }) {
  const { open } = useModals();
  const { STANDARD } = subscriptionPlans;
  return (
    <>
      <p>
        You don’t have a subscription. Standard gives you {credits(STANDARD.creditsPerMonth)} a month for{' '}
        {dollars(STANDARD.centsPerMonth)}.
      </p>
      <div className="button-row">
        <Button onClick={() => open('purchaseOptions')}>See subscriptions</Button>
        {children}
      </div>
    </>
  );
}
