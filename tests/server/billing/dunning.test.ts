import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/accounts/tables.ts';
import { subscriptions as rows } from '#server/billing/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { createSubscriptionBench, type SubscriptionBench } from '#tests/support/subscription-bench.ts';

const dayMs = 86_400_000;

let database: Database;
let bench: SubscriptionBench;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.orm.delete(rows);
  bench = createSubscriptionBench(database, new Date('2026-06-01T10:00:00.000Z'));
});

describe('a failed payment', () => {
  const failed = 'Your payment for Hearthscribe failed';
  const reminder = 'Your Hearthscribe subscription ends on 15 July 2026 unless it is paid';
  const ended = 'Your Hearthscribe subscription has ended';
  let userId: string;
  let id: string;
  let invoiceId: string;
  beforeEach(async () => {
    userId = await bench.someone();
    id = bench.stripe.subscribe(userId, 'STANDARD').id;
    await bench.takeIn(id);
    invoiceId = bench.stripe.renew(id, false).id;
    await bench.takeIn(id);
  });
  const atDay = async (days: number) => {
    bench.goTo(new Date(new Date('2026-07-01T10:00:00.000Z').getTime() + days * dayMs));
    await bench.keepHouse();
    await bench.work();
  };

  it('sends one email, with what to do and by when; the credits arrive with the payment', async () => {
    await bench.work();
    await bench.takeIn(id);
    await atDay(1);
    expect(bench.lettersTo(userId)).toEqual([failed]);
    const [letter] = bench.outbox.messages();
    expect(letter?.text).toContain('Please pay by 15 July 2026.');
    expect(letter?.text).toContain('https://notes.example/campaign');
    expect(await bench.shown(userId)).toMatchObject({
      activeSubscription: { status: 'active', graceEndsAt: '2026-07-15T10:00:00.000Z' },
      nextCreditDropDate: null,
    });
    expect(await bench.balance(userId)).toBe(750);

    await atDay(5);
    bench.stripe.pay(invoiceId);
    await bench.takeInInvoice(invoiceId);
    expect(await bench.balance(userId)).toBe(1500);
    // R9.6: a year from the payment, not from when it was due.
    expect((await bench.payments(userId)).at(-1)).toMatchObject({ paidAt: bench.clock.now(), credits: 750 });
    expect(await bench.shown(userId)).toMatchObject({
      activeSubscription: { graceEndsAt: null },
      nextCreditDropDate: '2026-08-01T10:00:00.000Z',
    });
    await atDay(14);
    expect(bench.lettersTo(userId)).toEqual([failed]);
    expect(bench.stripe.asked).toEqual([]);
  });

  it('sends no email to a user who pays first', async () => {
    bench.stripe.pay(invoiceId);
    await bench.takeIn(id);
    await bench.work();
    await bench.keepHouse();
    expect(bench.lettersTo(userId)).toEqual([]);
  });

  it('ends the subscription after two weeks without payment, with a reminder three days before', async () => {
    await bench.work();
    await atDay(10.9);
    expect(bench.lettersTo(userId)).toEqual([failed]);
    await atDay(11);
    await atDay(13.9);
    expect(bench.lettersTo(userId)).toEqual([failed, reminder]);
    expect(bench.stripe.asked).toEqual([]);
    await atDay(14);
    await atDay(14.1);
    expect(bench.lettersTo(userId)).toEqual([failed, reminder, ended]);
    expect(bench.stripe.asked).toEqual([`end ${id}`]);
    expect(await bench.shown(userId)).toMatchObject({ activeSubscription: null });
    expect(await bench.balance(userId)).toBe(750);
  });

  it('sends no second email when the next month begins unpaid, and keeps the deadline', async () => {
    await bench.work();
    bench.stripe.change(id, { periodEnd: new Date('2026-07-05T10:00:00.000Z') });
    bench.stripe.renew(id, false);
    await bench.takeIn(id);
    await bench.work();
    expect(bench.lettersTo(userId)).toEqual([failed]);
    expect(await bench.row(id)).toMatchObject({ graceEndsAt: new Date('2026-07-15T10:00:00.000Z') });
  });

  it('does not end a subscription paid in the last hour, even without an event', async () => {
    await bench.work();
    await atDay(11);
    bench.stripe.pay(invoiceId);
    await atDay(14);
    expect(bench.stripe.asked).toEqual([]);
    expect(bench.lettersTo(userId)).toEqual([failed, reminder]);
    expect(await bench.shown(userId)).toMatchObject({ activeSubscription: { graceEndsAt: null } });
    expect(await bench.balance(userId)).toBe(1500);
  });

  it('is retried until it ends at Stripe', async () => {
    const { endSubscription } = bench.stripe.port;
    bench.stripe.port.endSubscription = () => Promise.reject(new Error('Stripe does not answer.'));
    await atDay(14);
    expect(await bench.row(id)).toMatchObject({ state: 'renewing overdue', endedAt: null });
    bench.stripe.port.endSubscription = endSubscription;
    await bench.keepHouse();
    await bench.work();
    expect(await bench.row(id)).toMatchObject({ state: 'ended' });
    expect(bench.lettersTo(userId)).toEqual([ended]);
  });

  it('uses the user’s current address', async () => {
    await database.orm
      .update(users)
      .set({ email: `${userId}@new.example` })
      .where(eq(users.id, userId));
    await bench.work();
    expect(bench.outbox.messages().map(({ to }) => to)).toEqual([`${userId}@new.example`]);
  });

  it('sends no email to a deleted user; the ledger continues', async () => {
    await database.orm.delete(users).where(eq(users.id, userId));
    await bench.work();
    bench.stripe.pay(invoiceId);
    bench.stripe.end(id);
    await bench.takeInInvoice(invoiceId);
    await bench.keepHouse();
    await bench.work();
    expect(bench.outbox.messages()).toEqual([]);
    expect(await bench.row(id)).toMatchObject({ state: 'ended', letter: null });
    expect(await bench.balance(userId)).toBe(1500);
    expect(await database.orm.select().from(users).where(eq(users.id, userId))).toEqual([]);
  });

  it('sends it once, later, if the mail server is down', async () => {
    const { send } = bench.outbox;
    bench.outbox.send = () => Promise.reject(new Error('The mail server rejected the email.'));
    await expect(bench.work()).rejects.toThrow();
    await bench.keepHouse();
    bench.outbox.send = send;
    await bench.keepHouse();
    await bench.keepHouse();
    expect(bench.lettersTo(userId)).toEqual([failed]);
  });

  it('sends it again if the server died before recording it', async () => {
    const { send } = bench.outbox;
    let dies: (() => void) | undefined;
    bench.outbox.send = (message) =>
      send(message).then(
        () =>
          new Promise((resolve) => {
            dies = resolve;
          }),
      );
    const dying = bench.work();
    await expect.poll(() => dies, { timeout: 20_000 }).toBeDefined();
    bench.outbox.send = send;
    await bench.keepHouse();
    expect(bench.lettersTo(userId)).toEqual([failed]);
    bench.clock.advance(120_000);
    await bench.keepHouse();
    expect(bench.lettersTo(userId)).toEqual([failed, failed]);
    dies!();
    await dying;
    expect(await bench.row(id)).toMatchObject({ letter: null });
  });

  it('never names a date that has passed', async () => {
    const { send } = bench.outbox;
    bench.outbox.send = () => Promise.reject(new Error('The mail server rejected the email.'));
    await expect(bench.work()).rejects.toThrow();
    bench.outbox.send = send;
    bench.stripe.port.endSubscription = () => Promise.reject(new Error('Stripe does not answer.'));
    await atDay(14);
    expect(bench.lettersTo(userId)).toEqual([]);
    expect(await database.orm.select({ letter: rows.letter }).from(rows)).toEqual([{ letter: null }]);
  });
});
