import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportFormats } from '#contract/export-formats.ts';
import { archived } from '#server/compose/texts.ts';
import { createUserExport } from '#server/exports/user-export.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { type ApiClient, createApiClient } from '#tests/support/api-client.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { silentLog } from '#tests/support/database.ts';
import { identityTokenAt } from '#tests/support/identity-client.ts';
import { packed, runPacked } from '#tests/support/packed.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { noS3Reason, startS3, type TestS3 } from '#tests/support/s3.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';
import { audioFilesOn } from '#tests/support/work-server.ts';

const reason = noPostgresReason();
const patience = { timeout: 120_000, interval: 100 };
const chunkBytes = 64 * 1024;
const clock = { now: () => new Date('2026-03-01T12:00:00Z') };

describe.skipIf(reason !== null)(
  `npm run backup, restore and move${reason === null ? '' : ` (skipped: ${reason})`}`,
  { timeout: 400_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-backup-process-'));
    const running: ServerProcess[] = [];
    const postgres: TestPostgres[] = [];
    const stores: TestS3[] = [];
    let speech: ToneSpeechServer;
    let recording: Buffer;

    beforeAll(async () => {
      speech = await startToneSpeechServer();
      const { samples } = encodeTones('The bell rings once. Mira opens the old door.\n'.repeat(3));
      recording = readFileSync(await writeAudio(folder, 'evening', samples, 'wav'));
    }, 120_000);
    afterEach(async () => {
      for (const server of running.splice(0)) {
        server.signal('SIGKILL');
        await server.ended;
      }
    });
    afterAll(async () => {
      await speech?.close();
      for (const one of [...postgres, ...stores]) await one.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    async function emptyPostgres(): Promise<string> {
      const made = await startPostgres();
      postgres.push(made);
      return made.url;
    }

    async function start(environment: Record<string, string>) {
      const server = startServerProcess(
        {
          SPEECH_URL: speech.url,
          SPEECH_CHUNK_SECONDS: '10',
          SPEECH_CONCURRENCY: '1',
          UPLOAD_CHUNK_BYTES: String(chunkBytes),
          FREE_ANALYSES: '0',
          ...environment,
        },
        packed('main'),
      );
      running.push(server);
      return { server, url: (await server.ready).replace('localhost', '127.0.0.1') };
    }

    async function buy(user: ApiClient, url: string): Promise<void> {
      const { body } = await user.post('/stripe-checkout', { quantity: 5, userAgent: 'test' });
      const paid = await fetch(`${url}/dev/billing/checkout/${body.checkout_id}`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'choice=pay',
        redirect: 'manual',
      });
      expect(paid.status).toBe(303);
    }
    async function account(user: ApiClient) {
      const { body } = await user.get('/check-session');
      if (!('isAuthenticated' in body) || !body.isAuthenticated) throw new Error('Not signed in.');
      return body;
    }
    const balance = async (user: ApiClient) => (await account(user)).userCreditBalance;

    async function payingUser(url: string): Promise<ApiClient> {
      const user = createApiClient(() => url, await identityTokenAt(url));
      await user.login();
      await buy(user, url);
      await vi.waitFor(async () => expect(await balance(user)).toBe(500), patience);
      return user;
    }

    async function openUpload(user: ApiClient, sessionId: string) {
      const wanted = { fileName: 'evening.wav', sizeBytes: recording.length, fingerprint: 'print' };
      return (await user.post(`/sessions/${sessionId}/uploads`, wanted)).body;
    }
    const send = (user: ApiClient, url: string, tusUrl: string, bytesAtOnce = chunkBytes) =>
      sendByTus({
        url: url + tusUrl,
        token: user.token,
        file: recording,
        sizeBytes: recording.length,
        chunkBytes: bytesAtOnce,
      }).done;
    const sendPart = (user: ApiClient, tusUrl: string, from: number) =>
      user.request(
        'PATCH',
        tusUrl,
        new Uint8Array(recording.subarray(from, from + chunkBytes)),
        tusHeaders(from),
      );

    /** Pays, uploads and writes until the work is done. The last part is never sent: it would make another recording. */
    async function inTraffic<Result>(
      {
        user,
        url,
        campaignId,
        sessionId,
      }: { user: ApiClient; url: string; campaignId: string; sessionId: string },
      work: () => Promise<Result>,
    ): Promise<Result> {
      let isOver = false;
      const traffic = async () => {
        const sending = await openUpload(user, sessionId);
        for (let parts = 0; !isOver; parts += 1) {
          if (parts < 10) await buy(user, url);
          if ((parts + 1) * chunkBytes < recording.length)
            await sendPart(user, sending.tusUrl, parts * chunkBytes);
          await user.request('PATCH', `/campaigns/${campaignId}`, { description: `Part ${parts}` });
        }
      };
      const going = traffic();
      const result = await work();
      isOver = true;
      await going;
      return result;
    }

    /** Of a zip, which contains its time, SHA-256 of each file. */
    async function exportsOf(user: ApiClient, url: string, campaignId: string, sessionId: string) {
      const sums: Record<string, string> = {};
      const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
      for (const { format, extension } of exportFormats)
        for (const place of [`/campaigns/${campaignId}`, `/sessions/${sessionId}`]) {
          const headers = { authorization: `Bearer ${user.token}` };
          const answer = await fetch(`${url}${place}/export?format=${format}`, { headers });
          expect(answer.status).toBe(200);
          const bytes = new Uint8Array(await answer.arrayBuffer());
          const files = extension === 'zip' ? unzipSync(bytes) : { [format]: bytes };
          for (const [name, content] of Object.entries(files)) sums[`${place} ${name}`] = sumOf(content);
        }
      return sums;
    }

    async function archiveOf(
      userId: string,
      databaseUrl: string | null,
      dataFolder: string,
    ): Promise<Buffer> {
      const database = await openDatabase({ databaseUrl, dataFolder, log: silentLog });
      try {
        const files = audioFilesOn(dataFolder);
        const archive = await createUserExport({ database, files, archived, clock }).archive(userId);
        return Buffer.from(await new Response(archive).arrayBuffer());
      } finally {
        await database.close();
      }
    }

    it('back up while users upload and pay, restore elsewhere, and continue there: sign-ins, money, uploads, analyses', async () => {
      const data = join(folder, 'data');
      const { server, url } = await start({ HEARTHSCRIBE_DATA: data });
      const user = await payingUser(url);

      const { body: campaign } = await user.post('/campaigns', { title: 'The Lantern Coast' });
      const newSession = async () => (await user.post(`/campaigns/${campaign.id}/sessions`, {})).body.id;
      const [heard, waiting, busy] = [await newSession(), await newSession(), await newSession()];
      const section = { key: 'recap', title: 'Recap', body: 'Ilse kept the key 🗝.', visibility: 'gm' };
      const noted = await user.request(
        'PATCH',
        `/sessions/${busy}/notes`,
        { sections: [section] },
        { 'if-match': '0' },
      );
      expect(noted.status).toBe(200);
      const upload = await openUpload(user, heard);
      await send(user, url, upload.tusUrl);
      await user.until(`/uploads/${upload.id}`, ['ready'], patience.timeout);

      let release = () => {};
      const held = new Promise<null>((resolve) => {
        release = () => resolve(null);
      });
      speech.misbehave = ({ number }) => (number === 0 ? null : held);
      const { body: analysis } = await user.start(heard, randomUUID());
      await vi.waitFor(() => expect(speech.requests).toHaveLength(2), patience);
      const begun = await openUpload(user, waiting);
      await sendPart(user, begun.tusUrl, 0);

      const backup = join(folder, 'backup');
      const port = { PORT: new URL(url).port };
      const made = await inTraffic({ user, url, campaignId: campaign.id, sessionId: busy }, () =>
        runPacked('backup', { HEARTHSCRIBE_DATA: data, ...port }, '--to', backup),
      );
      expect(made).toMatchObject({ code: 0, errors: '' });
      expect(made.output).toMatch(/^Backed up to \S+\.\n[\d,]+ rows, 1 recording, [\d.]+ MiB\.\n$/);
      expect(readdirSync(join(data, 'work'))).toEqual([]);
      expect(
        await runPacked('backup', { HEARTHSCRIBE_DATA: data, PORT: '1' }, '--to', join(folder, 'none')),
      ).toEqual({
        code: 2,
        output: '',
        errors: expect.stringMatching(
          /^Nothing answers at \S+: set PORT to the running server’s port\. The data folder .*\n$/,
        ),
      });
      const notes = await exportsOf(user, url, campaign.id, busy);

      const elsewhere = { HEARTHSCRIBE_DATA: join(folder, 'elsewhere'), DATABASE_URL: await emptyPostgres() };
      const restored = await runPacked('restore', elsewhere, '--from', backup);
      expect(restored).toMatchObject({ code: 0, errors: '' });
      const other = await start(elsewhere);
      const same = createApiClient(() => other.url, user.token);
      expect((await same.get('/check-session')).status).toBe(200);
      expect(await identityTokenAt(other.url)).not.toBe(user.token);
      expect(await exportsOf(same, other.url, campaign.id, busy)).toEqual(notes);
      expect((await same.get(`/uploads/${begun.id}`)).body).toMatchObject({ status: 'open', offset: 0 });
      await send(same, other.url, begun.tusUrl);
      await same.until(`/uploads/${begun.id}`, ['ready'], patience.timeout);
      release();
      const ended = await same.until(`/analyses/${analysis.id}`, ['completed', 'failed'], patience.timeout);
      expect(ended).toMatchObject({ status: 'completed', chargedCredits: analysis.costCredits });
      expect(((await balance(same)) + analysis.costCredits) % 100).toBe(0);
      const reconciled = await runPacked('reconcile', elsewhere);
      expect(reconciled).toMatchObject({ code: 0, errors: '' });
      expect(reconciled.output).toMatch(/\nNo differences\.\n$/);

      server.signal('SIGTERM');
      expect(await server.ended).toBe(0);
      const { userId } = await account(same);
      const before = await archiveOf(userId, null, data);
      const to = await emptyPostgres();
      const moved = await runPacked('move', { HEARTHSCRIBE_DATA: data }, '--to', to);
      expect(moved).toMatchObject({ code: 0, errors: '' });
      expect(moved.output).toMatch(
        /^Moved [\d,]+ rows\. From now on, start with DATABASE_URL set to that address\.\n/,
      );
      expect((await archiveOf(userId, to, data)).equals(before)).toBe(true);
      expect(before.length).toBeGreaterThan(recording.length);
      expect(existsSync(join(data, 'database'))).toBe(false);
    });

    const noS3 = noS3Reason();
    it.skipIf(noS3 !== null)(
      `back up PostgreSQL and S3 in the same traffic, and restore both to others, without differences${noS3 === null ? '' : ` (skipped: ${noS3})`}`,
      { tags: ['everything'] },
      async () => {
        // What fills no part of 5 MiB is stored again with each chunk.
        const whole = recording.length;
        const [here, there] = [await startS3(), await startS3()];
        stores.push(here, there);
        const installation = async (name: string, s3: TestS3) => ({
          HEARTHSCRIBE_DATA: join(folder, name),
          DATABASE_URL: await emptyPostgres(),
          ...s3.environment,
        });
        const source = await installation('source', here);
        const { server, url } = await start(source);
        const user = await payingUser(url);
        const { body: campaign } = await user.post('/campaigns', { title: 'The Lantern Coast' });
        const newSession = async () => (await user.post(`/campaigns/${campaign.id}/sessions`, {})).body.id;
        const [heard, busy] = [await newSession(), await newSession()];
        const upload = await openUpload(user, heard);
        await send(user, url, upload.tusUrl, whole);
        await user.until(`/uploads/${upload.id}`, ['ready'], patience.timeout);

        const backup = join(folder, 'backup-s3');
        const made = await inTraffic({ user, url, campaignId: campaign.id, sessionId: busy }, () =>
          runPacked('backup', source, '--to', backup),
        );
        expect(made).toMatchObject({ code: 0, errors: '' });
        expect(made.output).toMatch(/ 1 recording, [\d.]+ MiB\.\n$/);
        server.signal('SIGTERM');
        expect(await server.ended).toBe(0);

        const target = await installation('target', there);
        expect(await runPacked('restore', target, '--from', backup)).toMatchObject({ code: 0, errors: '' });
        const other = await start(target);
        const same = createApiClient(() => other.url, user.token);
        const quoted = await same.post(`/sessions/${heard}/quote`);
        expect(quoted.status).toBe(200);
        const { body: uploads } = await same.get(`/sessions/${busy}/uploads`);
        for (const { id, tusUrl } of uploads.uploads) {
          expect((await same.get(`/uploads/${id}`)).body).toMatchObject({ status: 'open', offset: 0 });
          await send(same, other.url, tusUrl, whole);
          await same.until(`/uploads/${id}`, ['ready'], patience.timeout);
        }
        const reconciled = await runPacked('reconcile', target);
        expect(reconciled).toMatchObject({ code: 0, errors: '' });
        expect(reconciled.output).toMatch(/recordings?\.\n\nNo differences\.\n$/);
      },
    );
  },
);
