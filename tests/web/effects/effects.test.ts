// @vitest-environment node

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { storedFacts } from '#contract/stored.ts';
import type { Upload } from '#contract/uploads.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle } from '#tests/support/settle.ts';
import { toneWav } from '#tests/support/wav.ts';
import { createChosenFiles } from '#web/effects/chosen-files.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import { trackingHeaders } from '#web/effects/tracking-headers.ts';
import { type Page, watchPage } from '#web/effects/watch-page.ts';
import { fingerprintOf } from '#web/flows/upload/fingerprint.ts';
import { inspectFile } from '#web/flows/upload/inspect-file.ts';
import { measureAudio } from '#web/flows/upload/measure-audio.ts';
import { createTransfer } from '#web/flows/upload/transfer.ts';

interface FakeTus {
  file: unknown;
  started: boolean;
  aborted: boolean;
  options: {
    uploadUrl: string;
    chunkSize: number;
    retryDelays: unknown;
    onBeforeRequest: (request: { setHeader: (name: string, value: string) => void }) => Promise<void>;
    onProgress: () => void;
    onChunkComplete: (size: number, accepted: number) => void;
    onSuccess: () => void;
    onError: (error: unknown) => void;
  };
}

const tusUploads = vi.hoisted(() => [] as unknown[]) as FakeTus[];
vi.mock('tus-js-client', () => ({
  Upload: class {
    started = false;
    aborted = false;
    constructor(
      readonly file: unknown,
      readonly options: unknown,
    ) {
      tusUploads.push(this as never);
    }
    start() {
      this.started = true;
    }
    async abort() {
      this.aborted = true;
    }
  },
}));

describe('fingerprint', () => {
  const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);
  const file = (parts: BlobPart[], name = 'a.mp3', lastModified = 1) =>
    new File(parts, name, { lastModified });
  const mib = 1024 * 1024;

  it('is the same for the same file, and stays within the contract', async () => {
    const one = await fingerprintOf(file([bytes(3 * mib, 1)]));
    expect(await fingerprintOf(file([bytes(3 * mib, 1)]))).toBe(one);
    expect(one.length).toBeLessThanOrEqual(200);
  });

  it('differs by name, date, size, and the first and last MiB', async () => {
    const whole = [bytes(mib, 1), bytes(mib, 2), bytes(mib, 3)];
    const others = [
      file(whole, 'b.mp3'),
      file(whole, 'a.mp3', 2),
      file([...whole, bytes(1, 3)]),
      file([bytes(mib, 9), bytes(mib, 2), bytes(mib, 3)]),
      file([bytes(mib, 1), bytes(mib, 2), bytes(mib, 9)]),
    ];
    const seen = new Set([
      await fingerprintOf(file(whole)),
      ...(await Promise.all(others.map((other) => fingerprintOf(other)))),
    ]);
    expect(seen.size).toBe(6);
  });
});

describe('inspecting a file', () => {
  const clock = new SimulatedClock();
  const recording = new File(['x'], 'evening.mp3');

  it('[D2] returns the cost of both levels by length', async () => {
    const inspection = await inspectFile(recording, {
      measure: async () => ({ durationSeconds: 12_420 }),
      timers: clock,
    });
    expect(inspection.estimate).toEqual({ durationSeconds: 12_420, brief: 207, comprehensive: 345 });
  });

  it('[D2] estimates the share of the price that this server charges', async () => {
    const inspection = await inspectFile(recording, {
      measure: async () => ({ durationSeconds: 12_420 }),
      timers: clock,
      percent: 50,
    });
    expect(inspection.estimate).toMatchObject({ brief: 104, comprehensive: 173 });
  });

  it.each([60.024, 60.008, 60])(
    '[D2] charges no padding of an encoder: %d seconds are a minute',
    async (seconds) => {
      const { estimate } = await inspectFile(recording, {
        measure: async () => ({ durationSeconds: seconds }),
        timers: clock,
      });
      expect(estimate).toEqual({ durationSeconds: 60, brief: 1, comprehensive: 2 });
    },
  );

  it('refuses an empty file and one that is not audio', async () => {
    const measure = async () => null;
    await expect(inspectFile(new File([], 'e.mp3'), { measure, timers: clock })).rejects.toMatchObject({
      code: 'audioEmpty',
    });
    await expect(inspectFile(recording, { measure, timers: clock })).rejects.toMatchObject({
      code: 'unsupportedAudio',
      message: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
    });
  });

  it('has no estimate if the length is unknown, or not within 5 seconds', async () => {
    const failing = await inspectFile(recording, {
      measure: () => Promise.reject(new Error('odd file')),
      timers: clock,
    });
    expect(failing.estimate).toBeNull();
    const slow = inspectFile(recording, { measure: () => new Promise(() => {}), timers: clock });
    clock.increment(5000);
    expect((await slow).estimate).toBeNull();
  });

  it('[R1.7] reads a real WAV file and refuses a page of HTML', async () => {
    const second = new File([toneWav(1)], 'second.wav');
    expect((await measureAudio(second))?.durationSeconds).toBeCloseTo(1, 3);
    expect(await measureAudio(new File(['<!doctype html><p>no'.repeat(50)], 'x.mp3'))).toBeNull();
  });
});

