import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCampaigns } from '#server/campaigns/campaigns.ts';
import { ledger } from '#server/credits/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { newId } from '#server/platform/ids.ts';
import { takePlace } from '#server/platform/quotas.ts';
import { audioAssets, uploads } from '#server/recordings/tables.ts';
import { openEmbeddedTestDatabase, silentLog } from '#tests/support/database.ts';
import { createFakeNotes, createGate, presentNotes } from '#tests/support/fake-engines.ts';
import { noPostgresReason, startPostgres } from '#tests/support/postgres.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { createTestServer } from '#tests/support/server.ts';
import {
  codeOf,
  createTestClock,
  openWorkServer,
  type TestUser,
  type WorkServer,
} from '#tests/support/work-server.ts';

const reason = noPostgresReason();
const quotas = {
  storedBytes: 1000,
  textBytes: 1_000_000,
  uploads: 3,
  campaigns: 3,
  streams: 2,
  imports: 1,
  analyses: 1,
  callsPerMinute: 1000,
};
const waiting = { timeout: 50_000, interval: 20 };

/** Two handles of one database: two processes on PostgreSQL, or one process on the embedded database. */
async function openDatabases(): Promise<[Database, Database, () => Promise<void>]> {
  if (reason !== null) {
    const database = await openEmbeddedTestDatabase();
    return [database, { ...database, close: async () => undefined }, async () => undefined];
  }
  const postgres = await startPostgres();
  const open = () => openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
  return [await open(), await open(), () => postgres.stop()];
}

