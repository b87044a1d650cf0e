import type { PaymentsPort } from './port.ts';
import type { createStripePort } from './stripe-port.ts';

/** The same as `createStripePort`; Stripe's SDK is loaded by the first call, because most starts do not need it. */
export function createLateStripePort(...settings: Parameters<typeof createStripePort>): PaymentsPort {
  let loading: Promise<PaymentsPort> | undefined;
  const load = () => {
    loading ??= import('./stripe-port.ts').then((module) => module.createStripePort(...settings));
    return loading;
  };
  return {
    ensureCustomer: async (user) => (await load()).ensureCustomer(user),
    changeAddress: async (...change) => (await load()).changeAddress(...change),
    forgetCustomer: async (id) => (await load()).forgetCustomer(id),
    openCheckout: async (wanted) => (await load()).openCheckout(wanted),
    expireCheckout: async (id) => (await load()).expireCheckout(id),
    openPortal: async (wanted) => (await load()).openPortal(wanted),
    readCheckout: async (id) => (await load()).readCheckout(id),
    readSubscription: async (id) => (await load()).readSubscription(id),
    readInvoice: async (id) => (await load()).readInvoice(id),
    readPayment: async (id) => (await load()).readPayment(id),
    invoicesOf: async (id) => (await load()).invoicesOf(id),
    endSubscription: async (id) => (await load()).endSubscription(id),
    refund: async (...refund) => (await load()).refund(...refund),
    async *list(since) {
      yield* (await load()).list(since);
    },
    readPrices: async () => (await load()).readPrices(),
    readEvent: async (...event) => (await load()).readEvent(...event),
  };
}
