import { html } from 'hono/html';
import { type SubscriptionTier, subscriptionPlans, subscriptionTiers } from '#contract/prices.ts';
import { isDearer, previewUpgrade } from '../acts/subscriptions.ts';
import { tierName, tierOfPrice } from '../objects/catalogue.ts';
import { isFailing } from '../objects/customer.ts';
import { isLive, itemOf, tierOf } from '../objects/subscription.ts';
import type { Seconds } from '../periods.ts';
import type {
  Customer,
  Invoice,
  PaymentMethod,
  PortalSession,
  Subscription,
  SubscriptionSchedule,
} from '../wire.ts';
import { action, alertOf, day, type Markup, money, page } from './layout.ts';

export interface PortalView {
  path: string;
  session: PortalSession;
  customer: Customer;
  now: Seconds;
  card: PaymentMethod | null;
  subscriptions: readonly { subscription: Subscription; schedule: SubscriptionSchedule | null }[];
  invoices: readonly Invoice[];
  purchases: readonly Purchase[];
}

export interface Purchase {
  at: Seconds;
  what: string;
  cents: number;
  state: 'paid' | 'processing' | 'refunded' | 'partly refunded' | 'failed';
}

const news = {
  changed: 'Your plan has changed.',
  waits: 'Your plan changes when the period ends.',
  kept: 'Your plan stays as it is.',
  cancelled: 'Your subscription ends with the period.',
  resumed: 'Your subscription continues.',
  card: 'Your card was changed.',
  paid: 'The invoice is paid.',
  declined: 'Your card was declined. Nothing has changed.',
};
export type PortalNews = keyof typeof news;
export const isPortalNews = (given: string): given is PortalNews => Object.hasOwn(news, given);

const table = (name: string, columns: readonly string[], rows: readonly Markup[]): Markup =>
  html`<div class="table" role="group" aria-label="${name}" tabindex="0"><table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;

const monthly = (tier: SubscriptionTier) => `${money(subscriptionPlans[tier].centsPerMonth)} a month`;

function standing({ subscription, schedule }: PortalView['subscriptions'][number]): string {
  const end = day(itemOf(subscription).current_period_end);
  if (!isLive(subscription)) return `Ended on ${day(subscription.ended_at ?? 0)}.`;
  if (subscription.cancel_at_period_end) return `Ends on ${end}.`;
  const coming = tierOfPrice(schedule?.phases.at(-1)?.items[0]?.price ?? '');
  if (coming !== null) return `Changes to ${tierName[coming]} (${monthly(coming)}) on ${end}.`;
  return `Renews on ${end}.`;
}

function planSection(view: PortalView, one: PortalView['subscriptions'][number]): Markup {
  const { subscription, schedule } = one;
  const tier = tierOf(subscription);
  const own = { subscription: subscription.id };
  const { path } = view;
  const others = subscriptionTiers.filter((other) => other !== tier);
  return html`<div class="card">
<div class="row apart"><h3>${tierName[tier]}, ${monthly(tier)}</h3>
<span class="state ${subscription.status === 'active' ? 'is-good' : 'is-bad'}">${subscription.status.replace('_', ' ')}</span></div>
<p>${standing(one)}</p>
${subscription.status === 'past_due' ? alertOf('The last payment failed. Change the card and pay the open invoice.') : ''}
<div class="row wide">${
    !isLive(subscription)
      ? ''
      : subscription.cancel_at_period_end
        ? action(path, 'Resume subscription', { ...own, do: 'resume' }, 'first')
        : html`${
            schedule === null
              ? others.map(
                  (other) =>
                    html`<a class="button first" href="${path}/change?subscription=${subscription.id}&tier=${other}">Change to ${tierName[other]}</a>`,
                )
              : action(path, `Keep ${tierName[tier]}`, { ...own, do: 'keep' }, 'first')
          }<a class="button grave" href="${path}/cancel?subscription=${subscription.id}">Cancel subscription</a>`
  }</div>
