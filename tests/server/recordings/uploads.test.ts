import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ledger } from '#server/credits/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { writeAudio } from '#tests/support/audio.ts';
import {
  createFakeNotes,
  createFakeSpeech,
  createGate,
  presentNotes,
  presentSpeech,
} from '#tests/support/fake-engines.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';
import { codeOf, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

const DAY = 86_400_000;
const CHUNK = 16 * 1024;

let server: WorkServer;
let user: TestUser;
let stranger: TestUser;
let folder: string;
let recording: Buffer;
let otherRecording: Buffer;
let speech = createFakeSpeech();
let notes = createFakeNotes();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-uploads-'));
  const encode = async (name: string, text: string) =>
    readFile(await writeAudio(folder, name, encodeTones(text).samples, 'mp3-64k'));
  recording = await encode('first', 'the bell tower drowned at dawn. nobody rang it again.');
  otherRecording = await encode('second', 'a silver key lay under the well.');
  server = await openWorkServer({
    settings: { maxUploadBytes: 20 * 1024 ** 2, chunkBytes: CHUNK, maxAudioSeconds: 120 },
    speech: presentSpeech(() => speech),
    notes: presentNotes(() => notes),
  });
  user = await server.addUser({ credits: 1000 });
  stranger = await server.addUser();
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

async function open(sessionId: string, sizeBytes: number, fileName = 'evening.mp3') {
  const answer = await post(`/sessions/${sessionId}/uploads`, { fileName, sizeBytes, fingerprint: 'print' });
  expect(answer.status).toBe(201);
  return answer.body;
}

const patch = (tusUrl: string, offset: number, bytes: Uint8Array, as = user) =>
  server.request(as, 'PATCH', tusUrl, bytes, tusHeaders(offset));

const head = (tusUrl: string, as = user) =>
  server.request(as, 'HEAD', tusUrl, undefined, { 'tus-resumable': '1.0.0' });

const verified = (uploadId: string) =>
  vi.waitFor(
    async () => {
      const { body } = await get(`/uploads/${uploadId}`);
      expect(['ready', 'rejected']).toContain(body.status);
      return body;
    },
    { timeout: 50_000, interval: 100 },
  );

async function uploaded(sessionId: string, bytes: Buffer, fileName?: string) {
  const upload = await open(sessionId, bytes.length, fileName);
  const { status } = await patch(upload.tusUrl, 0, bytes);
  expect(status).toBe(204);
  return verified(upload.id);
}

const stateOf = async (sessionId: string) =>
  (await server.sessionWork.read(server.database.orm, [sessionId])).get(sessionId)!;

const filesOnDisk = () => readdir(join(server.dataFolder, 'audio'));

describe('an upload', () => {
  it('[R1.7][D1] is sent in chunks by tus and becomes the measured audio of the session', async () => {
    const sessionId = await server.addSession(user);
    const upload = await open(sessionId, recording.length, 'Our evening.mp3');
    expect(upload).toMatchObject({ status: 'open', offset: 0, chunkBytes: CHUNK, error: null });
    expect((await stateOf(sessionId)).state).toBe('uploading');
    let requests = 0;
    await sendByTus({
      url: server.url + upload.tusUrl,
      token: user.token,
      file: recording,
      sizeBytes: recording.length,
      chunkBytes: CHUNK,
      onRequest: () => {
        requests += 1;
      },
    }).done;
    expect(requests).toBe(1 + Math.ceil(recording.length / CHUNK));
    expect(await verified(upload.id)).toMatchObject({ status: 'ready', offset: recording.length });
    const { state, audio } = await stateOf(sessionId);
    expect(state).toBe('audioReady');
    expect(audio).toMatchObject({
      kind: 'single',
      fileName: 'Our evening.mp3',
      mimeType: 'audio/mpeg',
      sizeBytes: recording.length,
      sha256: createHash('sha256').update(recording).digest('hex'),
      deletedAt: null,
    });
    expect(await readFile(join(server.dataFolder, 'audio', upload.id))).toEqual(recording);
    const quote = (await post(`/sessions/${sessionId}/quote`)).body;
    expect(quote).toMatchObject({
      basis: 'audio',
      reusesTranscript: false,
      durationSeconds: audio!.durationSeconds,
    });
    expect((await server.credits.balance(server.database.orm, user.id)).credits).toBe(1000);
  });

  it('resumes after a reload at the offset stored on disk', async () => {
    const sessionId = await server.addSession(user);
    const upload = await open(sessionId, recording.length);
    await patch(upload.tusUrl, 0, recording.subarray(0, 20_000));
    const list = (await get(`/sessions/${sessionId}/uploads?status=open`)).body.uploads;
    expect(list).toMatchObject([{ id: upload.id, offset: 20_000, fingerprint: 'print' }]);
    expect((await head(upload.tusUrl)).headers.get('upload-offset')).toBe('20000');
    await sendByTus({
      url: server.url + list[0]!.tusUrl,
      token: user.token,
      file: recording,
      sizeBytes: recording.length,
      chunkBytes: CHUNK,
    }).done;
    expect((await verified(upload.id)).status).toBe('ready');
    expect(await readFile(join(server.dataFolder, 'audio', upload.id))).toEqual(recording);
  });

  it('takes PATCH as POST with the override header of tus, where a network blocks PATCH', async () => {
    const upload = await open(await server.addSession(user), recording.length);
    const sent = await server.request(user, 'POST', upload.tusUrl, recording.subarray(0, CHUNK), {
      ...tusHeaders(),
      'x-http-method-override': 'PATCH',
    });
    expect(sent.status).toBe(204);
    expect((await get(`/uploads/${upload.id}`)).body.offset).toBe(CHUNK);
    const other = await server.request(
      user,
      'POST',
      upload.tusUrl,
      recording.subarray(0, 10),
      tusHeaders(CHUNK),
    );
    expect(other.status).toBe(405);
  });

  it('keeps the received part of a chunk whose connection broke', async () => {
    const upload = await open(await server.addSession(user), recording.length);
    await new Promise<void>((resolve) => {
      const sending = httpRequest(server.url + upload.tusUrl, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${user.token}`,
          ...tusHeaders(),
          'content-length': recording.length,
        },
      });
      sending.on('error', () => resolve());
      sending.on('close', () => resolve());
      sending.write(recording.subarray(0, 10_000), () => setImmediate(() => sending.destroy()));
    });
    const offset = await vi.waitFor(async () => {
      const { body } = await get(`/uploads/${upload.id}`);
      expect(body.status).toBe('open');
      return body.offset as number;
    }, 50_000);
    expect(offset).toBeLessThanOrEqual(10_000);
    const now = Number((await head(upload.tusUrl)).headers.get('upload-offset'));
    await patch(upload.tusUrl, now, recording.subarray(now));
    expect((await verified(upload.id)).status).toBe('ready');
    expect(await readFile(join(server.dataFolder, 'audio', upload.id))).toEqual(recording);
  });

  it('is verified even if the last response was lost before the server recorded the end', async () => {
    const sessionId = await server.addSession(user);
    const upload = await open(sessionId, recording.length);
    await writeFile(join(server.dataFolder, 'audio', upload.id), recording);
    expect((await head(upload.tusUrl)).headers.get('upload-offset')).toBe(String(recording.length));
    expect((await verified(upload.id)).status).toBe('ready');
  });

  it('is cancelled by a newer one of the session', async () => {
    const sessionId = await server.addSession(user);
    const first = await open(sessionId, recording.length);
    await patch(first.tusUrl, 0, recording.subarray(0, 5000));
    const second = await open(sessionId, otherRecording.length);
    expect((await get(`/uploads/${first.id}`)).body).toMatchObject({ status: 'cancelled', offset: 0 });
    expect(await filesOnDisk()).not.toContain(first.id);
    expect(codeOf(await patch(first.tusUrl, 5000, recording.subarray(5000)))).toBe('uploadNotOpen');
    expect((await get(`/uploads/${second.id}`)).body.status).toBe('open');
  });

  it('deletes its bytes when cancelled', async () => {
    const upload = await open(await server.addSession(user), recording.length);
    await patch(upload.tusUrl, 0, recording.subarray(0, 5000));
    expect((await server.request(user, 'DELETE', `/uploads/${upload.id}`)).status).toBe(204);
    expect(await filesOnDisk()).not.toContain(upload.id);
    const again = await server.request(user, 'DELETE', `/uploads/${upload.id}`);
    expect(codeOf(again)).toBe('uploadNotOpen');
  });

  it('expires after 7 days', async () => {
    const sessionId = await server.addSession(user);
    const upload = await open(sessionId, recording.length);
    await patch(upload.tusUrl, 0, recording.subarray(0, 5000));
    server.clock.advance(7 * DAY);
    expect((await get(`/uploads/${upload.id}`)).body).toMatchObject({ status: 'expired', offset: 0 });
    expect((await stateOf(sessionId)).state).toBe('empty');
    const late = await patch(upload.tusUrl, 5000, recording.subarray(5000));
    expect([late.status, codeOf(late)]).toEqual([410, 'uploadExpired']);
    await server.keepHouse();
    expect(await filesOnDisk()).not.toContain(upload.id);
    expect((await get(`/sessions/${sessionId}/uploads?status=expired`)).body.uploads).toHaveLength(1);
  });

  it('removes files without an upload an hour after a crash', async () => {
    const orphan = join(server.dataFolder, 'audio', newId());
    const young = join(server.dataFolder, 'audio', newId());
    await writeFile(orphan, 'left behind');
    await writeFile(young, 'just written');
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(orphan, twoHoursAgo, twoHoursAgo);
    await server.keepHouse();
    const left = await filesOnDisk();
    expect([left.includes(orphan.split('/').at(-1)!), left.includes(young.split('/').at(-1)!)]).toEqual([
      false,
      true,
    ]);
  });
});

describe('the bytes of an upload', () => {
  it('are accepted only from its user, chunk by chunk', async () => {
    const upload = await open(await server.addSession(user), recording.length);
    const some = recording.subarray(0, 100);
    expect((await patch(upload.tusUrl, 0, some, stranger)).status).toBe(404);
    expect((await head(upload.tusUrl, stranger)).status).toBe(404);
    expect((await patch(upload.tusUrl, 0, some, { ...user, token: 'forged' })).status).toBe(401);
    expect((await get(`/uploads/${upload.id}`)).body.offset).toBe(0);
    for (const [method, path] of [
      ['GET', `/uploads/${upload.id}`],
      ['DELETE', `/uploads/${upload.id}`],
      ['GET', `/sessions/${upload.sessionId}/uploads`],
    ] as const) {
      expect((await server.request(stranger, method, path)).status).toBe(404);
    }
    const made = await server.request(stranger, 'POST', `/sessions/${upload.sessionId}/uploads`, {
      fileName: 'mine.mp3',
      sizeBytes: 10,
      fingerprint: 'x',
    });
    expect(made.status).toBe(404);
  });

  it('go to the upload in the path, whatever follows it', async () => {
    const theirs = await open(await server.addSession(user), 1000);
    const sessionId = await server.addSession(stranger);
    const wanted = { fileName: 'mine.mp3', sizeBytes: 500, fingerprint: 'x' };
    const mine = (await server.request(stranger, 'POST', `/sessions/${sessionId}/uploads`, wanted)).body;
    const sneaking = `${mine.tusUrl}?/${theirs.id}`;
    expect((await head(sneaking, stranger)).headers.get('upload-length')).toBe('500');
    expect((await patch(sneaking, 0, recording.subarray(0, 100), stranger)).status).toBe(204);
    expect((await get(`/uploads/${theirs.id}`)).body.offset).toBe(0);
  });

  it.each([
    ['an offset behind', -1],
    ['an offset ahead', 1],
  ])('rejects %s and changes nothing', async (_, by) => {
    const upload = await open(await server.addSession(user), recording.length);
    await patch(upload.tusUrl, 0, recording.subarray(0, 1000));
    expect((await patch(upload.tusUrl, 1000 + by, recording.subarray(1000))).status).toBe(409);
    expect((await get(`/uploads/${upload.id}`)).body.offset).toBe(1000);
  });

  it('are written once if sent twice at once', async () => {
    const upload = await open(await server.addSession(user), recording.length);
    const answers = await Promise.all([
      patch(upload.tusUrl, 0, recording),
      patch(upload.tusUrl, 0, recording),
      patch(upload.tusUrl, 0, recording),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect((await verified(upload.id)).status).toBe('ready');
    expect(await readFile(join(server.dataFolder, 'audio', upload.id))).toEqual(recording);
  });

  it('are rejected beyond the declared size', async () => {
    const upload = await open(await server.addSession(user), 1000);
    expect((await patch(upload.tusUrl, 0, recording.subarray(0, 1001))).status).toBe(413);
    const { offset } = (await get(`/uploads/${upload.id}`)).body;
    expect(offset).toBeLessThanOrEqual(1000);
  });

  it('are rejected beyond the declared size without a length, too', async () => {
    const upload = await open(await server.addSession(user), 1000);
    const status = await new Promise<number | undefined>((resolve) => {
      const sending = httpRequest(server.url + upload.tusUrl, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${user.token}`,
          ...tusHeaders(),
          'transfer-encoding': 'chunked',
        },
      });
      sending.on('response', (response) => resolve(response.statusCode));
      sending.on('error', () => resolve(undefined));
      sending.end(recording);
    });
    expect([413, undefined]).toContain(status);
    expect((await get(`/uploads/${upload.id}`)).body.offset).toBeLessThanOrEqual(1000);
  });

  it.each([
    ['POST', 405],
    ['GET', 405],
    ['DELETE', 405],
  ])('rejects %s', async (method, status) => {
    const upload = await open(await server.addSession(user), 1000);
    expect((await server.request(user, method, upload.tusUrl)).status).toBe(status);
  });

  it.each(['../../etc/passwd', '..%2f..%2fetc%2fpasswd', 'null', "1' or '1'='1"])(
    'returns 404 at %s',
    async (id) => {
      expect((await patch(`/uploads/tus/${id}`, 0, recording.subarray(0, 10))).status).toBe(404);
    },
  );
});

