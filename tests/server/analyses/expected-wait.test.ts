import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { analysisJob } from '#server/analyses/analyses.ts';
import { ledger } from '#server/credits/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createJobQueue, type JobQueue } from '#server/platform/job-queue.ts';
import { openTestDatabase, silentLog } from '#tests/support/database.ts';
import { createFakeNotes, createGate, presentNotes } from '#tests/support/fake-engines.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let database: Database;
let queue: JobQueue;
let server: WorkServer;
const gate = createGate();
const notes = createFakeNotes();
notes.before = (_, signal) => gate.pass(signal);

beforeAll(async () => {
  database = await openTestDatabase();
  queue = createJobQueue(database, { log: silentLog });
  server = await openWorkServer({
    database,
    queue,
    notes: presentNotes(() => notes),
    // Without completed analyses, one is assumed to take five minutes; one more runs for a user who has none.
    settings: { workers: 1, longestWaitSeconds: 449 },
  });
});
afterAll(() => server.close());

async function start(user: TestUser) {
  const sessionId = await server.addSession(user);
  await server.request(user, 'POST', `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
  const { body } = await server.request(user, 'POST', `/sessions/${sessionId}/quote`);
  const send = () =>
    server.request(
      user,
      'POST',
      `/sessions/${sessionId}/analyses`,
      { quoteId: body.id, detailLevel: 'brief' },
      { 'idempotency-key': sessionId },
    );
  return { send, answer: await send() };
}

it('rejects an analysis that would wait too long before credits are reserved; it can be started later', async () => {
  const users: TestUser[] = [];
  for (let added = 0; added < 4; added += 1) users.push(await server.addUser({ credits: 100 }));
  const [first, second, third, fourth] = users;
  expect((await start(first!)).answer.status).toBe(201);
  expect((await start(second!)).answer.status).toBe(201);
  await vi.waitFor(
    async () => {
      const running = (await queue.depths()).find(
        (depth) => depth.queue === analysisJob && depth.state === 'active',
      );
      expect(running?.jobs).toBe(2);
    },
    { timeout: 50_000, interval: 20 },
  );
  expect((await start(third!)).answer.status).toBe(201);
  const late = await start(fourth!);
  expect([late.answer.status, late.answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(late.answer.body.error).toMatchObject({
    code: 'overloaded',
    message: expect.stringContaining('It is kept, and you were not charged.'),
  });
  expect(await database.orm.$count(ledger)).toBe(4 + 3);
  gate.open();
  await vi.waitFor(async () => expect((await late.send()).status).toBe(201), {
    timeout: 50_000,
    interval: 50,
  });
  await vi.waitFor(
    async () =>
      expect(await queue.ahead(database.orm, analysisJob, 'x')).toMatchObject({ waiting: [], running: [] }),
    { timeout: 50_000, interval: 50 },
  );
});

it('estimates the wait by the length of recordings and the speed of recent analyses, from first stage to end', async () => {
  const users: TestUser[] = [];
  for (let added = 0; added < 5; added += 1) users.push(await server.addUser({ credits: 100 }));
  notes.before = async (step) => {
    if (step === 'write') server.clock.advance(1_000_000);
  };
  const slow = await start(users[0]!);
  const { body } = await vi.waitFor(
    async () => {
      const answer = await server.request(users[0]!, 'GET', `/analyses/${slow.answer.body.id}`);
      expect(answer.body.status).toBe('completed');
      return answer;
    },
    { timeout: 50_000, interval: 50 },
  );
  expect(Date.parse(body.finishedAt!) - Date.parse(body.startedAt!)).toBe(1_000_000);
  const closed = createGate();
  notes.before = (_, signal) => closed.pass(signal);
  for (const user of users.slice(1, 3)) expect((await start(user)).answer.status).toBe(201);
  await vi.waitFor(
    async () => expect((await queue.ahead(database.orm, analysisJob, 'x')).running).toHaveLength(2),
    {
      timeout: 50_000,
      interval: 20,
    },
  );
  expect((await start(users[3]!)).answer.status).toBe(201);
  // Three before it, as slow as the slow one, on two workers.
  const { answer } = await start(users[4]!);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, String(1500 - 449)]);
  expect(answer.body.error.message).toContain('would wait for about 25 minutes');
  closed.open();
});
