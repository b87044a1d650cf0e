import { randomBytes, randomUUID } from 'node:crypto';
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
import { noS3Reason, startS3, type TestS3 } from '#tests/support/s3.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';
import { type CuttableLine, startCuttableLine } from './cuttable-line.ts';

/** `npm run trial:hosts` runs 200 evenings and prints what happened. */
const evenings = Number(process.env.TRIAL_EVENINGS ?? 3);
const minutesMost = Number(process.env.TRIAL_MINUTES ?? 5);
/** How long to cut each process off from PostgreSQL and S3; 0: not at all. */
const cutSeconds = Number(process.env.TRIAL_CUT_SECONDS ?? 0);
const isTrial = process.env.TRIAL_EVENINGS !== undefined;
/** Users at a time. */
const lanes = 16;
/** Requests to S3 that get a 503. */
const refusals = isTrial ? 40 : 10;
const reason = noClusterReason() ?? noS3Reason();
const waiting = { timeout: minutesMost * 60_000, interval: 100 };
const SPOKEN = 'The lantern keeper opens the door. Ilse asks for the silver key. The keeper shows the well.';

type Role = 'web' | 'worker';

interface Evening {
  id: string;
  status: string;
  lateMs: number;
}

describe.skipIf(reason !== null)(
  `two web and two worker processes${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let folder: string;
    let cluster: TestCluster;
    let s3: TestS3;
    let speech: ToneSpeechServer;
    let chat: CountingChatServer;
    const running = new Map<string, WorkProcess>();
    const lines = new Map<string, CuttableLine[]>();
    const secretsKey = randomBytes(32).toString('base64');
    const faults: { what: string; seconds: number; ended: number }[] = [];
    const done: Evening[] = [];
    const startedAt = performance.now();
    let turn = 0;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hearthscribe-hosts-'));
      [cluster, s3, speech, chat] = await Promise.all([
        startCluster(),
        startS3(),
        startToneSpeechServer(),
        startCountingChatServer(),
      ]);
      for (const name of ['web 1', 'web 2', 'worker 1', 'worker 2']) await boot(name);
    }, 240_000);
    afterAll(async () => {
      for (const one of running.values()) await one.kill();
      await speech?.close();
      await chat?.close();
      for (const line of [...lines.values()].flat()) await line.close();
      await s3?.stop();
      await cluster?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    async function boot(name: string): Promise<void> {
      const role = name.split(' ')[0] as Role;
      const [database, store] = lines.get(name) ?? [
        await startCuttableLine(cluster.url),
        await startCuttableLine(s3.settings.url!),
      ];
      lines.set(name, [database!, store!]);
      const one = await startWorkProcess({
        program: 'dying',
        dataFolder: join(folder, name),
        env: {
          ...s3.environment,
          S3_URL: store!.address(s3.settings.url!),
          ROLE: role,
          WORKERS: '2',
          SECRETS_KEY: secretsKey,
          DATABASE_URL: database!.address(cluster.url),
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

    /** The next running web process, as a proxy would choose it. */
    function address(): string {
      const webs = [...running].filter(([name]) => name.startsWith('web'));
      turn += 1;
      return webs[turn % webs.length]![1].url;
    }

    /** Retries after a lost connection or a 503, as our client does. */
    async function again<Result>(work: () => Promise<Result>): Promise<Result> {
      for (let tries = 0; ; tries += 1) {
        try {
          return await work();
        } catch (error) {
          if (tries === 600) throw error;
          await pause(Math.min(100 * (tries + 1), 1000));
        }
      }
    }

    const answered = <Answer extends { status: number }>(work: () => Promise<Answer>) =>
      again(async () => {
        const answer = await work();
        if (answer.status >= 400) throw new Error(`It answered ${answer.status}.`);
        return answer;
      });

    /** Reads the events of an analysis until its end, from any running process. */
    async function follow(user: ApiClient, analysisId: string): Promise<{ status: string; lateMs: number }> {
      const status = await again(async () => {
        const answer = await fetch(`${address()}/analyses/${analysisId}/events`, {
          headers: { authorization: `Bearer ${user.token}` },
        });
        const last = (await answer.text()).match(/"status":"(completed|failed|cancelled)"/)?.[1];
        if (last === undefined) throw new Error('The stream ended before the analysis.');
        return last;
      });
      const seenAt = Date.now();
      const { body } = await answered(() => user.get(`/analyses/${analysisId}`));
      return { status, lateMs: seenAt - Date.parse(body.finishedAt!) };
    }

    async function evening(recording: Buffer): Promise<Evening> {
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
      return { id: started.body.id, ...(await follow(user, started.body.id)) };
    }

    async function fault(what: string, work: () => Promise<void>): Promise<void> {
      const at = performance.now();
      await work();
      faults.push({ what, seconds: (performance.now() - at) / 1000, ended: done.length });
    }

    async function die(name: string): Promise<void> {
      await running.get(name)!.kill();
      running.delete(name);
      await boot(name);
    }

    async function cutOff(name: string): Promise<void> {
      for (const line of lines.get(name)!) line.cut();
      await pause(cutSeconds * 1000);
      for (const line of lines.get(name)!) line.mend();
    }

    async function refuseFiles(): Promise<void> {
      await new Promise<void>((resolve) => {
        let left = refusals;
        s3.fault = () => {
          left -= 1;
          if (left === 0) {
            s3.fault = () => null;
            resolve();
          }
          return 'busy';
        };
      });
    }

    async function allEvenings(recording: Buffer): Promise<void> {
      let begun = 0;
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          while (begun < evenings) {
            begun += 1;
            done.push(await evening(recording));
          }
        }),
      );
    }

    it('lose nothing and charge once while they are killed, PostgreSQL is stopped and S3 refuses', {
      timeout: waiting.timeout,
      tags: ['everything'],
    }, async () => {
      const recording = await readFile(
        await writeAudio(folder, 'spoken', encodeTones(SPOKEN).samples, 'mp3-64k'),
      );
      const names = ['web 1', 'worker 1', ...(isTrial ? ['web 2', 'worker 2'] : [])];
      const all = allEvenings(recording);
      do {
        await fault(`S3 answers ${refusals} requests with 503`, refuseFiles);
        for (const name of names) await fault(`${name} killed with -9, started again`, () => die(name));
        if (cutSeconds > 0)
          for (const name of names) await fault(`${name} cut off from PostgreSQL and S3`, () => cutOff(name));
        await fault('PostgreSQL stopped (fast) and started', async () => {
          await cluster.end('fast');
          await cluster.start();
        });
      } while (isTrial && done.length < evenings * 0.75);
      await all;
      expect(done.map(({ status }) => status)).toEqual(Array(evenings).fill('completed'));

      const client = new pg.Client(cluster.url);
      await client.connect();
      const { rows } = await client.query<{ reference: string; kinds: string[] }>(
        "select reference, array_agg(kind::text order by id) as kinds from ledger where kind in ('reserve', 'capture', 'release') group by reference",
      );
      await client.end();
      expect(Object.fromEntries(rows.map(({ reference, kinds }) => [reference, kinds]))).toEqual(
        Object.fromEntries(done.map(({ id }) => [id, ['reserve', 'capture']])),
      );
      const seconds = (performance.now() - startedAt) / 1000;
      const longest = Math.max(...done.map(({ lateMs }) => lateMs)) / 1000;
      if (isTrial)
        process.stdout.write(
          [
            '| What | Took | Evenings that had ended |',
            '|---|---|---|',
            ...faults.map((one) => `| ${one.what} | ${one.seconds.toFixed(1)} s | ${one.ended} |`),
            `| All evenings | ${seconds.toFixed(0)} s | ${done.length} |`,
            `| Completed and charged once | | ${rows.length} |`,
            `| Longest time from the end of an analysis to its event | ${longest.toFixed(1)} s | |`,
            '',
          ].join('\n'),
        );
    });

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
        if (isTrial) process.stdout.write(`| goes on at another worker after | ${seconds.toFixed(1)} s |\n`);
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