describe('files that are not recordings', () => {
  const id3 = Buffer.concat([Buffer.from('ID3\x04\x00\x00\x7f\x7f\x7f\x7f'), randomBytes(4096)]);
  it.each<[string, () => Buffer, string, string]>([
    ['random bytes', () => randomBytes(50_000), 'noise.mp3', 'unsupportedAudio'],
    [
      'HTML called MP3',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(50)),
      'a.mp3',
      'unsupportedAudio',
    ],
    [
      'a zip called MP3',
      () => Buffer.from(zipSync({ 'bomb.txt': new Uint8Array(5_000_000) })),
      'a.mp3',
      'unsupportedAudio',
    ],
    ['a text called WAV', () => Buffer.from('RIFF but not a wave'), 'a.wav', 'unsupportedAudio'],
    ['one byte', () => Buffer.from([0]), 'a.mp3', 'unsupportedAudio'],
    ['a header that announces 1 GB and holds noise', () => id3, 'a.mp3', 'audioUnreadable'],
    ['a WAV of 4 GB that holds nothing', () => hollowWav(), 'a.wav', 'audioUnreadable'],
    ['an hour more than may be', () => longWav(), 'a.wav', 'audioTooLong'],
  ])('%s', async (_, bytes, fileName, code) => {
    const sessionId = await server.addSession(user);
    const upload = await uploaded(sessionId, bytes(), fileName);
    expect(upload).toMatchObject({ status: 'rejected', error: { code } });
    expect(upload.error!.message.length).toBeGreaterThan(10);
    await vi.waitFor(async () => expect(await filesOnDisk()).not.toContain(upload.id), 50_000);
    expect(await stateOf(sessionId)).toMatchObject({ state: 'empty', audio: null });
    expect(codeOf(await post(`/sessions/${sessionId}/quote`))).toBe('nothingToAnalyze');
  });

  it('recognizes a recording by its bytes under another name', async () => {
    const sessionId = await server.addSession(user);
    expect((await uploaded(sessionId, recording, 'evening.txt')).status).toBe('ready');
    expect((await stateOf(sessionId)).audio).toMatchObject({ mimeType: 'audio/mpeg' });
  });

  it('[D2] bills a truncated recording for its real length', async () => {
    const whole = await server.addSession(user);
    const half = await server.addSession(user);
    await uploaded(whole, recording);
    await uploaded(half, recording.subarray(0, Math.floor(recording.length / 2)));
    const seconds = async (id: string) => (await stateOf(id)).audio!.durationSeconds;
    const ratio = (await seconds(half)) / (await seconds(whole));
    expect(ratio).toBeGreaterThan(0.45);
    expect(ratio).toBeLessThan(0.55);
  });

  it.each([
    ['an empty file', { sizeBytes: 0 }, 'invalidRequest'],
    ['a negative size', { sizeBytes: -5 }, 'invalidRequest'],
    ['a size that is none', { sizeBytes: 1.5 }, 'invalidRequest'],
    ['a size beyond the limit', { sizeBytes: 20 * 1024 ** 2 + 1 }, 'uploadTooLarge'],
    ['a size beyond all numbers', { sizeBytes: 1e308 }, 'invalidRequest'],
    ['no name', { fileName: '' }, 'invalidRequest'],
    ['a name that is too long', { fileName: 'x'.repeat(256) }, 'invalidRequest'],
    ['a name that is no text', { fileName: 'a\u0000b.mp3' }, 'invalidRequest'],
    ['a fingerprint that is too long', { fingerprint: 'x'.repeat(201) }, 'invalidRequest'],
  ])('cannot open %s', async (_, part, code) => {
    const sessionId = await server.addSession(user);
    const body = { fileName: 'a.mp3', sizeBytes: 10, fingerprint: 'x', ...part };
    expect(codeOf(await post(`/sessions/${sessionId}/uploads`, body))).toBe(code);
    expect((await stateOf(sessionId)).state).toBe('empty');
  });

  it.each([
    '../../../etc/cron.d/x',
    "'); drop table uploads; --",
    '<img src=x onerror=alert(1)>.mp3',
    'C:\\a.mp3',
  ])('shows the name %s and nothing else', async (fileName) => {
    const sessionId = await server.addSession(user);
    await uploaded(sessionId, recording, fileName);
    expect((await stateOf(sessionId)).audio).toMatchObject({ fileName });
    expect((await filesOnDisk()).every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true);
  });
});

