import { html } from 'hono/html';
import { declineMessage } from '../errors.ts';
import type { CheckoutOrder, CheckoutSession } from '../wire.ts';
import { action, alertOf, day, type Markup, money, page } from './layout.ts';

export const successUrl = (session: CheckoutSession): string =>
  (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const way = (address: string | null, words: string): Markup | '' =>
  address === null ? '' : html`<a href="${address}">${words}</a>`;

export function checkoutPage(session: CheckoutSession, order: CheckoutOrder, isDeclined: boolean): Markup {
  const path = `/dev/billing/checkout/${session.id}`;
  const cents = session.amount_total ?? 0;
  const isMonthly = session.mode === 'subscription';
  if (session.status === 'complete')
    return page(
      'Checkout',
      html`<h1>This checkout is done</h1><p class="good">${
        session.payment_status === 'paid' ? `${money(cents)} paid.` : 'The payment is under way.'
      }</p>${way(successUrl(session), 'Back to Hearthscribe')}`,
    );
  if (session.status === 'expired')
    return page(
      'Checkout',
      html`<h1>This checkout is closed</h1><p>You paid nothing. Start again in Hearthscribe.</p>${way(session.cancel_url, 'Back to Hearthscribe')}`,
    );
  return page(
    'Checkout',
    html`<h1>Pay Hearthscribe</h1>
${alertOf(isDeclined ? `${declineMessage} Nothing was paid. Try another card.` : null)}
<section aria-labelledby="order">
<h2 id="order">Your order</h2>
<p class="amount">${money(cents)}${isMonthly ? html` <small>a month</small>` : ''}</p>
<dl>${order.lines.map((line) => html`<dt>${line.quantity} ×</dt><dd>${line.description}</dd>`)}
<dt>For</dt><dd>${session.customer_details?.email ?? 'a customer without an email address'}</dd></dl>
</section>
<section aria-labelledby="card">
<h2 id="card">Test card</h2>
<p class="lead">No card is asked for: choose what the bank says.</p>
<div class="stack">
${action(path, isMonthly ? `Subscribe for ${money(cents)} a month` : `Pay ${money(cents)}`, { choice: 'pay' }, 'first')}
${action(path, 'Decline the card', { choice: 'decline' })}
${isMonthly ? '' : action(path, 'Pay with a slow method', { choice: 'slow' })}
${way(session.cancel_url, 'Cancel and go back')}
</div>
</section>
<p class="lead small">Open until ${day(session.expires_at)}.</p>`,
  );
}
