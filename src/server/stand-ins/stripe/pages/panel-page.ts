import { html } from 'hono/html';
import { tierName } from '../objects/catalogue.ts';
import { isFailing } from '../objects/customer.ts';
import { isLive, itemOf, tierOf } from '../objects/subscription.ts';
import type { Seconds } from '../periods.ts';
import type { EventRow } from '../store.ts';
import { isHeld } from '../store.ts';
import type { Charge, CheckoutSession, Customer, Dispute, PaymentMethod, Subscription } from '../wire.ts';
import { action, day, type Markup, moment, money, page } from './layout.ts';

export interface CustomerView {
  customer: Customer;
  card: PaymentMethod | null;
  now: Seconds;
  isAhead: boolean;
  failsNext: boolean;
  next: Seconds | null;
  subscriptions: readonly Subscription[];
  checkouts: readonly CheckoutSession[];
  charges: readonly Charge[];
  disputes: readonly Dispute[];
}

export interface PanelView {
  customers: readonly CustomerView[];
  events: readonly EventRow[];
  isHeld: boolean;
}

const path = '/dev/billing';

function paymentRow(charge: Charge, disputes: readonly Dispute[]): Markup {
  const own = { charge: charge.id };
  const left = charge.amount - charge.amount_refunded;
  const dispute = disputes.find((one) => one.charge === charge.id);
  const state = dispute
    ? `disputed: ${dispute.status.replaceAll('_', ' ')}`
    : charge.amount_refunded > 0
      ? `${money(charge.amount_refunded)} given back`
      : charge.status;
  return html`<tr><td>${day(charge.created)}</td><td>${money(charge.amount)}<br><span class="small">${charge.description ?? ''}</span></td><td>${state}</td>
<td><div class="row">${
    left === 0 || !charge.paid
      ? ''
      : html`<form method="post" action="${path}" class="row"><input type="hidden" name="do" value="refund"><input type="hidden" name="charge" value="${charge.id}">
<label><span class="hidden">Cents of ${charge.id} to give back</span><input type="number" name="cents" min="1" max="${left}" value="${left}" required></label><button>Refund cents</button></form>`
  }${charge.paid && !dispute ? action(path, 'Dispute', { do: 'dispute', ...own }) : ''}${
    dispute?.status === 'needs_response'
      ? html`${action(path, 'We win', { do: 'close', dispute: dispute.id, end: 'won' })}${action(path, 'We lose', { do: 'close', dispute: dispute.id, end: 'lost' })}`
      : ''
  }</div></td></tr>`;
}

function customerSection(view: CustomerView): Markup {
  const { customer, card, subscriptions, checkouts, charges } = view;
  const own = { customer: customer.id };
  return html`<section aria-labelledby="${customer.id}">
<div class="row apart"><h2 id="${customer.id}">${customer.email ?? 'A customer without an email address'}</h2><span class="small">${customer.id}</span></div>
<dl><dt>Their clock</dt><dd>${moment(view.now)}${view.isAhead ? ', ahead of ours' : ''}</dd>
<dt>Next</dt><dd>${view.next === null ? 'nothing scheduled' : moment(view.next)}</dd>
<dt>Card</dt><dd>${card === null ? 'none' : isFailing(card) ? 'declined' : 'pays'}${view.failsNext ? '; the next payment fails' : ''}</dd></dl>
${subscriptions.map(
  (
    subscription,
  ) => html`<div class="card"><div class="row apart"><h3>${tierName[tierOf(subscription)]}</h3><span class="state ${subscription.status === 'active' ? 'is-good' : 'is-bad'}">${subscription.status.replace('_', ' ')}</span></div>
<p>${
    isLive(subscription)
      ? `${day(itemOf(subscription).current_period_start)} to ${day(itemOf(subscription).current_period_end)}${
          subscription.cancel_at_period_end ? ', then it ends' : ''
        }${subscription.schedule === null ? '' : ', then another plan'}`
      : `Ended on ${day(subscription.ended_at ?? 0)}`
  }</p></div>`,
)}
<div class="row">
${view.next === null ? '' : action(path, 'To what happens next', { do: 'next', ...own }, 'first')}
<form method="post" action="${path}" class="row"><input type="hidden" name="do" value="days"><input type="hidden" name="customer" value="${customer.id}">
<label>Days <input type="number" name="days" min="1" max="400" value="1" required></label><button>Go ahead</button></form>
${action(path, 'Make the next payment fail', { do: 'fail', ...own })}
</div>
${checkouts.map(
  (session) =>
    html`<div class="card"><div class="row apart"><p>${money(session.amount_total ?? 0)}: ${
      session.status === 'open' ? 'an open checkout' : 'a slow payment'
    }</p><div class="row">${
      session.status === 'open'
        ? html`<a class="button" href="${path}/checkout/${session.id}">Open</a>`
        : html`${action(path, 'It arrives', { do: 'settle', checkout: session.id, outcome: 'arrives' })}${action(path, 'It fails', { do: 'settle', checkout: session.id, outcome: 'fails' })}`
    }</div></div></div>`,
)}
${
  charges.length === 0
    ? ''
    : html`<div class="table stacking" role="group" aria-label="Payments of ${customer.email ?? customer.id}" tabindex="0"><table><thead><tr><th scope="col">Date</th><th scope="col">Payment</th><th scope="col">State</th><th scope="col"><span class="hidden">What to do</span></th></tr></thead>
<tbody>${charges.map((charge) => paymentRow(charge, view.disputes))}</tbody></table></div>`
}
</section>`;
}

const stateOf = (row: EventRow): string =>
  row.deliveredAt !== null
    ? 'delivered'
    : isHeld(row)
      ? 'held back'
      : row.attempts === 0
        ? 'to be sent'
        : `${row.attempts} failed, again ${moment(row.deliverAt.getTime() / 1000)}`;

function eventRow(row: EventRow): Markup {
  const { event } = row;
  const words = row.deliveredAt === null ? 'Send now' : 'Send again';
  const label = html`${words}<span class="hidden">: ${event.type}, ${event.id}</span>`;
  return html`<tr><td>${event.type}<br><span class="small">${event.data.object.id}</span></td><td>${stateOf(row)}</td>
<td>${action(path, label, { do: 'send', event: event.id })}</td></tr>`;
}

export function panelPage({ customers, events, isHeld: isHolding }: PanelView): Markup {
  return page(
    'Billing panel',
    html`<h1>Stand-in for Stripe</h1>
<p class="lead">Every customer’s money, time and events, to try what Hearthscribe makes of them.</p>
${customers.length === 0 ? html`<section><p>No customers yet. Customers appear after their first checkout.</p></section>` : customers.map(customerSection)}
<section aria-labelledby="events"><h2 id="events">Events to Hearthscribe</h2>
<p>${isHolding ? 'Paused: nothing is sent until you resume.' : 'Sent as they happen, in no particular order, until they are accepted.'}</p>
<div class="row">${
      isHolding ? action(path, 'Resume', { do: 'release' }, 'first') : action(path, 'Pause', { do: 'hold' })
    }${action(path, 'Send all again, last first', { do: 'replay', order: 'reverse' })}${action(path, 'Send all again, in any order', { do: 'replay', order: 'shuffled' })}</div>
${
  events.length === 0
    ? html`<p>No events yet.</p>`
    : html`<div class="table stacking" role="group" aria-label="Events" tabindex="0"><table><thead><tr><th scope="col">Event</th><th scope="col">State</th><th scope="col"><span class="hidden">What to do</span></th></tr></thead>
<tbody>${events.map(eventRow)}</tbody></table></div>`
}</section>`,
    false,
  );
}
