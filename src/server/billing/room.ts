import type { Credits } from '#server/credits/credits.ts';
import type { App, Mount } from '#server/http/mount.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Shared } from '#server/platform/shared.ts';
import { billingRoutes } from './billing-routes.ts';
import { createCheckouts } from './checkouts.ts';
import { createConvergence } from './converge.ts';
import { createCustomers } from './customers.ts';
import { createBillingEvents } from './events.ts';
import { createPayments } from './payments.ts';
import type { PaymentsPort } from './port.ts';
import { createReconciliation, type FindMissing } from './reconciliation.ts';
import { createSubscriptions } from './subscriptions.ts';

const housekeepingEverySeconds = 3_600;

export interface PaymentsEngine {
  port: PaymentsPort;
  mount?: (app: App) => void;
  start?: (deliver: (request: Request) => Promise<Response>) => void;
  stop?: () => Promise<void>;
}

export type Billing = ReturnType<typeof createBilling>;

interface BillingDependencies extends Pick<Shared, 'database' | 'queue' | 'mail' | 'clock' | 'log'> {
  engine: PaymentsEngine | null;
  credits: Credits;
  publicUrl: string | null;
  missingRecordings: FindMissing;
}

export function createBillingService(deps: Omit<BillingDependencies, 'engine'> & { port: PaymentsPort }) {
  const payments = createPayments(deps);
  const subscriptions = createSubscriptions(deps);
  const converge = createConvergence({ ...deps, payments, subscriptions });
  const customers = createCustomers({ ...deps, converge });
  const checkouts = createCheckouts({ ...deps, converge, customers });
  const events = createBillingEvents({ ...deps, converge });
  const reconcile = createReconciliation({ ...deps, converge, events });
  return { converge, customers, checkouts, events, subscriptions, reconcile };
}

export function createBilling(deps: BillingDependencies) {
  const { engine, clock, publicUrl, log } = deps;
  const service = engine === null ? null : createBillingService({ ...deps, port: engine.port });

  async function keepHouse(): Promise<void> {
    if (service === null) return;
    const parts = {
      events: service.events.sweep,
      checkouts: service.checkouts.lookFor,
      subscriptions: () =>
        service.subscriptions.run((id) => service.converge.takeIn({ kind: 'subscription', id })),
      customers: service.customers.forgetRest,
    };
    for (const [part, run] of Object.entries(parts))
      await run().catch((error: unknown) => log.error({ err: error, part }, 'billing housekeeping failed'));
  }

  deps.queue.every('billing-housekeeping', housekeepingEverySeconds, keepHouse);

  return {
    keepHouse,
    routes(mount: Mount, app: App): void {
      billingRoutes(mount, { service, publicUrl, database: deps.database, clock });
      engine?.mount?.(app);
    },
    followAddress: async (tx: Orm, userId: string): Promise<void> =>
      service?.customers.followAddress(tx, userId),
    forget: async (tx: Orm, userId: string): Promise<void> => service?.customers.forget(tx, userId),
    async start(deliver: (request: Request) => Promise<Response>): Promise<void> {
      engine?.start?.(deliver);
    },
    async stop(): Promise<void> {
      await engine?.stop?.();
    },
  };
}
