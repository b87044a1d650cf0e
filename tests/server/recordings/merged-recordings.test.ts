import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeAudio } from '#server/engines/audio/ffmpeg.ts';
import { audioAssets, uploads } from '#server/recordings/tables.ts';
import { createUploadVerification } from '#server/recordings/upload-verification.ts';
import { silentLog } from '#tests/support/database.ts';
import { craigZip, toned } from '#tests/support/evening-tracks.ts';
import {
  createFakeNotes,
  createFakeSpeech,
  createFakeVoices,
  presentNotes,
  presentSpeech,
} from '#tests/support/fake-engines.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';
import { audioFilesOn, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
let user: TestUser;
let folder: string;
let craig: Buffer;
let speech = createFakeSpeech();
let notes = createFakeNotes();
const voices = createFakeVoices();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-merged-'));
  craig = await craigZip(folder);
  server = await openWorkServer({
    settings: { maxUploadBytes: 20 * 1024 ** 2, chunkBytes: 1024 ** 2, maxAudioSeconds: 120 },
    speech: presentSpeech(() => speech),
    notes: presentNotes(() => notes),
    voices: voices.engine,
  });
  user = await server.addUser({ credits: 1000 });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  speech = createFakeSpeech();
  notes = createFakeNotes();
});

const get = <const Path extends string>(path: Path) => server.request(user, 'GET', path);
const post = <const Path extends string>(path: Path, body?: unknown, headers?: Record<string, string>) =>
  server.request(user, 'POST', path, body, headers);

async function uploaded(sessionId: string, bytes: Uint8Array, fileName: string) {
  const wanted = { fileName, sizeBytes: bytes.length, fingerprint: 'print' };
  const upload = (await post(`/sessions/${sessionId}/uploads`, wanted)).body;
  await server.request(user, 'PATCH', upload.tusUrl, bytes, tusHeaders());
  return verified(upload.id);
}

const verified = (uploadId: string) =>
  vi.waitFor(
    async () => {
      const { body } = await get(`/uploads/${uploadId}`);
      expect(['ready', 'rejected']).toContain(body.status);
      return body;
    },
    { timeout: 50_000, interval: 100 },
  );

const audioOf = async (sessionId: string) =>
  (await server.sessionWork.read(server.database.orm, [sessionId])).get(sessionId)!.audio!;
const tracksOf = async (assetId: string) => {
  const [asset] = await server.database.orm.select().from(audioAssets).where(eq(audioAssets.id, assetId));
  return asset!.tracks;
};
const filesOf = async (uploadId: string) =>
  (await readdir(join(server.dataFolder, 'audio'))).filter((name) => name.startsWith(uploadId));

async function analyzed(sessionId: string) {
  const quote = (await post(`/sessions/${sessionId}/quote`)).body;
  const request = { quoteId: quote.id, detailLevel: 'brief', language: null };
  const { body } = await post(`/sessions/${sessionId}/analyses`, request, {
    'idempotency-key': crypto.randomUUID(),
  });
  return vi.waitFor(
    async () => {
      const analysis = (await get(`/analyses/${body.id}`)).body;
      expect(analysis.status).toBe('completed');
      return analysis;
    },
    { timeout: 50_000, interval: 100 },
  );
}

async function loudestOf(path: string, track: number): Promise<number> {
  let most = 0;
  for await (const block of decodeAudio(path, { track }))
    for (const sample of block) most = Math.max(most, Math.abs(sample));
  return most;
}

