import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { CreditEvent, listCreditEvents } from '#contract/billing.ts';
import { textLimits } from '#contract/text-limits.ts';
import { analyses } from '#server/analyses/tables.ts';
import { payments } from '#server/billing/tables.ts';
import { createCreditExpiry } from '#server/credits/credit-expiry.ts';
import { ledger } from '#server/credits/tables.ts';
import { writeCursor } from '#server/http/cursor.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

type Page = z.infer<(typeof listCreditEvents)['responses'][200]>;

const day = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const list = async (user: TestUser, query = ''): Promise<Page> => {
  const answer = await user.call('GET', `/account/credits${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
};
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * day);
const spent = <Result>(work: (credits: TestServer['credits'], tx: Tx) => Promise<Result>) =>
  server.database.transaction((tx) => work(server.credits, tx));
type Tx = Parameters<Parameters<TestServer['database']['transaction']>[0]>[0];

async function pay(
  user: TestUser,
  paid: {
    kind: 'purchase' | 'subscription' | 'upgrade';
    amount: number;
    cents: number;
    tier?: 'STANDARD' | 'PRO';
    expiresAt?: Date;
  },
): Promise<number> {
  const id = newId();
  return spent(async (credits, tx) => {
    const { lotId } = await credits.grant(tx, {
      userId: user.userId,
      unit: 'credits',
      amount: paid.amount,
      kind: paid.kind,
      key: id,
      expiresAt: paid.expiresAt ?? null,
    });
    await tx.insert(payments).values({
      id,
      userId: user.userId,
      kind: paid.kind,
      tier: paid.tier ?? null,
      amountCents: paid.cents,
      currency: 'usd',
      credits: paid.amount,
      lotId,
      paidAt: server.clock.now(),
    });
    return lotId;
  });
}

async function addSession(user: TestUser, title: string) {
  const made = async (answer: Response) => (await answer.json()) as { id: string };
  const campaign = await made(await user.call('POST', '/campaigns', { title: 'The drowned bell' }));
  const session = await made(await user.call('POST', `/campaigns/${campaign.id}/sessions`, { title }));
  return { campaignId: campaign.id, sessionId: session.id };
}

async function addAnalysis(user: TestUser, sessionId: string): Promise<string> {
  const id = newId();
  await server.database.orm.insert(analyses).values({
    id,
    sessionId,
    userId: user.userId,
    idempotencyKey: id,
    request: { sessionId, quoteId: newId(), detailLevel: 'brief', language: null },
    detailLevel: 'brief',
    status: 'queued',
    version: 1,
    attempt: 1,
    progress: 0,
    stageMessage: '',
    payment: 'credits',
    durationSeconds: 3600,
    costCredits: 60,
    chargedCredits: 0,
    warnings: [],
    createdAt: server.clock.now(),
  });
  return id;
}

const reserve = (user: TestUser, analysisId: string, costCredits: number, durationSeconds = 7 * 3600) =>
  spent((credits, tx) =>
    credits.reserve(tx, { userId: user.userId, analysisId, costCredits, durationSeconds }),
  );
const capture = (analysisId: string) => spent((credits, tx) => credits.capture(tx, analysisId));
const release = (analysisId: string) => spent((credits, tx) => credits.release(tx, analysisId));
const words = (events: CreditEvent[]) =>
  events.map(({ kind, unit, delta, balance }) => `${kind} ${delta} ${unit} → ${balance}`);

describe('GET /account/credits', () => {
  it('[R3.1][R2.24] shows a new user only the free analysis', async () => {
    const page = await list(await server.signIn());
    expect(page).toMatchObject({ credits: 0, freeAnalyses: 1, expiring: [], nextCursor: null });
    expect(words(page.events)).toEqual(['grant 1 freeAnalyses → 1']);
    expect(page.events[0]).toMatchObject({ state: 'final', analysis: null, payment: null, expiresAt: null });
  });

  it('[R9.3][R9.4][R9.6] shows payments, their tier and expiry', async () => {
    const mira = await server.signIn();
    await pay(mira, { kind: 'purchase', amount: 500, cents: 1000 });
    server.clock.advance(day);
    const [standard, pro] = [inDays(365), inDays(375)];
    await pay(mira, { kind: 'subscription', amount: 750, cents: 900, tier: 'STANDARD', expiresAt: standard });
    server.clock.advance(10 * day);
    await pay(mira, { kind: 'upgrade', amount: 833, cents: 1067, tier: 'PRO', expiresAt: pro });
    const page = await list(mira);
    expect(words(page.events)).toEqual([
      'upgrade 833 credits → 2083',
      'subscription 750 credits → 1250',
      'purchase 500 credits → 500',
      'grant 1 freeAnalyses → 1',
    ]);
    expect(page.events[0]).toMatchObject({
      expiresAt: pro.toISOString(),
      payment: { cents: 1067, refundedCents: 0, currency: 'usd', tier: 'PRO' },
    });
    expect(page.events[2]).toMatchObject({ expiresAt: null, payment: { cents: 1000, tier: null } });
    expect(page.expiring).toEqual([
      { expirationDate: standard.toISOString(), amount: 750 },
      { expirationDate: pro.toISOString(), amount: 833 },
    ]);
    const session = await (await mira.call('GET', '/check-session')).json();
    expect(session).toMatchObject({
      userCreditBalance: page.credits,
      nextCreditExpiration: {
        expirationDate: standard.toISOString(),
        expiringAmount: 750,
      },
    });
  });

  it('[D1] shows an analysis as one line for any number of lots: reserved, then charged, with a link to its session', async () => {
    const mira = await server.signIn();
    await pay(mira, { kind: 'purchase', amount: 50, cents: 100 });
    await pay(mira, { kind: 'subscription', amount: 50, cents: 100, expiresAt: inDays(30) });
    const place = await addSession(mira, 'First evening');
    const analysisId = await addAnalysis(mira, place.sessionId);
    await reserve(mira, analysisId, 60);
    const [held] = (await list(mira)).events;
    expect(held).toMatchObject({
      kind: 'analysis',
      state: 'held',
      delta: -60,
      balance: 40,
      returned: 0,
      analysis: { analysisId, ...place, sessionTitle: 'First evening', detailLevel: 'brief', attempts: 1 },
      payment: null,
    });
    await capture(analysisId);
    const page = await list(mira);
    expect(page.events[0]).toMatchObject({ id: held?.id, state: 'final', delta: -60, balance: 40 });
    expect(page.events).toHaveLength(4);
  });

  it('[D1][D8] shows an analysis without notes as returned, with its retries in the same line', async () => {
    const mira = await server.signIn();
    await pay(mira, { kind: 'purchase', amount: 100, cents: 200 });
    const { sessionId } = await addSession(mira, 'Second evening');
    const analysisId = await addAnalysis(mira, sessionId);
    await reserve(mira, analysisId, 60);
    await release(analysisId);
    const [returned] = (await list(mira)).events;
    expect(returned).toMatchObject({ state: 'returned', delta: 0, returned: 60, balance: 100 });
    server.clock.advance(day);
    await pay(mira, { kind: 'purchase', amount: 100, cents: 200 });
    server.clock.advance(day);
    await reserve(mira, analysisId, 60);
    const page = await list(mira);
    expect(words(page.events)).toEqual([
      'analysis -60 credits → 140',
      'purchase 100 credits → 200',
      'purchase 100 credits → 100',
      'grant 1 freeAnalyses → 1',
    ]);
    expect(page.events[0]).toMatchObject({
      id: returned?.id,
      state: 'held',
      at: server.clock.now().toISOString(),
      analysis: { attempts: 2 },
    });
  });

  it('[D3] shows a free analysis in its own unit', async () => {
    const mira = await server.signIn();
    const { sessionId } = await addSession(mira, 'Free evening');
    const analysisId = await addAnalysis(mira, sessionId);
    await reserve(mira, analysisId, 600, 3600);
    await capture(analysisId);
    expect(words((await list(mira)).events)).toEqual([
      'analysis -1 freeAnalyses → 0',
      'grant 1 freeAnalyses → 1',
    ]);
  });

  it('keeps an analysis whose session was deleted, without a link', async () => {
    const mira = await server.signIn();
    await pay(mira, { kind: 'purchase', amount: 100, cents: 200 });
    const { sessionId } = await addSession(mira, 'Gone');
    const analysisId = await addAnalysis(mira, sessionId);
    await reserve(mira, analysisId, 60);
    await capture(analysisId);
    await server.database.orm.execute(sql`update analyses set status = 'completed' where id = ${analysisId}`);
    const session = await mira.call('GET', `/sessions/${sessionId}`);
    const { revision } = (await session.json()) as { revision: number };
    const removed = await mira.call('DELETE', `/sessions/${sessionId}`, undefined, {
      'if-match': String(revision),
    });
    expect(removed.status).toBe(204);
    const [line] = (await list(mira)).events;
    expect(line).toMatchObject({ kind: 'analysis', delta: -60, balance: 40, analysis: null });
  });

  it('[R9.6] shows expired credits at the time of expiry, the same before and after the write-off', async () => {
    const mira = await server.signIn();
    const addedAt = server.clock.now();
    const expiresAt = inDays(10);
    await pay(mira, { kind: 'subscription', amount: 750, cents: 900, tier: 'STANDARD', expiresAt });
    await pay(mira, { kind: 'purchase', amount: 500, cents: 1000 });
    await reserve(mira, newId(), 200);
    server.clock.advance(12 * day);
    await spent(async (_credits, tx) => {
      const { rows } = await tx.execute(
        sql`select 1 from ledger where user_id = ${mira.userId} and kind = 'expire'`,
      );
      expect(rows).toEqual([]);
    });
    const before = await list(mira);
    expect(words(before.events).slice(0, 2)).toEqual([
      'expiry -550 credits → 500',
      'analysis -200 credits → 1050',
    ]);
    expect(before.events[0]).toMatchObject({
      at: expiresAt.toISOString(),
      addedAt: addedAt.toISOString(),
      payment: { cents: 900, tier: 'STANDARD' },
    });
    expect(before).toMatchObject({ credits: 500, expiring: [] });
    await createCreditExpiry(server).run();
    const sum = await server.database.orm.execute<{ sum: number }>(
      sql`select sum(delta)::int as sum from ledger where user_id = ${mira.userId} and unit = 'credits'`,
    );
    expect(sum.rows).toEqual([{ sum: 500 }]);
    expect(await list(mira)).toEqual(before);
    await createCreditExpiry(server).run();
    expect(await list(mira)).toEqual(before);
  });

  it('[R9.6] shows credits that arrive after their expiry, worth nothing', async () => {
    const mira = await server.signIn();
    await pay(mira, { kind: 'subscription', amount: 750, cents: 900, expiresAt: inDays(-1) });
    const page = await list(mira);
    expect(words(page.events).slice(0, 2)).toEqual([
      'expiry -750 credits → 0',
      'subscription 750 credits → 750',
    ]);
  });

  it('shows a refund with its payment: unspent credits at once, reserved ones once they are released', async () => {
    const mira = await server.signIn();
    const lotId = await pay(mira, { kind: 'purchase', amount: 500, cents: 1000 });
    await pay(mira, { kind: 'purchase', amount: 100, cents: 200 });
    const [used, failing] = [newId(), newId()];
    await reserve(mira, used, 150);
    await capture(used);
    await reserve(mira, failing, 100);
    const refund = (credits: number) =>
      spent((service, tx) => service.refund(tx, { userId: mira.userId, lotId, credits }));
    server.clock.advance(day);
    await server.database.orm.execute(sql`update payments set refunded_cents = 1000 where lot_id = ${lotId}`);
    expect(await refund(100)).toEqual({ taken: 100 });
    expect(await refund(500)).toEqual({ taken: 150 });
    expect(await refund(500)).toEqual({ taken: 0 });
    expect((await list(mira)).credits).toBe(100);
    server.clock.advance(day);
    await release(failing);
    const page = await list(mira);
    expect(words(page.events).slice(0, 4)).toEqual([
      'refund -100 credits → 100',
      'refund -150 credits → 200',
      'refund -100 credits → 350',
      'analysis 0 credits → 450',
    ]);
    expect(page.events[0]).toMatchObject({ payment: { cents: 1000, refundedCents: 1000 } });
    expect(page.events.at(-2)).toMatchObject({ kind: 'purchase', payment: { refundedCents: 1000 } });
  });

  it('returns every line once, page by page, in order', async () => {
    const mira = await server.signIn();
    for (let index = 1; index <= 12; index += 1) {
      await pay(mira, {
        kind: 'purchase',
        amount: index,
        cents: index,
        expiresAt: inDays(index < 6 ? 2 : 400),
      });
      if (index % 3 === 0) server.clock.advance(day);
    }
    const all = (await list(mira, '?limit=100')).events;
    expect(all).toHaveLength(18);
    const paged: CreditEvent[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list(mira, `?limit=5${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.events);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
    for (const wrong of ['?cursor=nonsense', '?limit=0', '?limit=101'])
      expect((await mira.call('GET', `/account/credits${wrong}`)).status).toBe(400);
  });

  it('shows the latest of very many changes, and none by half', { tags: ['everything'] }, async () => {
    const mira = await server.signIn();
    const bought = await pay(mira, { kind: 'purchase', amount: 5000, cents: 100, expiresAt: inDays(9) });
    await pay(mira, { kind: 'purchase', amount: 1, cents: 1, expiresAt: inDays(1) });
    const [early, split] = [newId(), newId()];
    await reserve(mira, early, 60);
    await reserve(mira, split, 40);
    server.clock.advance(2 * day);
    const refunds = textLimits.listedCredits.most - 3;
    await server.database.orm.execute(sql`
      insert into ledger (user_id, unit, delta, kind, lot_id, idempotency_key, created_at)
      select ${mira.userId}, 'credits', -1, 'refund', ${bought}, 'long:' || n, ${server.clock.now().toISOString()}::timestamptz
      from generate_series(1, ${refunds}) as n`);
    await release(early);
    const { credits, events } = await list(mira, '?limit=100');
    expect(credits).toBe(5000 - 40 - refunds);
    expect(words(events)).toEqual(
      Array.from({ length: 100 }, (_, index) => `refund -1 credits → ${credits + index}`),
    );
    const [latest] = events;
    const place = [Date.parse(latest!.at), 0, Number(latest!.id.split(':')[1]) - refunds + 2];
    const { events: oldest, nextCursor } = await list(mira, `?cursor=${writeCursor(place)}`);
    expect([words(oldest), nextCursor]).toEqual([[`refund -1 credits → ${credits + refunds - 1}`], null]);
  });

  it('never shows one user another’s lines', async () => {
    const [mira, theo] = [await server.signIn(), await server.signIn()];
    const lotId = await pay(theo, { kind: 'purchase', amount: 500, cents: 1000, expiresAt: inDays(5) });
    const { sessionId } = await addSession(theo, 'Secret evening');
    const analysisId = await addAnalysis(theo, sessionId);
    await reserve(theo, analysisId, 60);
    await spent(async (credits, tx) => {
      const { lotId: own } = await credits.grant(tx, {
        userId: mira.userId,
        unit: 'credits',
        amount: 90,
        key: newId(),
      });
      await tx.insert(ledger).values({
        userId: mira.userId,
        unit: 'credits',
        delta: -1,
        kind: 'reserve',
        lotId: own,
        reference: analysisId,
        idempotencyKey: `reserve:${analysisId}:1:${own}`,
        createdAt: server.clock.now(),
      });
    });
    const hers = await list(mira);
    const { nextCursor } = await list(theo, '?limit=1');
    const withHisCursor = await list(mira, `?cursor=${nextCursor}`);
    expect(words(hers.events)).toEqual([
      'analysis -1 credits → 89',
      'grant 90 credits → 90',
      'grant 1 freeAnalyses → 1',
    ]);
    expect(hers.events[0]?.analysis).toBeNull();
    for (const foreign of ['Secret', sessionId, theo.userId, '1000'])
      expect(JSON.stringify([hers, withHisCursor])).not.toContain(foreign);
    await expect(
      spent((credits, tx) => credits.refund(tx, { userId: mira.userId, lotId, credits: 1 })),
    ).rejects.toThrow('has no lot');
    expect((await server.call('GET', '/account/credits')).status).toBe(401);
  });

  it('reads thousands of entries of one user without reading everyone’s', async () => {
    const [mira, theo] = [await server.signIn(), await server.signIn()];
    await server.database.orm.execute(sql`
      insert into ledger (user_id, unit, delta, kind, idempotency_key, created_at)
      select ${theo.userId}, 'credits', 1, 'purchase', 'many:' || n, now() from generate_series(1, 5000) as n`);
    const { rows } = await server.database.orm.execute<{ 'QUERY PLAN': string }>(
      sql`explain select * from ledger where user_id = ${mira.userId}`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('ledger_user');
    const page = await list(theo, '?limit=2');
    expect(words(page.events)).toEqual(['purchase 1 credits → 5000', 'purchase 1 credits → 4999']);
    const most = textLimits.listedCredits.most;
    const [latest] = page.events;
    const place = [Date.parse(latest!.at), 0, Number(latest!.id.split(':')[1]) - most + 3];
    const oldest = await list(theo, `?cursor=${writeCursor(place)}`);
    expect(words(oldest.events)).toEqual([
      `purchase 1 credits → ${5000 - most + 2}`,
      `purchase 1 credits → ${5000 - most + 1}`,
    ]);
    expect(oldest.nextCursor).toBeNull();
    expect(await list(mira)).toMatchObject({ credits: 0, events: [{ kind: 'grant' }] });
  });
});
