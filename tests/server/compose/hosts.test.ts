import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { type ApiClient, createApiClient } from '#tests/support/api-client.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { type CountingChatServer, startCountingChatServer } from '#tests/support/counting-chat-server.ts';
import { noClusterReason, startCluster, type TestCluster } from '#tests/support/postgres.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

/** `npm run trial:hosts` takes 200 evenings, and prints what happened. */
const evenings = Number(process.env.TRIAL_EVENINGS ?? 3);
const minutesMost = Number(process.env.TRIAL_MINUTES ?? 5);
const reason = noClusterReason();
const waiting = { timeout: minutesMost * 60_000, interval: 100 };
const SPOKEN = 'The lantern keeper opens the door. Ilse asks for the silver key. The keeper shows the well.';

type Role = 'web' | 'worker';

describe.skipIf(reason !== null)(
  `two web and two worker processes${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let folder: string;
    let cluster: TestCluster;
    let speech: ToneSpeechServer;
    let chat: CountingChatServer;
    const running = new Map<string, WorkProcess>();
    const deaths: { what: string; seconds: number }[] = [];
    const startedAt = performance.now();
    let turn = 0;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hearthscribe-hosts-'));
      [cluster, speech, chat] = await Promise.all([
        startCluster(),
        startToneSpeechServer(),
        startCountingChatServer(),
      ]);
      for (const name of ['web 1', 'web 2', 'worker 1', 'worker 2']) await boot(name);
    }, 240_000);
    afterAll(async () => {
      for (const one of running.values()) await one.kill();
      await speech?.close();
      await chat?.close();
      await cluster?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    async function boot(name: string): Promise<void> {
      const role = name.split(' ')[0] as Role;
      const one = await startWorkProcess({
        program: 'dying',
        dataFolder: folder,
        env: {
          ROLE: role,
          WORKERS: '2',
          DATABASE_URL: cluster.url,
          DATABASE_POOL: '4',
          SPEECH_URL: speech.url,
          SPEECH_CHUNK_SECONDS: '10',
          NOTES_URL: chat.url,
          NOTES_MODEL: 'by-rule',
          WELCOME_CREDITS: '1000',
          FREE_ANALYSES: '0',
          LOG_LEVEL: 'warn',
        },
      });
      running.set(name, one);
    }

    /** As a proxy in front: the next web process that is there. */
    function address(): string {
      const webs = [...running].filter(([name]) => name.startsWith('web'));
      turn += 1;
      return webs[turn % webs.length]![1].url;
    }

    /** As our client: what a connection or a 503 cut off is asked again. */
    async function again<Result>(work: () => Promise<Result>): Promise<Result> {
      for (let tries = 0; ; tries += 1) {
        try {
          return await work();
        } catch (error) {
          if (tries === 600) throw error;
          await pause(100);
        }
      }
    }

    const answered = <Answer extends { status: number }>(work: () => Promise<Answer>) =>
      again(async () => {
        const answer = await work();
        if (answer.status >= 400) throw new Error(`It answered ${answer.status}.`);
        return answer;
      });

    /** Reads the events of an analysis until its end, from whichever process is there. */
    async function follow(user: ApiClient, analysisId: string): Promise<string> {
      return again(async () => {
        const answer = await fetch(`${address()}/analyses/${analysisId}/events`, {
          headers: { authorization: `Bearer ${user.token}` },
        });
        const last = (await answer.text()).match(/"status":"(completed|failed|cancelled)"/)?.[1];
        if (last === undefined) throw new Error('The stream ended before the analysis.');
        return last;
      });
    }

    async function evening(recording: Buffer): Promise<{ id: string; status: string }> {
      const user = createApiClient(address, randomUUID());
      await again(() => user.login());
      const sessionId = await again(() => user.newSession());
      const { body } = await answered(() =>
        user.post(`/sessions/${sessionId}/uploads`, {
          fileName: 'evening.mp3',
          sizeBytes: recording.length,
          fingerprint: 'print',
        }),
      );
      await again(
        () =>
          sendByTus({
            url: address() + body.tusUrl,
            token: user.token,
            file: recording,
            sizeBytes: recording.length,
            chunkBytes: 16_384,
          }).done,
      );
      await again(() => user.until(`/uploads/${body.id}`, ['ready'], waiting.timeout));
      const started = await answered(() => user.start(sessionId, `evening of ${sessionId}`));
      return { id: started.body.id, status: await follow(user, started.body.id) };
    }

    async function die(name: string): Promise<void> {
      const at = performance.now();
      await running.get(name)!.kill();
      running.delete(name);
      await boot(name);
      deaths.push({ what: `kill -9 of ${name}, started again`, seconds: (performance.now() - at) / 1000 });
    }

    it(
      'lose nothing and charge once while each is killed in turn and PostgreSQL is stopped',
      async () => {
        const recording = await readFile(
          await writeAudio(folder, 'spoken', encodeTones(SPOKEN).samples, 'mp3-64k'),
        );
        const all = Promise.all(Array.from({ length: evenings }, () => evening(recording)));
        for (const name of ['web 1', 'worker 1', 'web 2', 'worker 2']) await die(name);
        await cluster.end('fast');
        await cluster.start();
        const ended = await all;
        expect(ended.map(({ status }) => status)).toEqual(Array(evenings).fill('completed'));

        const client = new pg.Client(cluster.url);
        await client.connect();
        const { rows } = await client.query<{ reference: string; kinds: string[] }>(
          "select reference, array_agg(kind::text order by id) as kinds from ledger where kind in ('reserve', 'capture', 'release') group by reference",
        );
        await client.end();
        expect(Object.fromEntries(rows.map(({ reference, kinds }) => [reference, kinds]))).toEqual(
          Object.fromEntries(ended.map(({ id }) => [id, ['reserve', 'capture']])),
        );
        const seconds = (performance.now() - startedAt) / 1000;
        if (process.env.TRIAL_EVENINGS !== undefined)
          process.stdout.write(
            [
              `| evenings | ${evenings} |`,
              `| completed, charged once | ${rows.length} |`,
              `| seconds in all | ${seconds.toFixed(0)} |`,
              ...deaths.map(({ what, seconds: took }) => `| ${what} | ${took.toFixed(1)} s |`),
              '| PostgreSQL stopped (fast) and started | 1 |',
              '',
            ].join('\n'),
          );
      },
      waiting.timeout,
    );

    it(
      'an analysis whose worker is killed goes on at the other one, without a restart',
      async () => {
        const recording = await readFile(
          await writeAudio(folder, 'spoken', encodeTones(SPOKEN).samples, 'mp3-64k'),
        );
        await running.get('worker 2')!.kill();
        let goesOn = () => {};
        const resumed = new Promise<void>((resolve) => {
          goesOn = resolve;
        });
        let isSilent = true;
        const asked = new Promise<void>((resolve) => {
          speech.misbehave = () => {
            if (isSilent) resolve();
            else goesOn();
            return isSilent ? 'stall' : null;
          };
        });
        const ended = evening(recording);
        await asked;
        await boot('worker 2');
        isSilent = false;
        await running.get('worker 1')!.kill();
        const killedAt = performance.now();
        await resumed;
        const seconds = (performance.now() - killedAt) / 1000;
        if (process.env.TRIAL_EVENINGS !== undefined)
          process.stdout.write(`| goes on at another worker after | ${seconds.toFixed(1)} s |\n`);
        expect((await ended).status).toBe('completed');
      },
      waiting.timeout,
    );

    it('workers listen for health checks only', async () => {
      const { url } = running.get('worker 2')!;
      await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), waiting);
      for (const path of ['/', '/status', '/check-session', '/campaigns'])
        expect((await fetch(`${url}${path}`)).status).toBe(404);
    });
  },
);

describe('ROLE', () => {
  it.each(['web', 'worker'])('%s without DATABASE_URL is refused in one line', (role) => {
    expect(() => readConfig({ ROLE: role })).toThrow(
      new RegExp(`^ROLE is ${role}: set DATABASE_URL to the PostgreSQL that all processes share\\.[^\\n]+$`),
    );
    expect(readConfig({ ROLE: role, DATABASE_URL: 'postgres://localhost/x' }).role).toBe(role);
  });
});
