import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Playback } from '#contract/playbacks.ts';
import { measureAudio } from '#server/engines/audio/ffmpeg.ts';
import { voiceErasures } from '#server/erasure/tables.ts';
import { playbackJob } from '#server/recordings/playbacks.ts';
import { audioAssets, playbacks } from '#server/recordings/tables.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { oneOf } from '#tests/support/everything.ts';
import { createFakeSpeech, createGate } from '#tests/support/fake-engines.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';
import { codeOf, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

const HOUR = 3_600_000;

let server: WorkServer;
let user: TestUser;
let stranger: TestUser;
let folder: string;
let mp3: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-playbacks-'));
  mp3 = await encoded('mp3-64k');
  server = await openWorkServer({ settings: { maxAudioSeconds: 120 } });
  user = await server.addUser();
  stranger = await server.addUser();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function samples(): Int16Array {
  const speech = encodeTones('the bell tower drowned at dawn.').samples;
  const all = new Int16Array(speech.length * 2 + 32_000);
  all.set(speech);
  all.set(speech, speech.length + 32_000);
  return all;
}

const encoded = async (encoding: Parameters<typeof writeAudio>[3]) =>
  readFile(await writeAudio(folder, encoding, samples(), encoding));

async function uploadTo(sessionId: string, bytes: Buffer, to = server, as = user) {
  const wanted = { fileName: 'evening', sizeBytes: bytes.length, fingerprint: 'print' };
  const { body: upload } = await to.request(as, 'POST', `/sessions/${sessionId}/uploads`, wanted);
  await to.request(as, 'PATCH', upload.tusUrl, bytes, tusHeaders());
  await vi.waitFor(
    async () => expect((await to.request(as, 'GET', `/uploads/${upload.id}`)).body.status).toBe('ready'),
    { timeout: 50_000, interval: 100 },
  );
  return upload.id;
}

async function recorded(bytes = mp3) {
  const sessionId = await server.addSession(user);
  return { sessionId, uploadId: await uploadTo(sessionId, bytes) };
}

async function readAs(as: TestUser, sessionId: string, from = server): Promise<Playback> {
  const { status, body } = await from.request(as, 'GET', `/sessions/${sessionId}/playback`);
  expect(status).toBe(200);
  return body;
}

const settled = (sessionId: string, from = server, as = user) =>
  vi.waitFor(
    async () => {
      const playback = await readAs(as, sessionId, from);
      expect(playback.state).not.toBe('preparing');
      return playback;
    },
    { timeout: 50_000, interval: 100 },
  );

async function ready(sessionId: string, from = server, as = user) {
  const playback = await settled(sessionId, from, as);
  if (playback.state !== 'ready') throw new Error(`The playback is ${playback.state}.`);
  return playback;
}

const play = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + url, { method, headers });

const playbackFiles = () => readdir(join(server.dataFolder, 'playback'));

