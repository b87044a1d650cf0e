import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openS3Files } from '#server/platform/files/s3-files.ts';
import { type ApiClient, createApiClient } from '#tests/support/api-client.ts';
import { ffmpeg, writeAudio } from '#tests/support/audio.ts';
import { silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { noS3Reason, startS3, type TestS3 } from '#tests/support/s3.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

const reason = noS3Reason() ?? noPostgresReason();
const MEBIBYTE = 1024 ** 2;
/** For a busy machine. */
const patience = { timeout: 120_000, interval: 100 };
const tus = { 'tus-resumable': '1.0.0' };

describe.skipIf(reason !== null)(
  `two hosts with one PostgreSQL and one S3${reason === null ? '' : ` (skipped: ${reason})`}`,
  { timeout: 400_000 },
  () => {
    let folder: string;
    let postgres: TestPostgres;
    let s3: TestS3;
    let speech: ToneSpeechServer;
    let recording: Buffer;
    let user: ApiClient;
    const hosts: WorkProcess[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hearthscribe-hosts-'));
      postgres = await startPostgres();
      s3 = await startS3();
      speech = await startToneSpeechServer();
      const { samples } = encodeTones('The bell rings once. Mira opens the old door.\n'.repeat(12));
      const path = await writeAudio(folder, 'evening', samples, 'wav');
      const large = join(folder, 'large.wav');
      await ffmpeg('-i', path, '-ac', '2', '-ar', '48000', '-c:a', 'pcm_s16le', large);
      recording = await readFile(large);
      expect(recording.length).toBeGreaterThan(12 * MEBIBYTE);
    }, 120_000);
    afterAll(async () => {
      await speech?.close();
      await s3?.stop();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    });
    afterEach(async () => {
      s3.fault = () => null;
      for (const host of hosts.splice(0)) await host.kill();
    });

    async function boot(): Promise<{ host: WorkProcess; dataFolder: string }> {
      const dataFolder = await mkdtemp(join(folder, 'data-'));
      const env = {
        ...s3.environment,
        DATABASE_URL: postgres.url,
        SPEECH_URL: speech.url,
        WELCOME_CREDITS: '1000',
        FREE_ANALYSES: '0',
      };
      const host = await startWorkProcess({ program: 'dying', dataFolder, env });
      hosts.push(host);
      user = createApiClient(() => host.url, user?.token ?? randomUUID());
      return { host, dataFolder };
    }

    async function opened() {
      const sessionId = await user.newSession();
      const wanted = { fileName: 'evening.wav', sizeBytes: recording.length, fingerprint: 'print' };
      const { body } = await user.post(`/sessions/${sessionId}/uploads`, wanted);
      return { sessionId, upload: body };
    }
    const send = (host: WorkProcess, tusUrl: string, onProgress: (sent: number) => void = () => undefined) =>
      sendByTus({
        url: host.url + tusUrl,
        token: user.token,
        file: recording,
        sizeBytes: recording.length,
        chunkBytes: 5 * MEBIBYTE,
        onProgress,
      });
    const patch = (tusUrl: string, from: number, to: number) =>
      user.request('PATCH', tusUrl, new Uint8Array(recording.subarray(from, to)), {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(from),
      });
    async function stored(id: string): Promise<string[]> {
      const store = await openS3Files(s3.settings, { workFolder: join(folder, 'work'), log: silentLog });
      const names: string[] = [];
      for (const place of ['audio', 'playback'])
        for await (const batch of store.list(place, new Date(Date.now() + 3_600_000))) names.push(...batch);
      return [...new Set(names.filter((name) => name.includes(id)))];
    }

    it('[D2][D8][R1.7] continue each other’s upload after kill -9 in mid-chunk, make notes of it, play it, and remove it', {
      tags: ['everything'],
    }, async () => {
      const first = await boot();
      await user.login();
      const { sessionId, upload } = await opened();
      let killing: Promise<void> | null = null;
      const broken = send(first.host, upload.tusUrl, (sent) => {
        if (sent > 7 * MEBIBYTE && killing === null) killing = first.host.kill();
      });
      await expect(broken.done).rejects.toThrow();
      await killing;

      const second = await boot();
      const { body } = await user.get(`/uploads/${upload.id}`);
      expect(body.status).toBe('open');
      expect(body.offset).toBeGreaterThanOrEqual(5 * MEBIBYTE);
      expect(body.offset).toBeLessThan(recording.length);
      await send(second.host, upload.tusUrl).done;
      const verified = await user.until(`/uploads/${upload.id}`, ['ready', 'rejected'], patience.timeout);
      expect(verified.status).toBe('ready');
      const store = await openS3Files(s3.settings, { workFolder: join(folder, 'work'), log: silentLog });
      const whole = await store.materialise(`audio/${upload.id}`, (path) => readFile(path));
      expect(whole.equals(recording)).toBe(true);

      const { body: begun } = await user.start(sessionId, randomUUID());
      const analysis = await user.until(`/analyses/${begun.id}`, ['completed', 'failed'], patience.timeout);
      expect(analysis).toMatchObject({ status: 'completed', chargedCredits: begun.costCredits });
      expect(speech.requests.flatMap(({ words }) => words)).toContain('Mira');

      const { body: asked } = await user.get(`/sessions/${sessionId}/playback`);
      if (asked.state !== 'preparing' || asked.original === undefined)
        throw new Error(`The playback is ${asked.state}, without the recording itself.`);
      const itself = await fetch(second.host.url + asked.original.url, {
        headers: { range: 'bytes=9000000-9000999' },
      });
      expect(itself.headers.get('content-type')).toBe('audio/wav; codecs=1');
      expect(Buffer.from(await itself.arrayBuffer()).equals(recording.subarray(9_000_000, 9_001_000))).toBe(
        true,
      );

      const playback = await vi.waitFor(async () => {
        const answer = (await user.get(`/sessions/${sessionId}/playback`)).body;
        if (answer.state !== 'ready') throw new Error(`The playback is ${answer.state}.`);
        return answer;
      }, patience);
      const play = (range: string) => fetch(second.host.url + playback.url, { headers: { range } });
      const part = await play('bytes=192-383');
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 192]);
      expect(part.headers.get('content-range')).toMatch(/^bytes 192-383\//);
      expect((await play('bytes=999999999-')).status).toBe(416);

      expect(await readdir(join(second.dataFolder, 'work'))).toEqual([]);
      expect((await stored(upload.id)).sort()).toEqual([`audio/${upload.id}`, `playback/${upload.id}`]);
      expect((await user.request('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
      expect(await stored(upload.id)).toEqual([]);
    });

    it('[D2] lose nothing and charge nothing twice while S3 returns 503 or is gone', {
      tags: ['everything'],
    }, async () => {
      await boot();
      await user.login();
      const { sessionId, upload } = await opened();
      expect((await patch(upload.tusUrl, 0, 6 * MEBIBYTE)).status).toBe(204);
      s3.fault = () => 'busy';
      const refused = await patch(upload.tusUrl, 6 * MEBIBYTE, 8 * MEBIBYTE);
      expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      s3.fault = () => null;
      const { headers } = await user.request('HEAD', upload.tusUrl, undefined, tus);
      expect(headers.get('upload-offset')).toBe(String(6 * MEBIBYTE));
      // Their check waits for the store.
      const isDownload = (line: string) => line.startsWith(`GET /evenings/audio/${upload.id}?x-id=GetObject`);
      s3.fault = ({ method, url }) => (isDownload(`${method} ${url}`) ? 'cut' : null);
      expect((await patch(upload.tusUrl, 6 * MEBIBYTE, recording.length)).status).toBe(204);
      const downloads = () => s3.seen.filter(({ line }) => isDownload(line)).length;
      await vi.waitFor(() => expect(downloads()).toBeGreaterThan(3), patience);
      expect((await user.get(`/uploads/${upload.id}`)).body.status).toBe('verifying');
      s3.fault = () => null;
      await user.until(`/uploads/${upload.id}`, ['ready'], patience.timeout);

      const { body: start } = await user.get('/check-session');
      if (!start.isAuthenticated) throw new Error('The user is signed out.');
      s3.fault = () => 'busy';
      const before = s3.seen.length;
      const { body: begun } = await user.start(sessionId, randomUUID());
      await vi.waitFor(() => expect(s3.seen.length).toBeGreaterThan(before + 6), patience);
      expect((await user.get(`/analyses/${begun.id}`)).body).toMatchObject({ chargedCredits: 0 });
      s3.fault = () => null;
      const analysis = await user.until(`/analyses/${begun.id}`, ['completed', 'failed'], patience.timeout);
      expect(analysis).toMatchObject({ status: 'completed', chargedCredits: begun.costCredits });
      const balance = { userCreditBalance: start.userCreditBalance - begun.costCredits };
      expect((await user.get('/check-session')).body).toMatchObject(balance);
    });
  },
);