describe('a zip of tracks', () => {
  it('[D4][D2] is one recording, billed for the length of the evening, with its tracks as speakers', async () => {
    const sessionId = await server.addSession(user);
    const upload = await uploaded(sessionId, craig, 'craig-rqEv1.flac.zip');
    expect(upload).toMatchObject({ status: 'ready', fileName: 'craig-rqEv1.flac.zip' });
    const audio = await audioOf(sessionId);
    expect(audio).toMatchObject({
      kind: 'multitrack',
      fileName: 'craig-rqEv1.flac.mka',
      mimeType: 'video/x-matroska',
      sha256: createHash('sha256').update(craig).digest('hex'),
    });
    const tracks = await tracksOf(audio.id);
    expect(tracks.map(({ name }) => name)).toEqual(['Mira', 'Jonas']);
    expect(audio.durationSeconds).toBe(Math.max(...tracks.map(({ durationSeconds }) => durationSeconds)));
    expect(await filesOf(upload.id)).toEqual([upload.id]);
    const bytes = await readFile(join(server.dataFolder, 'audio', upload.id));
    expect([bytes.length, upload.sizeBytes, upload.offset]).toEqual(Array(3).fill(audio.sizeBytes));
    expect((await post(`/sessions/${sessionId}/quote`)).body).toMatchObject({
      basis: 'audio',
      durationSeconds: audio.durationSeconds,
    });

    // Nobody’s voice has to be told apart.
    const heard = ['queued', 'preparing', 'transcribing', 'extracting', 'writing', 'verifying'];
    expect((await analyzed(sessionId)).stages).toEqual(heard);
    expect(notes.requests[0]!.transcript.speakers.map(({ label }) => label)).toEqual(['Mira', 'Jonas']);
    const starts = notes.requests[0]!.transcript.segments.map(({ startMs }) => startMs);
    expect(starts).toEqual(starts.toSorted((first, second) => first - second));
    const speakers = notes.requests[0]!.transcript.segments.map(({ speakerId }) => speakerId);
    expect([...new Set(speakers)].sort()).toEqual(['p1', 'p2']);

    await get(`/sessions/${sessionId}/playback`);
    await vi.waitFor(
      async () => expect((await get(`/sessions/${sessionId}/playback`)).body.state).toBe('ready'),
      { timeout: 50_000, interval: 100 },
    );
  });

  it('[D4] loses the track of an erased voice, and keeps the others unchanged', async () => {
    const sessionId = await server.addSession(user);
    const upload = await uploaded(sessionId, craig, 'craig-rqEv2.flac.zip');
    const audio = await audioOf(sessionId);
    const analysis = await analyzed(sessionId);
    const erased = await post(`/sessions/${sessionId}/voices/erased`, {
      transcriptId: analysis.transcriptId,
      speakerId: 'p1',
    });
    expect(erased.body).toMatchObject({ voices: [{ label: 'Jonas' }], erased: [{ label: 'Mira' }] });
    await vi.waitFor(
      async () => expect((await get(`/sessions/${sessionId}/voices`)).body.erased[0]?.sound).toBe('silenced'),
      { timeout: 50_000, interval: 100 },
    );
    expect((await tracksOf(audio.id)).map(({ name }) => name)).toEqual(['Jonas']);
    const stored = join(server.dataFolder, 'audio', upload.id);
    const jonas = await loudestOf(stored, 0);
    expect(jonas).toBeGreaterThan(1000);
    await expect(loudestOf(stored, 1)).rejects.toThrow();
    await get(`/sessions/${sessionId}/playback`);
    await vi.waitFor(
      async () => expect((await get(`/sessions/${sessionId}/playback`)).body.state).toBe('ready'),
      { timeout: 50_000, interval: 100 },
    );
  });

  it('[D8] keeps its transcript if it is uploaded again', async () => {
    const sessionId = await server.addSession(user);
    await uploaded(sessionId, craig, 'craig.zip');
    const first = await audioOf(sessionId);
    await analyzed(sessionId);
    const again = await uploaded(sessionId, craig, 'craig.zip');
    expect((await audioOf(sessionId)).id).toBe(first.id);
    expect((await post(`/sessions/${sessionId}/quote`)).body.reusesTranscript).toBe(true);
    expect(await filesOf(again.id)).toEqual([again.id]);
  });

  it('[D12] keeps what was left out beside its price, its transcript and its notes', async () => {
    const sessionId = await server.addSession(user);
    const zip = await readFile(
      join(import.meta.dirname, '../../fixtures/recordings/k17-one-broken-track.zip'),
    );
    const upload = await uploaded(sessionId, zip, 'evening.zip');
    const sentence = '“oskar” is left out: we could not read it.';
    expect(upload.account?.leftOut).toMatchObject([{ code: 'unreadableTrack', sentence }]);
    expect((await audioOf(sessionId)).account?.leftOut).toMatchObject([{ sentence }]);
    const analysis = await analyzed(sessionId);
    expect(analysis.warnings).toMatchObject([{ code: 'unreadableTrack', message: sentence }]);
    const work = (await server.sessionWork.read(server.database.orm, [sessionId])).get(sessionId);
    const transcript = (await get(`/transcripts/${work?.transcriptId}`)).body;
    expect(transcript.warnings).toMatchObject([{ message: sentence }]);
  });
});