describe('a playback', () => {
  it.each(oneOf(['mp3-64k', 'mp3-vbr-bare', 'wav', 'm4a', 'webm-live'] as const))(
    '[R1.7] of %s is one MP3 of the same length, with its waveform',
    async (encoding) => {
      const { sessionId } = await recorded(await encoded(encoding));
      expect(await readAs(user, sessionId)).toMatchObject({ state: 'preparing' });
      const { durationSeconds, peaks, url } = await ready(sessionId);
      const answer = await play(url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('audio/mpeg');
      const path = join(folder, 'played.mp3');
      await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
      const played = await measureAudio(path);
      expect(Math.abs(played.durationSeconds - durationSeconds)).toBeLessThan(0.15);
      const silence = 2 / durationSeconds;
      const quiet = peaks.slice(500 - silence * 400, 500 + silence * 400);
      expect(Math.max(...quiet)).toBeLessThan(6);
      expect(Math.max(...peaks.slice(0, 300))).toBeGreaterThan(30);
      expect(Math.max(...peaks.slice(700))).toBeGreaterThan(30);
    },
  );

  it('serves ranges, and the whole file if a range does not apply', async () => {
    const { sessionId } = await recorded();
    const { url } = await ready(sessionId);
    const whole = await play(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const size = bytes.length;
    const etag = whole.headers.get('etag')!;
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(whole.headers.get('cache-control')).toMatch(/^private, max-age=(3600|35\d\d)$/);
    const cases: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      ['bytes=100-', 100, size - 1],
      ['bytes=-50', size - 50, size - 1],
      [`bytes=-${size + 9}`, 0, size - 1],
      [`bytes=10-${size + 9}`, 10, size - 1],
    ];
    for (const [range, start, end] of cases) {
      const part = await play(url, { range });
      expect([range, part.status]).toEqual([range, 206]);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
      expect(part.headers.get('content-length')).toBe(String(end - start + 1));
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0']) {
      const none = await play(url, { range });
      expect([range, none.status]).toEqual([range, 416]);
      expect(none.headers.get('content-range')).toBe(`bytes */${size}`);
      expect(codeOf({ body: await none.json() })).toBe('rangeNotSatisfiable');
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=9-5', 'bytes=-', 'lines=1-2', 'bytes=a-b']) {
      const all = await play(url, { range });
      expect([range, all.status]).toEqual([range, 200]);
      expect((await all.arrayBuffer()).byteLength).toBe(size);
    }
    const sameVersion = await play(url, { range: 'bytes=0-9', 'if-range': etag });
    expect(sameVersion.status).toBe(206);
    const otherVersion = await play(url, { range: 'bytes=0-9', 'if-range': '"other"' });
    expect(otherVersion.status).toBe(200);
    await Promise.all([sameVersion, otherVersion].map((answer) => answer.arrayBuffer()));
    const head = await play(url, { range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '10', '']);
  });

  it('has a url for an hour; each read returns a new one', async () => {
    const { sessionId } = await recorded();
    const first = await ready(sessionId);
    expect(Date.parse(first.expiresAt) - server.clock.now().getTime()).toBe(HOUR);
    server.clock.advance(HOUR - 1);
    expect((await play(first.url, {}, 'HEAD')).status).toBe(200);
    server.clock.advance(1);
    const late = await play(first.url);
    expect([late.status, codeOf({ body: await late.json() })]).toEqual([410, 'playbackExpired']);
    const second = await ready(sessionId);
    expect((await play(second.url, {}, 'HEAD')).status).toBe(200);
  });

  it('is private to its owner: another user’s session is as unknown as none', async () => {
    const { sessionId } = await recorded();
    const { url } = await ready(sessionId);
    const unknown = crypto.randomUUID();
    for (const method of ['GET', 'POST'] as const) {
      const foreign = await server.request(stranger, method, `/sessions/${sessionId}/playback`);
      const none = await server.request(stranger, method, `/sessions/${unknown}/playback`);
      expect([foreign.status, foreign.body]).toEqual([404, none.body]);
    }
    expect((await server.request(null, 'GET', `/sessions/${sessionId}/playback`)).status).toBe(401);
    const { sessionId: other } = await recorded();
    const moved = url.replace(sessionId, other);
    for (const wrong of [moved, `${url}x`, url.replace(/key=.*/, 'key=v1.a.b')]) {
      const answer = await play(wrong);
      expect([answer.status, codeOf({ body: await answer.json() })]).toEqual([404, 'notFound']);
    }
    expect((await play(url.replace(/\?.*/, ''))).status).toBe(400);
  });

  it('does not exist for a session with only a transcript', async () => {
    const sessionId = await server.addSession(user);
    expect(await readAs(user, sessionId)).toEqual({ state: 'none' });
    await server.request(user, 'POST', `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
    expect(await readAs(user, sessionId)).toEqual({ state: 'none' });
    const again = await server.request(user, 'POST', `/sessions/${sessionId}/playback`);
    expect(again.body).toEqual({ state: 'none' });
  });

  it('is deleted with the recording, and its url with it', async () => {
    const { sessionId, uploadId } = await recorded();
    const { url } = await ready(sessionId);
    expect(await playbackFiles()).toContain(uploadId);
    await server.database.orm
      .update(audioAssets)
      .set({ storedUntil: server.clock.now() })
      .where(eq(audioAssets.uploadId, uploadId));
    await server.keepHouse();
    expect(await playbackFiles()).not.toContain(uploadId);
    expect(await readAs(user, sessionId)).toEqual({ state: 'deleted' });
    expect((await play(url)).status).toBe(404);
    expect(
      await server.database.orm.select().from(playbacks).where(eq(playbacks.uploadId, uploadId)),
    ).toEqual([]);
  });

  it('[D5] is deleted with a recording that another replaces', async () => {
    const { sessionId, uploadId } = await recorded();
    const { url } = await ready(sessionId);
    const next = await uploadTo(sessionId, await encoded('wav'));
    expect((await play(url)).status).toBe(404);
    await ready(sessionId);
    const files = await playbackFiles();
    expect(files).toContain(next);
    expect(files).not.toContain(uploadId);
  });

  it('is deleted with its session, and housekeeping removes what a crash left', async () => {
    const { sessionId, uploadId } = await recorded();
    await ready(sessionId);
    await server.database
      .transaction(async (tx) => {
        const removeFiles = await server.sessionWork.remove(tx, [sessionId]);
        return removeFiles;
      })
      .then((removeFiles) => removeFiles());
    expect(await playbackFiles()).not.toContain(uploadId);
    const orphans = [crypto.randomUUID(), `${crypto.randomUUID()}.${crypto.randomUUID()}`];
    const old = new Date(Date.now() - 2 * HOUR);
    for (const name of orphans) {
      const path = join(server.dataFolder, 'playback', name);
      await writeFile(path, 'left behind');
      await utimes(path, old, old);
    }
    await server.keepHouse();
    const left = await playbackFiles();
    expect(left.filter((name) => orphans.includes(name))).toEqual([]);
  });

  it('is made again if its file is missing, as after a restored backup', async () => {
    const { sessionId, uploadId } = await recorded();
    const { url } = await ready(sessionId);
    await rm(join(server.dataFolder, 'playback', uploadId));
    expect((await play(url)).status).toBe(404);
    expect(await readAs(user, sessionId)).toMatchObject({ state: 'preparing' });
    await ready(sessionId);
    expect((await play(url, {}, 'HEAD')).status).toBe(200);
  });

  it('is refused if the recording itself is missing; a job that waits for it then fails at once', async () => {
    const { sessionId, uploadId } = await recorded();
    const path = join(server.dataFolder, 'audio', uploadId);
    const bytes = await readFile(path);
    await rm(path);
    const refused = await server.request(user, 'GET', `/sessions/${sessionId}/playback`);
    expect([refused.status, codeOf(refused)]).toEqual([410, 'recordingMissing']);
    const order = { uploadId, state: 'preparing' } as const;
    await server.database.orm.insert(playbacks).values(order);
    await server.database.transaction((tx) => server.queue.send(tx, playbackJob, { uploadId }));
    const stateOf = async () =>
      (await server.database.orm.select().from(playbacks).where(eq(playbacks.uploadId, uploadId)))[0]?.state;
    await vi.waitFor(async () => expect(await stateOf()).toBe('failed'), { timeout: 50_000, interval: 100 });
    await writeFile(path, bytes);
    expect(await readAs(user, sessionId)).toMatchObject({ state: 'failed' });
  });

  it('reports a failure until a user retries', async () => {
    const { sessionId, uploadId } = await recorded();
    const path = join(server.dataFolder, 'audio', uploadId);
    await writeFile(path, 'no recording');
    expect(await settled(sessionId)).toMatchObject({ state: 'failed' });
    expect(await readAs(user, sessionId)).toMatchObject({ state: 'failed' });
    await writeFile(path, mp3);
    const again = await server.request(user, 'POST', `/sessions/${sessionId}/playback`);
    expect(again.body).toMatchObject({ state: 'preparing' });
    await ready(sessionId);
  });

  it('is made by one job for any number of simultaneous requests', async () => {
    const { sessionId, uploadId } = await recorded();
    await Promise.all(Array.from({ length: 8 }, () => readAs(user, sessionId)));
    await ready(sessionId);
    const { rows } = await server.database.orm.execute(
      sql`select 1 from pgboss.job where name = ${playbackJob} and data ->> 'uploadId' = ${uploadId}`,
    );
    expect(rows).toHaveLength(1);
    expect((await playbackFiles()).filter((name) => name.startsWith(uploadId))).toEqual([uploadId]);
  });
});

describe('[R7.13] the order in which playbacks are made', () => {
  it('does not wait for analyses, however many hold all their slots', { tags: ['everything'] }, async () => {
    const gate = createGate();
    const speech = createFakeSpeech();
    speech.before = (_, signal) => gate.pass(signal);
    const own = await openWorkServer({ speech: speech.engine, settings: { workers: 1 } });
    const owner = await own.addUser({ credits: 1000 });
    const sessions: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const sessionId = await own.addSession(owner);
      await uploadTo(sessionId, mp3, own, owner);
      sessions.push(sessionId);
      const { body: quote } = await own.request(owner, 'POST', `/sessions/${sessionId}/quote`);
      const terms = { quoteId: quote.id, detailLevel: 'brief' };
      const headers = { 'idempotency-key': quote.id };
      await own.request(owner, 'POST', `/sessions/${sessionId}/analyses`, terms, headers);
    }
    await gate.arrived;
    await ready(sessions[2]!, own, owner);
    gate.open();
    await own.close();
  });

  it('takes turns: the playback of another user does not wait for all of one user’s', {
    tags: ['everything'],
  }, async () => {
    const many: string[] = [];
    for (let count = 0; count < 6; count += 1) many.push((await recorded()).sessionId);
    const sessionId = await server.addSession(stranger);
    const uploadId = await uploadTo(sessionId, mp3, server, stranger);
    for (const one of many) await readAs(user, one);
    await ready(sessionId, server, stranger);
    for (const one of many) await ready(one);
    const { rows } = await server.database.orm.execute<{ upload: string }>(
      sql`select data ->> 'uploadId' as upload from pgboss.job where name = ${playbackJob} order by started_on desc limit 7`,
    );
    expect(rows.findIndex(({ upload }) => upload === uploadId)).toBeGreaterThan(2);
  });
});

describe('[D11] the recording itself, until its playback is made', () => {
  const originalOf = async (sessionId: string) => {
    const playback = await readAs(user, sessionId);
    return 'original' in playback ? playback.original : undefined;
  };

  it('is offered with its type, and its ranges are the uploaded bytes', async () => {
    const { sessionId } = await recorded();
    const playback = await readAs(user, sessionId);
    expect(playback).toMatchObject({ state: 'preparing', original: { mimeType: 'audio/mpeg' } });
    const { url, expiresAt } = (await originalOf(sessionId))!;
    expect(Date.parse(expiresAt) - server.clock.now().getTime()).toBe(HOUR);
    const part = await play(url, { range: 'bytes=1000-1999' });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${mp3.length}`);
    expect(part.headers.get('cache-control')).toMatch(/^private, max-age=/);
    expect(Buffer.from(await part.arrayBuffer()).equals(mp3.subarray(1000, 2000))).toBe(true);
    const { url: copy } = await ready(sessionId);
    const [one, other] = await Promise.all([url, copy].map((address) => play(address, {}, 'HEAD')));
    expect(one!.headers.get('etag')).not.toBe(other!.headers.get('etag'));
  });

  it('is not offered where a browser would find other seconds than the transcript', async () => {
    const { sessionId } = await recorded(await encoded('mp3-vbr-bare'));
    expect(await readAs(user, sessionId)).toEqual({ state: 'preparing' });
  });

  it('is as private as the playback, and its address lasts as long', async () => {
    const { sessionId } = await recorded();
    const { url } = (await originalOf(sessionId))!;
    const { sessionId: other } = await recorded();
    for (const wrong of [url.replace(sessionId, other), `${url}x`])
      expect((await play(wrong, {}, 'HEAD')).status).toBe(404);
    server.clock.advance(HOUR);
    expect((await play(url, {}, 'HEAD')).status).toBe(410);
  });

  it('is gone at once when a voice of it is erased, or it is deleted or replaced', async () => {
    const erased = await recorded();
    const url = (await originalOf(erased.sessionId))!.url;
    expect((await play(url, {}, 'HEAD')).status).toBe(200);
    await server.database.orm.insert(voiceErasures).values({
      id: crypto.randomUUID(),
      sessionId: erased.sessionId,
      uploadId: erased.uploadId,
      speakerId: 's1',
      label: 'Ines',
      lineCount: 1,
      seconds: 1,
      spans: [[0, 1000]],
      sound: 'silencing',
      erasedAt: server.clock.now(),
    });
    expect((await play(url, {}, 'HEAD')).status).toBe(404);
    expect(await originalOf(erased.sessionId)).toBeUndefined();
    const deleted = await recorded();
    const gone = (await originalOf(deleted.sessionId))!.url;
    await server.request(user, 'DELETE', `/sessions/${deleted.sessionId}/recording`);
    expect((await play(gone, {}, 'HEAD')).status).toBe(404);
    const replaced = await recorded();
    const earlier = (await originalOf(replaced.sessionId))!.url;
    await uploadTo(replaced.sessionId, await encoded('wav'));
    expect((await play(earlier, {}, 'HEAD')).status).toBe(404);
  });

  it('can still be heard if its playback could not be made', async () => {
    const { sessionId, uploadId } = await recorded();
    await server.database.orm.insert(playbacks).values({ uploadId, state: 'failed' });
    expect(await readAs(user, sessionId)).toMatchObject({
      state: 'failed',
      original: { mimeType: 'audio/mpeg' },
    });
  });
});

describe('[D11] the lanes of a recording', () => {
  const lanesAs = async (as: TestUser, sessionId: string) => {
    const { status, body } = await server.request(as, 'GET', `/sessions/${sessionId}/playback/lanes`);
    expect(status).toBe(200);
    return body;
  };
  const readyLanes = (sessionId: string) =>
    vi.waitFor(
      async () => {
        const lanes = await lanesAs(user, sessionId);
        if (lanes.state !== 'ready') throw new Error(`The lanes are ${lanes.state}.`);
        return lanes;
      },
      { timeout: 50_000, interval: 100 },
    );

  it('are made with the playback, and follow what is heard', async () => {
    const { sessionId } = await recorded();
    expect(await lanesAs(user, sessionId)).toEqual({ state: 'preparing' });
    const { durationSeconds, binSeconds, loudness, marks } = await readyLanes(sessionId);
    expect((await readAs(user, sessionId)).state).toBe('ready');
    expect(loudness).toHaveLength(Math.ceil(durationSeconds / binSeconds));
    expect(loudness[1]).toBeGreaterThan(-6);
    expect(loudness[Math.floor(durationSeconds / 2)]).toBeLessThan(-20);
    expect(marks).toEqual([]);
  });

  it('are as private as the playback, and go with the recording', async () => {
    const { sessionId } = await recorded();
    await readyLanes(sessionId);
    const foreign = await server.request(stranger, 'GET', `/sessions/${sessionId}/playback/lanes`);
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'notFound']);
    await server.request(user, 'DELETE', `/sessions/${sessionId}/recording`);
    expect(await lanesAs(user, sessionId)).toEqual({ state: 'none' });
    expect(await lanesAs(user, await server.addSession(user))).toEqual({ state: 'none' });
  });

  it('of a playback made before there were any are added while it can be heard', async () => {
    const { sessionId, uploadId } = await recorded();
    const { url } = await ready(sessionId);
    await server.database.orm.update(playbacks).set({ lanes: null }).where(eq(playbacks.uploadId, uploadId));
    expect(await lanesAs(user, sessionId)).toEqual({ state: 'preparing' });
    expect((await readAs(user, sessionId)).state).toBe('ready');
    expect((await play(url, {}, 'HEAD')).status).toBe(200);
    await readyLanes(sessionId);
  });

  it('of such a playback are none, and not tried again, if its recording cannot be decoded any more', async () => {
    const { sessionId, uploadId } = await recorded();
    await ready(sessionId);
    await server.database.orm.update(playbacks).set({ lanes: null }).where(eq(playbacks.uploadId, uploadId));
    await writeFile(join(server.dataFolder, 'audio', uploadId), 'no recording');
    await vi.waitFor(async () => expect(await lanesAs(user, sessionId)).toEqual({ state: 'none' }), {
      timeout: 50_000,
      interval: 100,
    });
    expect((await readAs(user, sessionId)).state).toBe('ready');
  });

  it('are none if the recording is missing or cannot be decoded', async () => {
    const { sessionId, uploadId } = await recorded();
    await writeFile(join(server.dataFolder, 'audio', uploadId), 'no recording');
    expect(await lanesAs(user, sessionId)).toEqual({ state: 'preparing' });
    await settled(sessionId);
    expect(await lanesAs(user, sessionId)).toEqual({ state: 'none' });
    const missing = await recorded();
    await rm(join(server.dataFolder, 'audio', missing.uploadId));
    expect(await lanesAs(user, missing.sessionId)).toEqual({ state: 'none' });
  });
});

