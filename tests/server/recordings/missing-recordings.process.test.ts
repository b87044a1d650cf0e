import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '#tests/support/api-client.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { databaseForProcesses, type ProcessDatabase } from '#tests/support/database.ts';
import { identityTokenAt } from '#tests/support/identity-client.ts';
import { packed, runPacked } from '#tests/support/packed.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { sendByTus } from '#tests/support/tus.ts';

const patience = { timeout: 120_000, interval: 100 };

describe('a data folder that has lost its recordings', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-missing-'));
  const data = join(folder, 'data');
  let running: ServerProcess | null = null;
  let speech: ToneSpeechServer;
  let stored: ProcessDatabase;
  beforeAll(async () => {
    speech = await startToneSpeechServer();
    stored = await databaseForProcesses(data);
  });

  async function start(): Promise<{ server: ServerProcess; url: string }> {
    const server = startServerProcess(
      {
        HEARTHSCRIBE_DATA: data,
        ...stored.environment,
        WELCOME_CREDITS: '1000',
        FREE_ANALYSES: '0',
        SPEECH_URL: speech.url,
      },
      packed('main'),
    );
    running = server;
    return { server, url: (await server.ready).replace('localhost', '127.0.0.1') };
  }
  afterEach(async () => {
    running?.signal('SIGKILL');
    await running?.ended;
  });
  afterAll(async () => {
    await speech.close();
    await stored.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('[D1] is one error in the log, a plain refusal to play and to analyze, no charge, and a difference for the operator', async () => {
    const first = await start();
    let { url } = first;
    const user = createApiClient(() => url, await identityTokenAt(url));
    await user.login();
    const sessionId = await user.newSession();
    const { samples } = encodeTones('The bell rings once.');
    const recording = readFileSync(await writeAudio(folder, 'evening', samples, 'wav'));
    const wanted = { fileName: 'evening.wav', sizeBytes: recording.length, fingerprint: 'print' };
    const { body: upload } = await user.post(`/sessions/${sessionId}/uploads`, wanted);
    await sendByTus({
      url: url + upload.tusUrl,
      token: user.token,
      file: recording,
      sizeBytes: recording.length,
      chunkBytes: recording.length,
    }).done;
    await user.until(`/uploads/${upload.id}`, ['ready'], patience.timeout);
    const quote = await user.post(`/sessions/${sessionId}/quote`);
    expect(quote.status).toBe(200);
    first.server.signal('SIGTERM');
    expect(await first.server.ended).toBe(0);
    const audio = join(data, 'audio');
    cpSync(audio, join(folder, 'kept'), { recursive: true });
    rmSync(audio, { recursive: true });

    const second = await start();
    url = second.url;
    const errors = () =>
      second.server
        .stderr()
        .split('\n')
        .filter((line) => /"level":(50|"error")/.test(line));
    await vi.waitFor(() => expect(errors()).toHaveLength(1), patience);
    expect(errors()[0]).toContain('Recordings are missing from the data folder or the bucket.');
    expect(errors()[0]).toContain('"missing":1,"recordings":1');

    const refused = {
      status: 410,
      body: {
        error: { code: 'recordingMissing', message: expect.stringContaining('missing on our server') },
      },
    };
    expect(await user.get(`/sessions/${sessionId}/playback`)).toMatchObject(refused);
    expect(await user.post(`/sessions/${sessionId}/playback`)).toMatchObject(refused);
    expect(await user.post(`/sessions/${sessionId}/quote`)).toMatchObject(refused);
    const begun = await user.post(
      `/sessions/${sessionId}/analyses`,
      { quoteId: quote.body.id, detailLevel: 'brief' },
      { 'idempotency-key': randomUUID() },
    );
    const ended = await user.until(`/analyses/${begun.body.id}`, ['completed', 'failed'], patience.timeout);
    expect(ended).toMatchObject({
      status: 'failed',
      chargedCredits: 0,
      error: { code: 'recordingMissing', retryable: false },
    });
    expect((await user.get('/check-session')).body).toMatchObject({ userCreditBalance: 1000 });

    const command = { HEARTHSCRIBE_DATA: data, PORT: new URL(url).port };
    const report = await runPacked('reconcile', command);
    expect(report.code).toBe(1);
    expect(report.output).toContain('1 recording.');
    expect(report.output).toContain(
      `recordingMissing: The file audio/${upload.id} of the recording “evening.wav”`,
    );

    cpSync(join(folder, 'kept'), audio, { recursive: true });
    expect((await user.get(`/sessions/${sessionId}/playback`)).body).toMatchObject({ state: 'preparing' });
    expect((await user.post(`/sessions/${sessionId}/quote`)).status).toBe(200);
    expect(await runPacked('reconcile', command)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\nNo differences\.\n$/),
    });
  });
});
