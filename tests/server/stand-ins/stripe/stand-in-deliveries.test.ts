import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { waitAfter } from '#server/stand-ins/stripe/deliveries.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { benchSecret, createStandInBench, type StandInBench } from '#tests/support/stand-in-bench.ts';

let database: Database;
let bench: StandInBench;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.orm.execute('truncate stand_in_objects, stand_in_events');
  bench = createStandInBench(database);
});
afterAll(() => database.close());

const typesHeard = () => bench.heard.map(({ body }) => JSON.parse(body).type);

describe('deliveries of the stand-in', () => {
  it('are signed so that the SDK’s own check passes; tampered, stale and foreign ones fail', async () => {
    await bench.customer();
    await bench.standIn.deliver();
    const [{ body, signature }] = bench.heard as [{ body: string; signature: string }];
    const read = (text: string, header: string, secret = benchSecret, at = bench.now().getTime()) =>
      Stripe.webhooks.constructEventAsync(text, header, secret, 300, undefined, at);
    expect(await read(body, signature)).toMatchObject({ type: 'customer.created', object: 'event' });
    const refused = { type: 'StripeSignatureVerificationError' };
    await expect(read(body.replace('mira', 'mara'), signature)).rejects.toMatchObject(refused);
    await expect(read(body, signature, 'whsec_other')).rejects.toMatchObject(refused);
    await expect(read(body, 't=1,v1=00')).rejects.toMatchObject(refused);
    await expect(read(body, '')).rejects.toMatchObject(refused);
    await expect(read(body, signature, benchSecret, bench.now().getTime() + 301_000)).rejects.toMatchObject(
      refused,
    );
  });

  it('are retried, later each time, until they are accepted', async () => {
    bench.answerWith(500);
    await bench.customer();
    expect(await bench.standIn.deliver()).toEqual({ delivered: 0, failed: 1 });
    expect(await bench.standIn.deliver()).toEqual({ delivered: 0, failed: 0 });
    const at = (ms: number) => bench.setNow(new Date(Date.parse('2026-01-31T10:00:00Z') + ms).toISOString());
    at(5000);
    expect(await bench.standIn.deliver()).toEqual({ delivered: 0, failed: 1 });
    at(5000 + 29_000);
    expect(await bench.standIn.deliver()).toEqual({ delivered: 0, failed: 0 });
    bench.answerWith(204);
    at(5000 + 30_000);
    expect(await bench.standIn.deliver()).toEqual({ delivered: 1, failed: 0 });
    expect(await bench.standIn.events()).toMatchObject([
      { attempts: 3, deliveredAt: bench.now(), isHeld: false },
    ]);
    expect(await bench.standIn.deliver()).toEqual({ delivered: 0, failed: 0 });
    expect([0, 1, 2, 3, 4, 5, 99].map((attempts) => waitAfter(attempts) / 1000)).toEqual([
      5, 30, 120, 600, 3600, 3600, 3600,
    ]);
  });

  it('survive the process: another one delivers the rest', async () => {
    bench.standIn.setDeliver(() => {
      throw new Error('The process was killed.');
    });
    await bench.subscriber('PRO');
    const { failed } = await bench.standIn.deliver();
    expect(failed).toBeGreaterThan(5);
    const next = createStandInBench(database);
    next.setNow('2026-01-31T10:00:05Z');
    expect(await next.standIn.deliver()).toEqual({ delivered: failed, failed: 0 });
    expect(next.heard).toHaveLength(failed);
  });

  it('are sent in the requested order, again and again', async () => {
    await bench.subscriber('STANDARD');
    await bench.standIn.deliver({ order: 'made' });
    const made = typesHeard();
    expect(made[0]).toBe('customer.created');
    expect(made.at(-1)).toBe('checkout.session.completed');
    bench.heard.length = 0;
    await bench.standIn.deliver({ order: 'reverse', again: true });
    expect(typesHeard()).toEqual(made.toReversed());
    bench.heard.length = 0;
    await bench.standIn.deliver({ again: true });
    expect(typesHeard().toSorted()).toEqual(made.toSorted());
    bench.heard.length = 0;
    await bench.standIn.deliver({ again: true, only: ['invoice.paid'] });
    expect(typesHeard()).toEqual(['invoice.paid']);
  });

  it('can be paused, including failed ones, and resumed', async () => {
    bench.answerWith(500);
    await bench.customer();
    await bench.standIn.deliver();
    bench.answerWith(204);
    await bench.standIn.hold();
    await bench.customer('second@example.org');
    bench.setNow('2026-03-01T10:00:00Z');
    expect(await bench.standIn.deliver()).toEqual({ delivered: 0, failed: 0 });
    expect((await bench.standIn.events()).map(({ isHeld }) => isHeld)).toEqual([true, true]);
    await bench.standIn.release();
    expect(await bench.standIn.deliver()).toEqual({ delivered: 2, failed: 0 });
    expect((await bench.standIn.events()).map(({ isHeld }) => isHeld)).toEqual([false, false]);
  });

  it('are sent by themselves, and time passes by itself, once started', async () => {
    const live = createStandInBench(database, { ticks: true });
    const { customerId } = await live.subscriber('STANDARD');
    await live.standIn.card(customerId, 'failing');
    live.setNow('2026-03-14T10:00:00Z');
    const ended = new Promise<void>((resolve) => {
      live.standIn.start(async (request) => {
        if ((await request.json()).type === 'customer.subscription.deleted') resolve();
        return new Response(null, { status: 204 });
      });
    });
    await ended;
    await live.standIn.stop();
    expect(
      (await live.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data,
    ).toMatchObject([{ status: 'canceled' }]);
  });
});
