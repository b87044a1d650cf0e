import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient } from '#tests/support/api-client.ts';
import { fourHourMp3 } from '#tests/support/audio.ts';
import { databaseForProcesses, type ProcessDatabase } from '#tests/support/database.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

const CHUNK = 5 * 1024 ** 2;
const FOUR_HOURS = 4 * 3600;

let folder: string;
let server: WorkProcess | null = null;
let stored: ProcessDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-upload-kill-'));
  stored = await databaseForProcesses(folder);
});
afterAll(async () => {
  await stored.drop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await server?.kill();
  server = null;
});

async function boot() {
  server = await startWorkProcess({ program: 'dying', dataFolder: folder, env: stored.environment });
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest('hex');
}

describe('a 4-hour MP3', () => {
  it('[R1.7][D2] survives kill -9 in mid-upload and in mid-verification, byte for byte, and is measured to the second', async () => {
    const path = await fourHourMp3();
    const sizeBytes = (await stat(path)).size;
    await boot();
    const user = createApiClient(() => server!.url, randomUUID());
    await user.login();
    const sessionId = await user.newSession();
    const wanted = { fileName: 'evening.mp3', sizeBytes, fingerprint: 'print' };
    const { body: upload } = await user.post(`/sessions/${sessionId}/uploads`, wanted);
    expect(upload.chunkBytes).toBe(CHUNK);
    const send = (onProgress: (sentBytes: number) => void = () => undefined) =>
      sendByTus({
        url: server!.url + upload.tusUrl,
        token: user.token,
        file: createReadStream(path),
        sizeBytes,
        chunkBytes: CHUNK,
        onProgress,
      });

    let killing: Promise<void> | null = null;
    const broken = send((sentBytes) => {
      if (sentBytes > sizeBytes / 2 && killing === null) killing = server!.kill();
    });
    await expect(broken.done).rejects.toThrow();
    await killing;

    await boot();
    const [resumable] = (await user.get(`/sessions/${sessionId}/uploads?status=open`)).body.uploads;
    expect(resumable).toMatchObject({ id: upload.id, sizeBytes });
    expect(resumable!.offset).toBeGreaterThanOrEqual(5 * CHUNK);
    expect(resumable!.offset).toBeLessThan(sizeBytes);
    await send().done;
    expect((await user.get(`/uploads/${upload.id}`)).body.status).toBe('verifying');
    await server!.kill();

    await boot();
    await user.until(`/uploads/${upload.id}`, ['ready', 'rejected'], 240_000);
    const { state, audio } = (await user.get(`/sessions/${sessionId}`)).body;
    expect(state).toBe('audioReady');
    expect(Math.abs(audio!.durationSeconds - FOUR_HOURS)).toBeLessThan(2);
    const original = await sha256Of(path);
    expect(audio!.sha256).toBe(original);
    expect(await sha256Of(join(folder, 'audio', upload.id))).toBe(original);
    const { levels } = (await user.post(`/sessions/${sessionId}/quote`)).body;
    const seconds = audio!.durationSeconds;
    expect(levels.map(({ costCredits }) => costCredits)).toEqual([
      Math.ceil((seconds * 60) / 3600),
      Math.ceil((seconds * 100) / 3600),
    ]);
  }, 600_000);
});