describe('replacing audio', () => {
  const analysed = async (sessionId: string, key: string) => {
    const quote = (await post(`/sessions/${sessionId}/quote`)).body;
    const body = { quoteId: quote.id, detailLevel: 'brief' };
    const answer = await post(`/sessions/${sessionId}/analyses`, body, { 'idempotency-key': key });
    expect(answer.status).toBe(201);
    return { quote, id: answer.body.id as string };
  };
  const completed = (analysisId: string) =>
    vi.waitFor(
      async () => {
        const { body } = await get(`/analyses/${analysisId}`);
        expect(['completed', 'failed']).toContain(body.status);
        return body;
      },
      { timeout: 50_000, interval: 100 },
    );

  it('[D5] loses nothing until the new one is ready; older analyses stay and say so', async () => {
    const sessionId = await server.addSession(user);
    const first = await uploaded(sessionId, recording);
    const analysis = await completed((await analysed(sessionId, 'first-of-replaced')).id);
    expect(analysis).toMatchObject({ status: 'completed', sourceReplaced: false });

    expect((await uploaded(sessionId, randomBytes(9000))).status).toBe('rejected');
    expect((await stateOf(sessionId)).audio).toMatchObject({ sizeBytes: recording.length });
    expect(await filesOnDisk()).toContain(first.id);

    const second = await uploaded(sessionId, otherRecording);
    expect((await stateOf(sessionId)).audio).toMatchObject({ sizeBytes: otherRecording.length });
    await vi.waitFor(async () => expect(await filesOnDisk()).not.toContain(first.id), 50_000);
    expect(await filesOnDisk()).toContain(second.id);
    const after = (await get(`/analyses/${analysis.id}`)).body;
    expect(after).toEqual({ ...analysis, sourceReplaced: true });
    const segments = (await get(`/transcripts/${after.transcriptId}/segments`)).body;
    expect(segments.segmentCount).toBeGreaterThan(0);
    expect((await post(`/sessions/${sessionId}/quote`)).body.reusesTranscript).toBe(false);
  });

  it('[D5] is rejected while an analysis runs', async () => {
    const sessionId = await server.addSession(user);
    await uploaded(sessionId, recording);
    const gate = createGate();
    speech.before = (_, signal) => gate.pass(signal);
    const { id } = await analysed(sessionId, 'audio-in-use-1');
    await gate.arrived;
    const wanted = { fileName: 'b.mp3', sizeBytes: 10, fingerprint: 'x' };
    expect(codeOf(await post(`/sessions/${sessionId}/uploads`, wanted))).toBe('audioInUse');
    const imported = await post(`/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
    expect(codeOf(imported)).toBe('analysisRunning');
    gate.open();
    expect((await completed(id)).status).toBe('completed');
  });

  it('[D5] keeps the older recording on disk while an analysis uses it', async () => {
    const sessionId = await server.addSession(user);
    const first = await uploaded(sessionId, recording);
    const second = await open(sessionId, otherRecording.length);
    const gate = createGate();
    speech.before = (_, signal) => gate.pass(signal);
    const { id } = await analysed(sessionId, 'older-still-heard');
    await gate.arrived;
    expect((await patch(second.tusUrl, 0, otherRecording)).status).toBe(204);
    expect((await verified(second.id)).status).toBe('ready');
    expect(await filesOnDisk()).toContain(first.id);
    gate.open();
    expect(await completed(id)).toMatchObject({ status: 'completed', sourceReplaced: true });
    await vi.waitFor(async () => expect(await filesOnDisk()).not.toContain(first.id), 50_000);
    expect(await stateOf(sessionId)).toMatchObject({ transcriptId: null });
  });

  it('[D8] keeps the transcript of the same recording, and a second analysis transcribes nothing', async () => {
    const sessionId = await server.addSession(user);
    await uploaded(sessionId, recording);
    await completed((await analysed(sessionId, 'heard-once-1')).id);
    const heard = speech.heard.length;
    expect(heard).toBeGreaterThan(0);
    await uploaded(sessionId, Buffer.from(recording), 'again.mp3');
    const { quote, id } = await analysed(sessionId, 'heard-once-2');
    expect(quote).toMatchObject({ basis: 'audio', reusesTranscript: true });
    expect((await completed(id)).status).toBe('completed');
    expect(speech.heard).toHaveLength(heard);
  });

  it('audio is deleted 30 days after the last analysis; the transcript stays', async () => {
    const sessionId = await server.addSession(user);
    const upload = await uploaded(sessionId, recording);
    await completed((await analysed(sessionId, 'kept-30-days')).id);
    expect((await stateOf(sessionId)).audio!.storedUntil).toBe(
      new Date(server.clock.now().getTime() + 30 * DAY).toISOString(),
    );
    server.clock.advance(30 * DAY);
    await server.keepHouse();
    expect(await filesOnDisk()).not.toContain(upload.id);
    expect((await stateOf(sessionId)).audio!.deletedAt).not.toBeNull();
    expect((await post(`/sessions/${sessionId}/quote`)).body.reusesTranscript).toBe(true);
  });

  it('[R9.6] housekeeping writes off expired credits, also if nothing else happens', async () => {
    const idle = await server.addUser({ credits: 40 });
    const expiresAt = new Date(server.clock.now().getTime() + DAY);
    await server.credits.grant(server.database.orm, {
      userId: idle.id,
      unit: 'credits',
      amount: 750,
      kind: 'subscription',
      key: idle.id,
      expiresAt,
    });
    const sum = async () => {
      const rows = await server.database.orm.select().from(ledger).where(eq(ledger.userId, idle.id));
      return rows.reduce((total, { delta }) => total + delta, 0);
    };
    server.clock.advance(DAY - 1);
    await server.keepHouse();
    expect(await sum()).toBe(790);
    server.clock.advance(1);
    await server.keepHouse();
    await server.keepHouse();
    expect(await sum()).toBe(40);
  });
});

function hollowWav(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(0xffff_ffff, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(0xffff_ffdb, 40);
  return header;
}

function longWav(): Buffer {
  const header = hollowWav();
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(16_000, 28);
  return Buffer.concat([header, Buffer.alloc(180 * 16_000)]);
}