describe('parts of one evening', () => {
  it('[D4] are one recording as long as their sum', async () => {
    const sessionId = await server.addSession(user);
    const zip = zipSync({
      '1/evening.mp3': [await toned(folder, 'Ash fell on the inn.', 'mp3-64k'), { level: 0 }],
      '2/evening.m4a': [await toned(folder, 'Who lit it?', 'm4a'), { level: 0 }],
    });
    expect((await uploaded(sessionId, zip, 'evening.zip')).status).toBe('ready');
    const audio = await audioOf(sessionId);
    expect(audio.kind).toBe('parts');
    const tracks = await tracksOf(audio.id);
    expect(tracks).toHaveLength(2);
    voices.voices = 2;
    const sum = tracks.reduce((total, track) => total + track.durationSeconds, 0);
    expect(Math.abs(audio.durationSeconds - sum)).toBeLessThan(0.15);
    const heard = ['queued', 'preparing', 'transcribing', 'diarizing', 'extracting', 'writing', 'verifying'];
    expect((await analyzed(sessionId)).stages).toEqual(heard);
    expect(notes.requests[0]!.transcript.speakers).toHaveLength(2);
  });
});

it('a zip that cannot be used is rejected with the reason, and leaves nothing behind', async () => {
  const sessionId = await server.addSession(user);
  const upload = await uploaded(sessionId, zipSync({ 'a.mp3': new Uint8Array([1, 2, 3]) }), 'evening.zip');
  expect(upload).toMatchObject({ status: 'rejected', error: { code: 'unsupportedAudio' } });
  expect(upload.error!.message).toContain('“a.mp3” in this zip');
  await vi.waitFor(async () => expect(await filesOf(upload.id)).toEqual([]), { timeout: 20_000 });
});

describe('kill -9', () => {
  const verifyAgain = (uploadId: string) =>
    createUploadVerification({
      database: server.database,
      files: audioFilesOn(server.dataFolder),
      clock: server.clock,
      maxAudioSeconds: 120,
      maxUploadBytes: 20 * 1024 ** 2,
      tidy: async () => undefined,
      log: silentLog,
    })(uploadId, new AbortController().signal);

  async function killed(interrupt: (path: string, zipCopy: string) => Promise<void>) {
    const sessionId = await server.addSession(user);
    const upload = await uploaded(sessionId, craig, 'craig.zip');
    const path = join(server.dataFolder, 'audio', upload.id);
    const zipCopy = join(folder, 'copy.zip');
    await writeFile(zipCopy, craig);
    await interrupt(path, zipCopy);
    await server.database.orm.delete(audioAssets).where(eq(audioAssets.uploadId, upload.id));
    await server.database.orm
      .update(uploads)
      .set({ status: 'verifying', sizeBytes: craig.length })
      .where(eq(uploads.id, upload.id));
    await verifyAgain(upload.id);
    const audio = await audioOf(sessionId);
    expect(audio).toMatchObject({
      kind: 'multitrack',
      sha256: createHash('sha256').update(craig).digest('hex'),
    });
    expect(await filesOf(upload.id)).toEqual([upload.id]);
  }

  it('before the merged file replaced the zip', () => killed((path, zip) => copyFile(zip, path)));
  it('between the two renames', () =>
    killed(async (path, zip) => {
      await rm(path);
      await copyFile(zip, `${path}.uploaded`);
    }));
  it('after both, before the rows are updated', () => killed((path, zip) => rename(zip, `${path}.uploaded`)));

  it('after the rows are updated: removes the upload', async () => {
    const files = audioFilesOn(server.dataFolder);
    const sessionId = await server.addSession(user);
    const { id } = await uploaded(sessionId, craig, 'craig.zip');
    await copyFile(join(server.dataFolder, 'audio', id), join(server.dataFolder, 'audio', `${id}.uploaded`));
    await verifyAgain(id);
    expect(await filesOf(id)).toEqual([id]);
    expect(await files.size(id)).toBe((await audioOf(sessionId)).sizeBytes);
  });
});
