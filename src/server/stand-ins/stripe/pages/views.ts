import type { Act } from '../act.ts';
import { orderOf } from '../acts/checkout.ts';
import { cardOf, customerOf } from '../acts/payments.ts';
import { nextMoment } from '../acts/time.ts';
import type { Charge } from '../wire.ts';
import type { CustomerView, PanelView } from './panel-page.ts';
import type { PortalView, Purchase } from './portal-page.ts';

const portalSeconds = 3600;
const mostCustomers = 50;
const mostEvents = 40;

async function readPurchases(act: Act, customer: string): Promise<Purchase[]> {
  const own = { customer, mode: 'payment', status: 'complete' } as const;
  const sessions = (await act.objects.all('checkout.session', own)).reverse();
  return inTurn(sessions, async ({ id, created, amount_total, payment_intent }) => {
    const { lines } = await orderOf(act, id);
    const { status, latest_charge } = await act.objects.get('payment_intent', payment_intent ?? '');
    const charge = latest_charge === null ? null : await act.objects.get('charge', latest_charge);
    return {
      at: charge?.created ?? created,
      what: lines
        .map(({ quantity, description }) => (quantity === 1 ? description : `${quantity} × ${description}`))
        .join(', '),
      cents: amount_total ?? 0,
      state: status === 'processing' ? 'processing' : stateOf(charge),
    };
  });
}

/** A transaction runs one query at a time. */
async function inTurn<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const item of items) found.push(await find(item));
  return found;
}

function stateOf(charge: Charge | null): Purchase['state'] {
  if (charge === null || !charge.paid) return 'failed';
  if (charge.amount_refunded === 0) return 'paid';
  return charge.refunded ? 'refunded' : 'partly refunded';
}

export async function readPortal(act: Act, secret: string): Promise<PortalView | null> {
  const access = await act.objects.find('stand_in.portal', `portal_${secret}`);
  if (access === null || access.created + portalSeconds < (await act.now(null))) return null;
  const known = await act.objects.find('customer', access.customer);
  if (known === null || 'deleted' in known) return null;
  const customer = await customerOf(act, access.customer);
  const subscriptions = await act.objects.all('subscription', { customer: customer.id });
  return {
    path: `/dev/billing/portal/${secret}`,
    session: await act.objects.get('billing_portal.session', access.session),
    customer,
    now: await act.now(customer.id),
    card: await cardOf(act, customer),
    subscriptions: await inTurn(subscriptions, async (subscription) => ({
      subscription,
      schedule:
        subscription.schedule === null
          ? null
          : await act.objects.get('subscription_schedule', subscription.schedule),
    })),
    invoices: (await act.objects.all('invoice', { customer: customer.id }))
      .filter(({ status }) => status !== 'void')
      .reverse(),
    purchases: await readPurchases(act, customer.id),
  };
}

async function readCustomer(act: Act, customerId: string): Promise<CustomerView> {
  const customer = await customerOf(act, customerId);
  const own = { customer: customerId };
  const settings = await act.settings(customerId);
  const checkouts = await act.objects.all('checkout.session', { ...own, payment_status: 'unpaid' });
  const slow = await act.objects.all('payment_intent', { ...own, status: 'processing' });
  const charges = (await act.objects.all('charge', own)).reverse();
  const disputes = await act.objects.all('dispute');
  return {
    customer,
    card: await cardOf(act, customer),
    now: await act.now(customerId),
    isAhead: settings.ahead > 0,
    failsNext: settings.failsNext,
    next: await nextMoment(act, customerId),
    subscriptions: await act.objects.all('subscription', own),
    checkouts: checkouts.filter(
      ({ status, payment_intent }) =>
        status === 'open' || (status === 'complete' && slow.some(({ id }) => id === payment_intent)),
    ),
    charges,
    disputes: disputes.filter(({ charge }) => charges.some(({ id }) => id === charge)),
  };
}

export async function readPanel(act: Act): Promise<PanelView> {
  const customers = (await act.objects.all('customer')).filter((customer) => !('deleted' in customer));
  const shown: CustomerView[] = [];
  for (const { id } of customers.reverse().slice(0, mostCustomers)) shown.push(await readCustomer(act, id));
  return {
    customers: shown,
    events: await act.events.latest(mostEvents),
    isHeld: (await act.objects.find('stand_in.delivery', 'delivery'))?.isHeld ?? false,
  };
}
