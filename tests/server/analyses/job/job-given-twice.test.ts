import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { analysisJob } from '#server/analyses/analyses.ts';
import { createFakeNotes, createGate } from '#tests/support/fake-engines.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

const notes = createFakeNotes();
let server: WorkServer;
let user: TestUser;
beforeAll(async () => {
  server = await openWorkServer({ notes: notes.engine });
  user = await server.addUser({ credits: 1000 });
});
afterAll(() => server.close());

it('does not stop or charge twice for a job that the queue hands out again while its first run continues', async () => {
  const gate = createGate();
  notes.before = (_, signal) => gate.pass(signal);
  const sessionId = await server.addSession(user);
  await server.request(user, 'POST', `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
  const quote = await server.request(user, 'POST', `/sessions/${sessionId}/quote`);
  const { body: analysis } = await server.request(
    user,
    'POST',
    `/sessions/${sessionId}/analyses`,
    { quoteId: quote.body.id, detailLevel: 'brief' },
    { 'idempotency-key': 'given-twice' },
  );
  await gate.arrived;
  await server.database.orm.execute(sql`
    insert into pgboss.job (name, data, state, retry_limit, retry_delay, policy, singleton_key)
    select name, data, 'created', retry_limit, 1, policy, 'again' from pgboss.job where name = ${analysisJob}`);
  const again = async () => {
    const { rows } = await server.database.orm.execute(
      sql`select state, retry_count from pgboss.job where singleton_key = 'again'`,
    );
    return rows[0] as { state: string; retry_count: number };
  };
  await vi.waitFor(async () => expect(await again()).toMatchObject({ state: 'retry' }), {
    timeout: 50_000,
    interval: 20,
  });
  gate.open();
  await vi.waitFor(async () => expect(await again()).toMatchObject({ state: 'completed' }), {
    timeout: 50_000,
    interval: 50,
  });
  const { body } = await server.request(user, 'GET', `/analyses/${analysis.id}`);
  expect(body).toMatchObject({ status: 'completed', chargedCredits: analysis.costCredits });
  const { rows } = await server.database.orm.execute(
    sql`select kind from ledger where reference = ${analysis.id} order by id`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['reserve', 'capture']);
});