</div>`;
}

export function portalPage(view: PortalView, told: PortalNews | null): Markup {
  const { path, card, invoices, purchases, session } = view;
  const isBad = card !== null && isFailing(card);
  const live = view.subscriptions.filter(({ subscription }) => isLive(subscription));
  return page(
    'Billing',
    html`<div class="row apart"><h1>Your billing</h1><a href="${session.return_url ?? '/'}">Back to Hearthscribe</a></div>
${told === null ? '' : told === 'declined' ? alertOf(news[told]) : html`<p class="good" role="status">${news[told]}</p>`}
<section aria-labelledby="plan"><h2 id="plan">Subscription</h2>
${live.length === 0 ? html`<p>You have no subscription.</p>` : live.map((one) => planSection(view, one))}</section>
<section aria-labelledby="card"><h2 id="card">Payment method</h2>
<p>${card === null ? 'No card yet.' : `Visa that ends in ${card.card?.last4 ?? ''}${isBad ? ', which is declined' : ''}.`}</p>
<form method="post" action="${path}" class="row">
<input type="hidden" name="do" value="card">
<label><input type="radio" name="card" value="good"${isBad ? '' : html` checked`}>A card that pays</label>
<label><input type="radio" name="card" value="failing"${isBad ? html` checked` : ''}>A card that is declined</label>
<button>Use this card</button></form></section>
<section aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>
${
  invoices.length === 0
    ? html`<p>No invoices yet.</p>`
    : table(
        'Invoices',
        ['Date', 'Amount', 'State'],
        invoices.map(
          (invoice) => html`<tr><td>${day(invoice.created)}</td><td>${money(invoice.amount_due)}</td>
<td>${invoice.status === 'open' ? action(path, 'Pay now', { do: 'pay', invoice: invoice.id }) : invoice.status}</td></tr>`,
        ),
      )
}</section>
<section aria-labelledby="purchases"><h2 id="purchases">Purchases</h2>
${
  purchases.length === 0
    ? html`<p>No one-off purchases yet.</p>`
    : table(
        'Purchases',
        ['Date', 'What', 'Amount', 'State'],
        purchases.map(
          ({ at, what, cents, state }) =>
            html`<tr><td>${day(at)}</td><td>${what}</td><td>${money(cents)}</td><td>${state}</td></tr>`,
        ),
      )
}</section>`,
  );
}

export function changePage(
  view: PortalView,
  change: { subscription: Subscription; tier: SubscriptionTier },
): Markup {
  const { path, now } = view;
  const { subscription, tier } = change;
  const current = tierOf(subscription);
  const end = day(itemOf(subscription).current_period_end);
  const isUpgrade = isDearer(tier, current);
  const { unused, remaining, due } = previewUpgrade(subscription, tier, now);
  return page(
    'Change plan',
    html`<h1>Change to ${tierName[tier]}</h1>
<section aria-label="What it means">
${
  isUpgrade
    ? html`<p class="amount">${money(due)} <small>due now</small></p>
<dl><dt>${tierName[tier]} until ${end}</dt><dd>${money(remaining)}</dd>
<dt>${tierName[current]}, not used</dt><dd>−${money(unused)}</dd>
<dt>From ${end}</dt><dd>${monthly(tier)}</dd></dl>`
    : html`<p>Nothing is due now. You keep ${tierName[current]} until ${end}; from then on you have ${tierName[tier]} for ${monthly(tier)}.</p>`
}
<div class="stack">
${action(path, isUpgrade ? `Confirm and pay ${money(due)}` : 'Confirm', { do: 'change', subscription: subscription.id, tier }, 'first')}
<a href="${view.path}?home">Leave it as it is</a></div></section>`,
  );
}

export function cancelPage(view: PortalView, subscription: Subscription): Markup {
  const end = day(itemOf(subscription).current_period_end);
  return page(
    'Cancel',
    html`<h1>Cancel your subscription</h1>
<section aria-label="What it means"><p>You keep ${tierName[tierOf(subscription)]} until ${end}. Then it ends, and nothing more is taken from your card.</p>
<div class="stack">${action(view.path, 'Cancel subscription', { do: 'cancel', subscription: subscription.id }, 'grave')}
<a href="${view.path}?home">Keep it</a></div></section>`,
  );
}