describe('sending', () => {
  const upload: Upload = {
    id: '01900000-0000-7000-8000-00000000e001',
    sessionId: '01900000-0000-7000-8000-00000000c001',
    fileName: 'evening.mp3',
    sizeBytes: 1000,
    offset: 0,
    fingerprint: 'f',
    status: 'open',
    error: null,
    tusUrl: '/uploads/tus/1',
    chunkBytes: 500,
    expiresAt: '2026-01-08T00:00:00.000Z',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const file = new File(['x'], 'evening.mp3');
  let clock: SimulatedClock;
  let tokens: number;
  let log: unknown[];
  let stop: () => void;
  const tus = () => tusUploads.at(-1)!;

  beforeEach(async () => {
    clock = new SimulatedClock();
    tokens = 0;
    log = [];
    const transfer = createTransfer({
      baseUrl: 'https://api.example',
      authorization: async () => {
        tokens += 1;
        return { authorization: `Bearer token-${tokens}` };
      },
      onUnauthorized: () => log.push('unauthorized'),
      timers: clock,
    });
    stop = transfer(file, upload, {
      onSent: (offset) => log.push(offset),
      onFinished: () => log.push('finished'),
      onFailed: ({ code }) => log.push(code),
    });
    await settle();
  });

  it('sends chunks to the upload that the server opened, and leaves retries to the chart', () => {
    expect(tus().started).toBe(true);
    expect(tus().options).toMatchObject({
      uploadUrl: 'https://api.example/uploads/tus/1',
      chunkSize: 500,
      retryDelays: null,
    });
    tus().options.onChunkComplete(500, 500);
    tus().options.onChunkComplete(500, 1000);
    tus().options.onSuccess();
    expect(log).toEqual([500, 1000, 'finished']);
  });

  it('sends with the override header of tus after a network blocked PATCH, but only then', () => {
    const first = tus();
    const blocked = (status: number, body = '') => ({
      originalRequest: { getMethod: () => 'PATCH' },
      originalResponse:
        status === 0 ? null : { getStatus: () => status, getBody: () => body, getHeader: () => null },
    });
    first.options.onError(Object.assign(new Error('blocked'), blocked(405)) as never);
    expect(tus()).not.toBe(first);
    expect(tus().options).toMatchObject({ overridePatchMethod: true });
    expect(log).toEqual([]);
    tus().options.onError(Object.assign(new Error('blocked'), blocked(405)) as never);
    expect(log).toEqual(['unavailable']);
  });

  it('requests a token for every request', async () => {
    const headers: string[] = [];
    const request = { setHeader: (_: string, value: string) => headers.push(value) };
    await tus().options.onBeforeRequest(request);
    await tus().options.onBeforeRequest(request);
    expect(headers).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('fails after 60 seconds without a byte', () => {
    clock.increment(59_999);
    tus().options.onProgress();
    clock.increment(59_999);
    expect(log).toEqual([]);
    clock.increment(1);
    expect(log).toEqual(['timeout']);
    expect(tus().aborted).toBe(true);
  });

  it.each([
    ['no answer', null, ['network']],
    ['a refusal', [422, '{"error":{"code":"audioUnreadable","message":"No."}}'], ['audioUnreadable']],
    ['410', [410, 'gone'], ['uploadExpired']],
    ['401', [401, ''], ['unauthorized', 'unauthorized']],
    ['a lock that is still held', [423, 'locked'], ['unavailable']],
  ])('reports %s by its code', (_, response, expected) => {
    const originalResponse =
      response === null
        ? null
        : { getStatus: () => response[0], getBody: () => response[1], getHeader: () => undefined };
    tus().options.onError(Object.assign(new Error('failed'), { originalResponse }));
    expect(log).toEqual(expected);
  });

  it('resumes by itself from the server’s offset if the server asks for a short pause', () => {
    const [first] = [tus()];
    const originalResponse = {
      getStatus: () => 503,
      getBody: () => '{"error":{"code":"overloaded","message":"Not now."}}',
      getHeader: () => '2',
    };
    first!.options.onError(Object.assign(new Error('failed'), { originalResponse }));
    clock.increment(1999);
    expect(tus()).toBe(first);
    clock.increment(1);
    expect(tus()).not.toBe(first);
    expect(tus().started).toBe(true);
    tus().options.onError(Object.assign(new Error('failed'), { originalResponse }));
    stop();
    const last = tus();
    clock.increment(60_000);
    expect(tus()).toBe(last);
    expect(log).toEqual([]);
  });

  it('reports nothing once it was stopped', () => {
    stop();
    expect(tus().aborted).toBe(true);
    tus().options.onChunkComplete(500, 500);
    tus().options.onError(new Error('aborted'));
    clock.increment(120_000);
    expect(log).toEqual([]);
  });
});

describe('the page', () => {
  it('warns before it is left, and reports the connection, until it is no longer watched', () => {
    const page = Object.assign(new EventTarget(), {
      navigator: { onLine: true },
      document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
    });
    const log: string[] = [];
    const stop = watchPage(page as unknown as Page, {
      onLost: () => log.push('lost'),
      onRestored: () => log.push('restored'),
    });
    const leave = () => page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    page.dispatchEvent(new Event('offline'));
    page.dispatchEvent(new Event('online'));
    page.document.dispatchEvent(new Event('visibilitychange'));
    expect(log).toEqual(['lost', 'restored', 'restored']);
    stop();
    expect(leave()).toBe(true);
    page.dispatchEvent(new Event('offline'));
    expect(log).toHaveLength(3);
  });
});

describe('small facts', () => {
  it('are restored unchanged, and count as absent if invalid', () => {
    const storage = new MemoryStorage();
    expect(readFact(storage, storedFacts.alphaFeatures)).toBeNull();
    writeFact(storage, storedFacts.alphaFeatures, true);
    expect(readFact(storage, storedFacts.alphaFeatures)).toBe(true);
    storage.setItem(storedFacts.alphaFeatures.key, '"enormous"');
    expect(readFact(storage, storedFacts.alphaFeatures)).toBeNull();
    storage.setItem(storedFacts.alphaFeatures.key, '{');
    expect(readFact(storage, storedFacts.alphaFeatures)).toBeNull();
  });

  it('[R3.8] of the trackers are sent as headers, if they are valid', () => {
    expect(trackingHeaders('_fbp=fb.1.2.3; other=1; _fbc=fb.1.2.IwAR; _ga=GA1.1.222.333')).toEqual({
      'x-fbp': 'fb.1.2.3',
      'x-fpc': 'fb.1.2.IwAR',
      'x-ga': '222.333',
    });
    expect(trackingHeaders('_fpc=fb.1.2.other; _ga=GA1=2')).toEqual({ 'x-fpc': 'fb.1.2.other' });
    expect(trackingHeaders('_fpc=fb.1.2.other; _fbc=fb.1.2.own')).toEqual({ 'x-fpc': 'fb.1.2.own' });
    expect(trackingHeaders('_fpc=fb.1.2.other; _fbc=')).toEqual({ 'x-fpc': 'fb.1.2.other' });
    expect(trackingHeaders('_fpc=a\u00e9b; _ga=')).toEqual({});
  });
});

it('a chosen file is identified by a key only', () => {
  const files = createChosenFiles();
  const file = new File(['abc'], 'a.mp3');
  const chosen = files.keep(file);
  expect(chosen).toEqual({ key: 'file-1', name: 'a.mp3', sizeBytes: 3 });
  expect(files.take(chosen)).toBe(file);
  expect(() => files.take({ ...chosen, key: 'file-9' })).toThrow(/no file/);
});
