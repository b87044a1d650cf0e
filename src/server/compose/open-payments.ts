import { randomBytes } from 'node:crypto';
import { createLateStripePort } from '#server/billing/late-stripe-port.ts';
import type { PaymentsEngine } from '#server/billing/room.ts';
import type { Config } from '#server/platform/config.ts';
import { isForThisMachine } from '#server/platform/for-this-machine.ts';
import type { Shared } from '#server/platform/shared.ts';
import { createStandIn } from '#server/stand-ins/stripe/stand-in.ts';

/** The stand-in only if it is harmless or explicitly allowed. */
export function openPayments(
  config: Pick<Config, 'stripe' | 'embeddedBillingAllowed' | 'host' | 'publicUrl'>,
  deps: Pick<Shared, 'database' | 'clock' | 'log'>,
): PaymentsEngine | undefined {
  if (config.stripe !== null) return { port: createLateStripePort(config.stripe, deps) };
  if (!isForThisMachine(config) && !config.embeddedBillingAllowed) {
    deps.log.warn('Payments are off: set STRIPE_SECRET_KEY and the settings that go with it.');
    return undefined;
  }
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const standIn = createStandIn({
    ...deps,
    webhookSecret,
    reach: config.embeddedBillingAllowed ? 'everyone' : 'this machine',
  });
  deps.log.warn('Payments use play money: the embedded stand-in for Stripe, at /dev/billing.');
  return {
    port: createLateStripePort(
      {
        secretKey: standIn.secretKey,
        webhookSecret,
        prices: { STANDARD: [standIn.prices.STANDARD], PRO: [standIn.prices.PRO] },
      },
      { ...deps, fetch: standIn.fetch },
    ),
    mount: standIn.mount,
    start: standIn.start,
    stop: standIn.stop,
  };
}