describe('after a restart', () => {
  it('the job continues, and earlier urls stay valid', async () => {
    const secretKey = randomBytes(32);
    const before = await openWorkServer({ secretKey });
    const owner = await before.addUser();
    const sessionId = await before.addSession(owner);
    await uploadTo(sessionId, mp3, before, owner);
    expect((await readAs(owner, sessionId, before)).state).toBe('preparing');
    await before.stopWork();
    const after = await openWorkServer({
      secretKey,
      database: before.database,
      dataFolder: before.dataFolder,
      clock: before.clock,
    });
    const { url } = await ready(sessionId, after, owner);
    expect((await fetch(after.url + url, { method: 'HEAD' })).status).toBe(200);
    await after.stopWork();
    await before.close();
  });

  it('a playback whose job was lost has failed, and is not preparing forever', async () => {
    const own = await openWorkServer();
    const owner = await own.addUser();
    const sessionId = await own.addSession(owner);
    const uploadId = await uploadTo(sessionId, mp3, own, owner);
    await own.database.orm.insert(playbacks).values({ uploadId, state: 'preparing' });
    expect((await readAs(owner, sessionId, own)).state).toBe('preparing');
    await own.keepHouse();
    expect((await readAs(owner, sessionId, own)).state).toBe('failed');
    await own.close();
  });
});
