import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiClient, createApiClient } from '#tests/support/api-client.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { type CountingChatServer, startCountingChatServer } from '#tests/support/counting-chat-server.ts';
import { oneOf } from '#tests/support/everything.ts';
import { noClusterReason, startCluster, type TestCluster } from '#tests/support/postgres.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

const reason = noClusterReason();

const patience = { timeout: 120_000, interval: 100 };

describe.skipIf(reason !== null)(
  `a server that loses PostgreSQL${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let folder: string;
    let chat: CountingChatServer;
    let postgres: TestCluster;
    let server: WorkProcess | null = null;
    let user: ApiClient;
    let hasEnded = false;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hearthscribe-outage-'));
      chat = await startCountingChatServer();
    });
    afterAll(async () => {
      await chat.close();
      await rm(folder, { recursive: true, force: true });
    });
    beforeEach(() => {
      chat.before = async () => null;
      chat.answered.length = 0;
    });

    async function end(): Promise<void> {
      await server?.kill();
      server = null;
      await postgres.stop();
    }

    async function boot(environment: Record<string, string> = {}): Promise<void> {
      hasEnded = false;
      const started = await startWorkProcess({
        program: 'dying',
        dataFolder: await mkdtemp(join(folder, 'data-')),
        env: {
          DATABASE_URL: postgres.url,
          DATABASE_POOL: '4',
          DATABASE_WAIT_SECONDS: '10',
          NOTES_URL: chat.url,
          NOTES_MODEL: 'by-rule',
          WELCOME_CREDITS: '1000',
          FREE_ANALYSES: '0',
          ...environment,
        },
      });
      server = started;
      void started.ended.then(() => {
        hasEnded = true;
      });
    }

    async function signUp(): Promise<void> {
      user = createApiClient(() => server!.url, randomUUID());
      await user.login();
    }

    async function asking<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
      const client = new pg.Client({ connectionString: postgres.url });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    }

    const movements = (analysisId: string) =>
      asking(async (client) => {
        const { rows } = await client.query(
          'select kind, delta from ledger where lot_id is not null and user_id = (select user_id from reservations where analysis_id = $1) order by id',
          [analysisId],
        );
        return rows.map(({ kind, delta }) => `${kind} ${delta}`);
      });

    const waiting = (client: pg.Client, count: number) =>
      vi.waitFor(async () => {
        // The view does not change within a transaction.
        await client.query('select pg_stat_clear_snapshot()');
        const { rows } = await client.query(
          `select 1 from pg_stat_activity where application_name like 'hearthscribe-%' and wait_event_type = 'Lock'`,
        );
        expect(rows.length).toBeGreaterThanOrEqual(count);
      }, patience);

    const refused = () =>
      vi.waitFor(async () => {
        const answer = await user.post('/campaigns', { title: 'While it is away' });
        expect(answer.status).not.toBe(201);
        return answer;
      }, patience);

    const served = () =>
      vi.waitFor(async () => {
        const { status, body } = await user.post('/campaigns', { title: 'It is back' });
        expect(status).toBe(201);
        return body.id as string;
      }, patience);

    function expectUnavailable(answer: { status: number; body: unknown; headers: Headers }): void {
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }

    describe('which returns, again and again', () => {
      beforeAll(async () => {
        postgres = await startCluster();
        await boot();
      });
      beforeEach(signUp);
      afterAll(end);

      it.each(oneOf(['immediate', 'fast'] as const))(
        'survives its end (%s) in the middle of transactions: 503 with Retry-After, then recovers',
        async (mode) => {
          const before = await served();
          const calls = await asking(async (client) => {
            await client.query('begin; lock table campaigns in access exclusive mode');
            const begun = [1, 2, 3].map((number) =>
              user.post('/campaigns', { title: `Locked out ${number}` }),
            );
            await waiting(client, 3);
            await postgres.end(mode);
            return Promise.all(begun);
          });
          const done = calls.filter(({ status }) => status === 201).map(({ body }) => body.id as string);
          for (const answer of calls) if (answer.status !== 201) expectUnavailable(answer);
          expectUnavailable(await refused());
          expectUnavailable(await user.get('/check-session'));
          expectUnavailable(await user.get('/healthz'));
          expect(hasEnded).toBe(false);

          await postgres.start();
          const after = await served();
          const { campaigns } = (await user.get('/campaigns')).body;
          const ids = campaigns.map(({ id }: { id: string }) => id);
          expect(ids).toEqual(expect.arrayContaining([before, ...done, after]));
          expect((await user.get('/healthz')).status).toBe(200);
          const many = await Promise.all(Array.from({ length: 20 }, () => user.get('/campaigns')));
          expect(many.map(({ status }) => status)).toEqual(Array(20).fill(200));
          expect(hasEnded).toBe(false);
        },
      );

      it.each(oneOf(['immediate', 'fast'] as const))(
        'resumes a running analysis (%s), repeats no request and charges once',
        async (mode) => {
          const sessionId = await user.newSession();
          await user.post(`/sessions/${sessionId}/transcripts`, sampleTranscriptBytes(30));
          let letGo = () => {};
          const held = new Promise<void>((resolve) => {
            letGo = resolve;
          });
          const reached = new Promise<void>((resolve) => {
            chat.before = async ({ schema }) => {
              if (schema !== 'story') return null;
              resolve();
              await held;
              return null;
            };
          });
          const { body: begun } = await user.start(sessionId, `outage-${mode}`);
          await reached;
          const before = server!.log().length;
          await postgres.end(mode);
          letGo();
          await vi.waitFor(
            () => expect(server!.log().slice(before)).toContain('A job waits for the database.'),
            patience,
          );
          expect(hasEnded).toBe(false);

          await postgres.start();
          const analysis = await user.until(
            `/analyses/${begun.id}`,
            ['completed', 'failed'],
            patience.timeout,
          );
          expect(analysis).toMatchObject({ status: 'completed', chargedCredits: begun.costCredits });
          expect(await movements(begun.id)).toEqual([`reserve ${-begun.costCredits}`, 'capture 0']);
          const asked = chat.answered.filter(({ schema }) => schema !== 'story').map(({ hash }) => hash);
          expect(new Set(asked).size).toBe(asked.length);
          const balance = { userCreditBalance: 1000 - begun.costCredits };
          expect((await user.get('/check-session')).body).toMatchObject(balance);
        },
      );

      it('resumes an upload where it stopped, and verifies it', async () => {
        const sessionId = await user.newSession();
        const recording = await readFile(
          await writeAudio(folder, 'spoken', encodeTones('The bell rings once.').samples, 'mp3-64k'),
        );
        const wanted = { fileName: 'evening.mp3', sizeBytes: recording.length, fingerprint: 'print' };
        const { body: upload } = await user.post(`/sessions/${sessionId}/uploads`, wanted);
        const tus = { 'tus-resumable': '1.0.0' };
        const send = (from: number, to: number) =>
          user.request('PATCH', upload.tusUrl, new Uint8Array(recording.subarray(from, to)), {
            ...tus,
            'content-type': 'application/offset+octet-stream',
            'upload-offset': String(from),
          });
        const half = Math.floor(recording.length / 2);
        expect((await send(0, half)).status).toBe(204);
        await postgres.end('immediate');
        await refused();
        expectUnavailable(await send(half, recording.length));
        expectUnavailable(await user.get(`/uploads/${upload.id}`));

        await postgres.start();
        await served();
        const { headers } = await user.request('HEAD', upload.tusUrl, undefined, tus);
        const offset = Number(headers.get('upload-offset'));
        expect(offset).toBe(half);
        expect((await send(offset, recording.length)).status).toBe(204);
        await user.until(`/uploads/${upload.id}`, ['ready'], patience.timeout);
      });
    });

    describe('which stays away, or hangs', () => {
      beforeEach(async () => {
        postgres = await startCluster();
      });
      afterEach(end);

      async function expectToStop(): Promise<void> {
        const call = user.get('/campaigns').catch(() => null);
        const code = await server!.stop();
        expect([0, 1]).toContain(code);
        expect(server!.log()).toContain(code === 0 ? 'Stopped.' : 'did not stop cleanly');
        await call;
      }

      it('returns 503 while it hangs, recovers, and ends on SIGTERM when it hangs again', {
        tags: ['everything'],
      }, async () => {
        await boot({ DATABASE_STATEMENT_SECONDS: '5', DATABASE_WAIT_SECONDS: '5', STOP_SECONDS: '5' });
        await signUp();
        await served();
        postgres.freeze();
        const answers = await Promise.all(
          [1, 2, 3].map((number) => user.post('/campaigns', { title: `${number}` })),
        );
        for (const answer of answers) expectUnavailable(answer);
        expectUnavailable(await user.get('/healthz'));
        expect(hasEnded).toBe(false);
        postgres.thaw();
        await served();
        postgres.freeze();
        await expectToStop();
      });

      it('ends on SIGTERM while it is away and an analysis runs', async () => {
        await boot({ STOP_SECONDS: '5' });
        await signUp();
        const sessionId = await user.newSession();
        await user.post(`/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
        const reached = new Promise<void>((resolve) => {
          chat.before = () => {
            resolve();
            return new Promise(() => undefined);
          };
        });
        await user.start(sessionId, 'stopped-while-away');
        await reached;
        await postgres.end('immediate');
        await expectToStop();
      });
    });
  },
);