describe('quotas of a user, counted in two processes together', () => {
  const clock = createTestClock();
  let first: WorkServer;
  let second: WorkServer;
  let stop: () => Promise<void>;
  let user: TestUser;
  let notes = createFakeNotes();

  beforeAll(async () => {
    const [one, other, stopped] = await openDatabases();
    stop = stopped;
    const shared = { settings: { quotas }, clock, notes: presentNotes(() => notes) };
    first = await openWorkServer({ ...shared, database: one });
    second = await openWorkServer({ ...shared, database: other, dataFolder: first.dataFolder });
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
    await stop?.();
  });
  beforeEach(async () => {
    notes = createFakeNotes();
    user = await first.addUser({ credits: 1000 });
  });

  const server = (index: number) => (index % 2 === 0 ? first : second);
  async function sessions(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let added = 0; added < count; added += 1) ids.push(await first.addSession(user));
    return ids;
  }
  const open = (index: number, sessionId: string, sizeBytes: number) =>
    server(index).request(user, 'POST', `/sessions/${sessionId}/uploads`, {
      fileName: 'evening.mp3',
      sizeBytes,
      fingerprint: 'print',
    });
  const openAll = (sessionIds: string[], sizeBytes: number) =>
    Promise.all(sessionIds.map((sessionId, index) => open(index, sessionId, sizeBytes)));
  const used = async () => (await second.request(user, 'GET', '/storage')).body;

  it('gives the last room to one of several uploads, whichever process they ask', async () => {
    const ids = await sessions(6);
    const answers = await openAll(ids, 400);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    const [other] = ids.slice(refused);
    expect(answers[refused]!.body.error).toEqual({
      code: 'quotaReached',
      message:
        'Your storage is full: this file needs 400 B, and 200 B of 1 kB are free. Delete recordings or sessions that you no longer need, or discard unfinished uploads, then try again.',
      details: { quota: 'storedBytes', limit: 1000 },
    });
    expect(await used()).toMatchObject({ usedBytes: 800, limitBytes: 1000 });

    const opened = answers.find(({ status }) => status === 201)!;
    await second.request(user, 'DELETE', `/uploads/${opened.body.id}`);
    expect((await open(0, opened.body.sessionId, 600)).status).toBe(201);
    expect(codeOf(await open(1, other!, 1))).toBe('quotaReached');
    clock.advance(7 * 86_400_000);
    expect(await used()).toMatchObject({ usedBytes: 0 });
    expect((await open(1, other!, 1000)).status).toBe(201);
  });

  it('refuses an upload in place of another one without giving the other one up', async () => {
    const [sessionId] = await sessions(1);
    const { body } = await open(0, sessionId!, 900);
    expect(codeOf(await open(1, sessionId!, 1001))).toBe('quotaReached');
    expect((await first.request(user, 'GET', `/uploads/${body.id}`)).body.status).toBe('open');
    expect((await open(1, sessionId!, 1000)).status).toBe(201);
  });

  it('counts a recording until it is deleted', async () => {
    const [sessionId, other] = await sessions(2);
    const { body } = await open(0, sessionId!, 900);
    await first.database.orm.update(uploads).set({ status: 'ready' }).where(eq(uploads.id, body.id));
    await first.database.orm.insert(audioAssets).values({
      id: newId(),
      sessionId: sessionId!,
      uploadId: body.id,
      kind: 'single',
      fileName: 'evening.mp3',
      mimeType: 'audio/mpeg',
      sizeBytes: 900,
      durationSeconds: 60,
      sha256: 'x',
      createdAt: clock.now(),
    });
    expect(codeOf(await open(1, other!, 101))).toBe('quotaReached');
    expect((await first.request(user, 'DELETE', `/sessions/${sessionId}/recording`)).status).toBe(204);
    expect((await open(1, other!, 101)).status).toBe(201);
  });

  it('limits unfinished uploads', async () => {
    const answers = await openAll(await sessions(6), 1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error.details)).toEqual(
      Array(3).fill({ quota: 'uploads', limit: 3 }),
    );
  });

  it('limits campaigns', async () => {
    const [one, other] = [first, second].map(({ database, sessionWork }) =>
      createCampaigns({ database, clock, sessionWork, most: quotas.campaigns }),
    );
    const make = (index: number) => (index % 2 === 0 ? one : other)!.create(user.id, { title: 'One more' });
    const made = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => make(index)));
    // The user has one already.
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(make(0)).rejects.toMatchObject({
      code: 'quotaReached',
      details: { quota: 'campaigns', limit: 3 },
    });
    await one!.remove(user.id, user.campaignId);
    expect((await make(1)).title).toBe('One more');
  });

  async function startAtBoth() {
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const quoted = await Promise.all(
      (await sessions(2)).map(async (sessionId) => {
        const path = `/sessions/${sessionId}/transcripts` as const;
        await vi.waitFor(
          async () =>
            expect((await first.request(user, 'POST', path, sampleTranscriptBytes())).status).toBe(201),
          waiting,
        );
        const { body } = await first.request(user, 'POST', `/sessions/${sessionId}/quote`);
        return { sessionId, quoteId: body.id };
      }),
    );
    const start = ({ sessionId, quoteId }: (typeof quoted)[number], index: number) =>
      server(index).request(
        user,
        'POST',
        `/sessions/${sessionId}/analyses`,
        { quoteId, detailLevel: 'brief' },
        { 'idempotency-key': sessionId },
      );
    return { gate, quoted, start, answers: await Promise.all(quoted.map(start)) };
  }

  it('limits analyses that wait or run, before credits are reserved', async () => {
    const { gate, quoted, start, answers } = await startAtBoth();
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429]);
    const refused = answers.findIndex(({ status }) => status === 429);
    expect(answers[refused]!.headers.get('retry-after')).toBe('300');
    expect(answers[refused]!.body.error).toMatchObject({
      code: 'tooManyRequests',
      details: { quota: 'analyses', limit: 1 },
    });
    const reserved = eq(ledger.kind, 'reserve');
    expect(await first.database.orm.$count(ledger, reserved)).toBe(1);
    const started = answers.find(({ status }) => status === 201)!;
    await first.request(user, 'POST', `/analyses/${started.body.id}/cancel`);
    const again = await start(quoted[refused]!, refused);
    expect(again.status).toBe(201);
    await first.request(user, 'POST', `/analyses/${again.body.id}/cancel`);
    gate.open();
  });

  it('limits event streams', async () => {
    const { gate, answers } = await startAtBoth();
    const { id } = answers.find(({ status }) => status === 201)!.body;
    const leaving = new AbortController();
    const follow = (index: number, signal?: AbortSignal) =>
      fetch(`${server(index).url}/analyses/${id}/events`, {
        headers: { authorization: `Bearer ${user.token}` },
        ...(signal === undefined ? {} : { signal }),
      });
    const streams = [await follow(0, leaving.signal), await follow(1)];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await follow(0);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    leaving.abort();
    await vi.waitFor(async () => {
      const next = await follow(1);
      expect(next.status).toBe(200);
      await next.body!.cancel();
    }, waiting);
    await first.request(user, 'POST', `/analyses/${id}/cancel`);
    await streams[1]!.text();
    gate.open();
  });

  it('limits imports at once', async () => {
    const [sessionId] = await sessions(1);
    const leave = await takePlace(first.database.locks, { of: 'import', userId: user.id, most: 1 });
    const send = () =>
      second.request(user, 'POST', `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
    const refused = await send();
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([
      429,
      'tooManyRequests',
      '10',
    ]);
    await leave!();
    expect((await send()).status).toBe(201);
  });
});

it('limits the calls of a user in a minute', async () => {
  const server = await createTestServer({
    config: { quotas: { ...quotas, callsPerMinute: 5 } },
  });
  const user = await server.signIn();
  const neighbour = await server.signIn();
  const statuses: number[] = [];
  for (let call = 0; call < 6; call += 1) statuses.push((await user.call('GET', '/campaigns')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await neighbour.call('GET', '/campaigns')).status).toBe(200);
  server.clock.advance(60_000);
  expect((await user.call('GET', '/campaigns')).status).toBe(200);
  await server.close();
});
