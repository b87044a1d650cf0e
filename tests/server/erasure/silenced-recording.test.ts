import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Playback } from '#contract/playbacks.ts';
import type { Segment } from '#contract/transcript.ts';
import type { VoiceSheet } from '#contract/voices.ts';
import { decodeAudio } from '#server/engines/audio/ffmpeg.ts';
import { silencedSpans } from '#server/engines/audio/silence.ts';
import { voiceErasures } from '#server/erasure/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { audioAssets, segments } from '#server/recordings/tables.ts';
import { publishTranscript, writeTranscript } from '#server/recordings/transcript-rows.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { decodeWithSystem } from '#tests/support/system-decoder.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';
import { openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

decodeWithSystem();

let server: WorkServer;
let user: TestUser;
let folder: string;
let mp3: Buffer;
let seconds: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-voices-'));
  const { samples } = encodeTones('the bell tower drowned at dawn, and nobody in the harbour heard it fall.');
  seconds = samples.length / 16_000;
  mp3 = await readFile(await writeAudio(folder, 'evening', samples, 'mp3-64k'));
  server = await openWorkServer({ settings: { maxAudioSeconds: 120 } });
  user = await server.addUser();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function upload(sessionId: string, bytes: Buffer): Promise<string> {
  const wanted = { fileName: 'evening.mp3', sizeBytes: bytes.length, fingerprint: 'print' };
  const { body } = await server.request(user, 'POST', `/sessions/${sessionId}/uploads`, wanted);
  await server.request(user, 'PATCH', body.tusUrl, bytes, tusHeaders());
  await vi.waitFor(
    async () => expect((await server.request(user, 'GET', `/uploads/${body.id}`)).body.status).toBe('ready'),
    { timeout: 50_000, interval: 50 },
  );
  return body.id;
}

async function recorded() {
  const sessionId = await server.addSession(user);
  const uploadId = await upload(sessionId, mp3);
  const { orm } = server.database;
  const [audio] = await orm.select().from(audioAssets).where(eq(audioAssets.uploadId, uploadId));
  const identity = { id: newId(), sessionId, audioAssetId: audio!.id, createdAt: server.clock.now() };
  const third = Math.floor((seconds * 1000) / 3);
  const segment = (index: number, speakerId: string): Segment & { ordinal: number } => ({
    ordinal: index,
    id: `s${index + 1}`,
    startMs: index * third,
    endMs: (index + 1) * third,
    speakerId,
    text: `Words of line ${index + 1}.`,
    originalText: null,
    confidence: null,
  });
  await writeTranscript(
    orm,
    identity,
    {
      head: {
        source: 'speech',
        timing: 'measured',
        engine: 'test',
        language: 'en',
        durationMs: 3 * third,
        speakers: [
          { id: 'dana', label: 'Dana', role: 'unknown', playerCharacterId: null, talkMs: 2 * third },
          { id: 'liam', label: 'Liam', role: 'unknown', playerCharacterId: null, talkMs: third },
        ],
        warnings: [],
      },
      segmentCount: 3,
      wordCount: 12,
    },
    [JSON.stringify([segment(0, 'dana'), segment(1, 'liam'), segment(2, 'dana')])],
  );
  await publishTranscript(orm, identity, { now: server.clock.now(), isCurrent: true });
  return { sessionId, uploadId, transcriptId: identity.id, third };
}

const playbackOf = async (sessionId: string): Promise<Playback> =>
  (await server.request(user, 'GET', `/sessions/${sessionId}/playback`)).body;

async function ready(sessionId: string) {
  return vi.waitFor(
    async () => {
      const playback = await playbackOf(sessionId);
      if (playback.state !== 'ready') throw new Error(`The playback is ${playback.state}.`);
      return playback;
    },
    { timeout: 50_000, interval: 50 },
  );
}

const voices = async (sessionId: string): Promise<VoiceSheet> =>
  (await server.request(user, 'GET', `/sessions/${sessionId}/voices`)).body;

const erase = async (sessionId: string, transcriptId: string, speakerId: string): Promise<VoiceSheet> => {
  const answer = await server.request(user, 'POST', `/sessions/${sessionId}/voices/erased`, {
    transcriptId,
    speakerId,
  });
  expect(answer.status).toBe(200);
  return answer.body;
};

const silenced = (sessionId: string) =>
  vi.waitFor(
    async () =>
      expect((await voices(sessionId)).erased.every(({ sound }) => sound === 'silenced')).toBe(true),
    { timeout: 50_000, interval: 50 },
  );

async function loudest(path: string, fromMs: number, toMs: number): Promise<number> {
  let at = 0;
  let most = 0;
  for await (const block of decodeAudio(path))
    for (const sample of block) {
      const ms = at / 16;
      if (ms >= fromMs && ms < toMs) most = Math.max(most, Math.abs(sample));
      at += 1;
    }
  return most;
}

describe('silencedSpans', () => {
  it('widens each span and joins overlapping ones', () => {
    expect(
      silencedSpans([
        [5000, 6000],
        [100, 900],
        [6300, 7000],
      ]),
    ).toEqual([
      [0, 1150],
      [4750, 7250],
    ]);
    expect(silencedSpans([])).toEqual([]);
  });
});

describe('the recording of an erased voice', () => {
  it('is silent at the voice’s lines, in the stored file and in the playback', async () => {
    const { sessionId, uploadId, transcriptId, third } = await recorded();
    const before = await ready(sessionId);
    const stored = join(server.dataFolder, 'audio', uploadId);
    const quarter = third / 4;
    expect(await loudest(stored, third + quarter, 2 * third - quarter)).toBeGreaterThan(1000);

    const { erased } = await erase(sessionId, transcriptId, 'liam');
    expect(erased).toMatchObject([{ label: 'Liam', lineCount: 1, seconds: third / 1000 }]);
    expect((await fetch(server.url + before.url)).status).toBe(404);
    await silenced(sessionId);
    expect((await fetch(server.url + before.url)).status).toBe(404);

    expect(await loudest(stored, third - 240, 2 * third + 240)).toBe(0);
    expect(await loudest(stored, 0, third - 300)).toBeGreaterThan(1000);
    expect(await loudest(stored, 2 * third + 300, 3 * third)).toBeGreaterThan(1000);

    const after = await ready(sessionId);
    const path = join(folder, 'served.mp3');
    await writeFile(path, new Uint8Array(await (await fetch(server.url + after.url)).arrayBuffer()));
    expect(await loudest(path, third - 150, 2 * third + 150)).toBeLessThanOrEqual(2);
    expect(await loudest(path, 0, third - 300)).toBeGreaterThan(1000);

    const [asset] = await server.database.orm
      .select()
      .from(audioAssets)
      .where(eq(audioAssets.uploadId, uploadId));
    const { size } = await stat(stored);
    expect(asset).toMatchObject({
      fileName: 'evening.flac',
      mimeType: 'audio/flac',
      sizeBytes: size,
      playsAs: null,
    });
  });

  it('is a new recording when the same file is uploaded again, without the old transcript', {
    tags: ['everything'],
  }, async () => {
    const { sessionId, transcriptId } = await recorded();
    await erase(sessionId, transcriptId, 'liam');
    await silenced(sessionId);
    await upload(sessionId, mp3);
    expect((await voices(sessionId)).transcriptId).toBeNull();
  });

  it('is silenced for two voices erased at once', { tags: ['everything'] }, async () => {
    const { sessionId, uploadId, transcriptId, third } = await recorded();
    await Promise.all([erase(sessionId, transcriptId, 'liam'), erase(sessionId, transcriptId, 'dana')]);
    await silenced(sessionId);
    expect(await loudest(join(server.dataFolder, 'audio', uploadId), 0, 3 * third)).toBe(0);
  });

  it('cannot be played while silencing fails, and can be retried', async () => {
    const { sessionId, uploadId, transcriptId } = await recorded();
    await ready(sessionId);
    const stored = join(server.dataFolder, 'audio', uploadId);
    const bytes = await readFile(stored);
    await writeFile(stored, 'not a recording');
    await erase(sessionId, transcriptId, 'liam');
    await vi.waitFor(async () => expect((await voices(sessionId)).erased[0]?.sound).toBe('failed'), {
      timeout: 50_000,
      interval: 50,
    });
    expect(await playbackOf(sessionId)).toEqual({ state: 'preparing' });
    await writeFile(stored, bytes);
    const { body } = await server.request(user, 'POST', `/sessions/${sessionId}/voices/silenced`);
    expect(body.erased[0]?.sound).toBe('silencing');
    await silenced(sessionId);
    await ready(sessionId);
  });

  it('that was deleted counts as silenced, and is not written again', async () => {
    const { sessionId, uploadId, transcriptId } = await recorded();
    expect((await server.request(user, 'DELETE', `/sessions/${sessionId}/recording`)).status).toBe(204);
    const { erased } = await erase(sessionId, transcriptId, 'liam');
    expect(erased[0]?.sound).toBe('none');
    await expect(readFile(join(server.dataFolder, 'audio', uploadId))).rejects.toThrow('ENOENT');
  });

  it('is queued again by housekeeping if its job was lost', { tags: ['everything'] }, async () => {
    const { sessionId, uploadId } = await recorded();
    await server.database.orm.insert(voiceErasures).values({
      id: newId(),
      sessionId,
      uploadId,
      speakerId: 'liam',
      label: 'Liam',
      lineCount: 1,
      seconds: 1,
      spans: [[0, 1000]],
      sound: 'silencing',
      erasedAt: server.clock.now(),
    });
    await server.keepHouse();
    await silenced(sessionId);
    expect(await loudest(join(server.dataFolder, 'audio', uploadId), 0, 1200)).toBe(0);
  });

  it('is erased and silenced by housekeeping if its process ended before its lines were gone', async () => {
    const { sessionId, uploadId, transcriptId } = await recorded();
    await server.database.orm.insert(voiceErasures).values({
      id: newId(),
      sessionId,
      uploadId,
      speakerId: 'liam',
      label: 'Liam',
      lineCount: 0,
      seconds: 0,
      spans: [],
      sound: 'silencing',
      erasedAt: server.clock.now(),
      working: transcriptId,
    });
    expect((await voices(sessionId)).erased).toEqual([]);
    await server.keepHouse();
    await silenced(sessionId);
    expect((await voices(sessionId)).voices.map(({ label }) => label)).toEqual(['Dana']);
    const { orm } = server.database;
    const left = await orm.select().from(segments).where(eq(segments.transcriptId, transcriptId));
    expect(left.map(({ speakerId }) => speakerId)).toEqual(['dana', 'dana']);
    const third = (seconds * 1000) / 3;
    expect(await loudest(join(server.dataFolder, 'audio', uploadId), third, 2 * third)).toBe(0);
  });
});
