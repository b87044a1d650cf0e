import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ledger } from '#server/credits/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { silentLog } from '#tests/support/database.ts';
import { createFakeNotes, createGate, presentNotes } from '#tests/support/fake-engines.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { codeOf, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

const reason = noPostgresReason();

describe.skipIf(reason !== null)(
  `two processes on one PostgreSQL${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let postgres: TestPostgres;
    let first: WorkServer;
    let second: WorkServer;
    let user: TestUser;
    let notes = createFakeNotes();

    beforeAll(async () => {
      postgres = await startPostgres();
      const open = (): Promise<Database> =>
        openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
      const engine = presentNotes(() => notes);
      first = await openWorkServer({ database: await open(), notes: engine });
      second = await openWorkServer({ database: await open(), notes: engine });
      user = await first.addUser({ credits: 1000 });
    });
    afterAll(async () => {
      await first?.close();
      await second?.close();
      await postgres?.stop();
    });
    beforeEach(() => {
      notes = createFakeNotes();
    });

    async function quoted() {
      const sessionId = await first.addSession(user);
      await first.request(user, 'POST', `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
      const { body } = await second.request(user, 'POST', `/sessions/${sessionId}/quote`);
      return { sessionId, quoteId: body.id as string };
    }

    const start = (server: WorkServer, at: { sessionId: string; quoteId: string }, key: string) =>
      server.request(
        user,
        'POST',
        `/sessions/${at.sessionId}/analyses`,
        { quoteId: at.quoteId, detailLevel: 'brief' },
        { 'idempotency-key': key },
      );

    const ended = (analysisId: string) =>
      vi.waitFor(
        async () => {
          const { body } = await second.request(user, 'GET', `/analyses/${analysisId}`);
          expect(['completed', 'failed', 'cancelled']).toContain(body.status);
          return body;
        },
        { timeout: 50_000, interval: 100 },
      );

    async function movements(analysisId: string) {
      const rows = await first.database.orm
        .select()
        .from(ledger)
        .where(eq(ledger.reference, analysisId))
        .orderBy(asc(ledger.id));
      return rows.map(({ kind, delta }) => `${kind} ${delta}`);
    }

    it('the same key, 20 times at once at both: one analysis, reserved and charged once', async () => {
      const at = await quoted();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => start(index % 2 === 0 ? first : second, at, 'both-at-once')),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      const { id, costCredits, status } = await ended(answers[0]!.body.id);
      expect(status).toBe('completed');
      expect(await movements(id)).toEqual([`reserve ${-costCredits}`, 'capture 0']);
      expect(notes.extracted).toEqual([0, 1, 2, 3]);
    });

    it('different keys at once at both: one runs, and the others fail', async () => {
      const at = await quoted();
      const gate = createGate();
      notes.before = (_, signal) => gate.pass(signal);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          start(index % 2 === 0 ? first : second, at, `both-differ-${index}`),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter((answer) => codeOf(answer) === 'analysisRunning')).toHaveLength(9);
      gate.open();
      await ended(answers.find(({ status }) => status === 201)!.body.id);
    });

    it('both report progress, and a cancellation at either stops it', async () => {
      const at = await quoted();
      const gate = createGate();
      let stopped: unknown = null;
      notes.before = (_, signal) =>
        gate.pass(signal).catch((error) => {
          stopped = error;
          throw error;
        });
      const { body } = await start(first, at, 'cancel-elsewhere');
      await gate.arrived;
      const follow = async (server: WorkServer) => {
        const answer = await fetch(`${server.url}/analyses/${body.id}/events`, {
          headers: { authorization: `Bearer ${user.token}` },
        });
        return answer.text();
      };
      const streams = [follow(first), follow(second)];
      await second.request(user, 'POST', `/analyses/${body.id}/cancel`);
      for (const stream of await Promise.all(streams)) expect(stream).toContain('"status":"cancelled"');
      await vi.waitFor(() => expect(stopped).not.toBeNull(), 50_000);
      expect((await movements(body.id)).at(-1)).toMatch(/^release \d+$/);
    });
  },
);
