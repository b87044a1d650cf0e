import { randomInt } from 'node:crypto';
import type { Shared } from '#server/platform/shared.ts';
import { createEventRows, type EventRow, never } from './store.ts';
import type { Event } from './wire.ts';

export type Deliver = (request: Request) => Response | Promise<Response>;

export interface DeliverOptions {
  order?: 'made' | 'reverse' | 'shuffled';
  again?: boolean;
  only?: readonly string[];
}

interface Delivered {
  delivered: number;
  failed: number;
}

const second = 1000;
const waits = [5, 30, 120, 600, 3600].map((seconds) => seconds * second);
export const waitAfter = (attempts: number): number => waits[Math.min(attempts, waits.length - 1)] ?? 0;

function shuffled<T>(all: readonly T[]): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(randomInt(left.length), 1));
}

async function signedRequest(event: Event, secret: string, now: Date): Promise<Request> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(now.getTime() / second);
  const { default: Stripe } = await import('stripe');
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
  return new Request('http://localhost/stripe/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: payload,
  });
}

/** Stored as rows, so that a crash loses no event. */
export function createDeliveries(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & { webhookSecret: string },
) {
  const { database, clock, log } = deps;
  let deliver: Deliver | null = null;

  const rows = () => createEventRows(database.orm);

  async function deliverOne({ event, attempts }: EventRow): Promise<boolean> {
    const now = clock.now();
    let status = 0;
    try {
      const request = await signedRequest(event, deps.webhookSecret, now);
      status = (await deliver?.(request))?.status ?? 0;
    } catch (error) {
      log.warn({ err: error, eventId: event.id }, 'stand-in for Stripe: delivery failed');
    }
    const hasArrived = status >= 200 && status < 300;
    if (hasArrived) await rows().delivered(event.id, clock.now());
    else await rows().failed(event.id, new Date(now.getTime() + waitAfter(attempts)));
    return hasArrived;
  }

  async function chosen({ again = false, only }: DeliverOptions): Promise<EventRow[]> {
    const now = clock.now();
    const all = again ? (await rows().latest(1000)).reverse() : await rows().undelivered();
    return all.filter(({ event, deliverAt }) =>
      only === undefined ? again || deliverAt <= now : only.includes(event.id) || only.includes(event.type),
    );
  }

  return {
    setDeliver(given: Deliver): void {
      deliver = given;
    },
    async deliver(options: DeliverOptions = {}): Promise<Delivered> {
      const due = await chosen(options);
      const { order = 'shuffled' } = options;
      const inOrder = order === 'made' ? due : order === 'reverse' ? due.toReversed() : shuffled(due);
      let delivered = 0;
      for (const row of inOrder) if (await deliverOne(row)) delivered += 1;
      return { delivered, failed: inOrder.length - delivered };
    },
    async nextAt(): Promise<Date | null> {
      const waiting = (await rows().undelivered()).map(({ deliverAt }) => deliverAt.getTime());
      const next = Math.min(...waiting, never.getTime());
      return next === never.getTime() ? null : new Date(next);
    },
  };
}
