import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ServerStatus } from '#contract/status.ts';
import type { SpeechModel } from '#server/engines/speech/model-files.ts';
import { findHearing, type HearingFound, watchHearing } from '#server/status/hearing.ts';
import { createTestServer } from '#tests/support/server.ts';
import { settle } from '#tests/support/settle.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-hearing-'));
afterAll(() => rmSync(folder, { recursive: true }));

const model: SpeechModel = {
  name: 'small',
  url: 'https://models.example/small',
  files: [
    { name: 'model.onnx', bytes: 3_000_000, sha256: '' },
    { name: 'tokens.txt', bytes: 10, sha256: '' },
  ],
};
const asked: string[] = [];
const answering = (status: number) =>
  (async (address: string) => {
    asked.push(address);
    return new Response(null, { status });
  }) as typeof fetch;
const unreachable = (async () => {
  throw new TypeError('fetch failed');
}) as unknown as typeof fetch;
const signal = new AbortController().signal;
const dataFolder = join(folder, 'data');

describe('whether recordings can be transcribed', () => {
  it.each<[string, Parameters<typeof findHearing>[0], typeof fetch, HearingFound['state'], RegExp]>([
    [
      'a service that answers',
      { dataFolder, url: 'http://speech.example' },
      answering(405),
      'ready',
      /SPEECH_URL/,
    ],
    [
      'a service that refuses the key',
      { dataFolder, url: 'http://speech.example', key: 'k' },
      answering(401),
      'unavailable',
      /SPEECH_KEY/,
    ],
    [
      'a service with trouble of its own',
      { dataFolder, url: 'http://speech.example' },
      answering(503),
      'unavailable',
      /SPEECH_URL/,
    ],
    [
      'a service out of reach',
      { dataFolder, url: 'http://speech.example' },
      unreachable,
      'unavailable',
      /SPEECH_URL/,
    ],
    [
      'a folder without a model',
      { dataFolder, modelFolder: folder },
      unreachable,
      'unavailable',
      /SPEECH_MODEL_DIR/,
    ],
    ['a model that can be fetched', { dataFolder }, answering(200), 'download', /\(4 MB\) is fetched/],
    [
      'no network',
      { dataFolder },
      unreachable,
      'unavailable',
      /SPEECH_URL.*SPEECH_MODEL_DIR.*SPEECH_MODEL_URL/,
    ],
    [
      'a network that lets it not be fetched',
      { dataFolder },
      answering(403),
      'unavailable',
      /answers 403.*SPEECH_URL/,
    ],
  ])('%s', async (_, settings, fetch, state, reason) => {
    const found = await findHearing(settings, { signal, fetch, model });
    expect(found.state).toBe(state);
    expect(found.megabytes).toBe(state === 'download' ? 4 : 0);
    expect(found.reason).toMatch(reason);
    expect(found.reason).not.toContain('.example');
  });

  it('requests only missing files from a configured mirror, and nothing once all are there', async () => {
    const place = join(dataFolder, 'models', 'small');
    await mkdir(place, { recursive: true });
    writeFileSync(join(place, 'model.onnx'), '');
    truncateSync(join(place, 'model.onnx'), 3_000_000);
    asked.length = 0;
    const settings = { dataFolder, modelUrl: 'https://mirror.example/' };
    const found = await findHearing(settings, { signal, fetch: answering(200), model });
    expect(found).toMatchObject({ state: 'download', megabytes: 1 });
    expect(asked).toEqual(['https://mirror.example/tokens.txt']);
    writeFileSync(join(place, 'tokens.txt'), '0123456789');
    expect((await findHearing(settings, { signal, fetch: unreachable, model })).state).toBe('ready');
    const heard = { ...model, languages: ['en', 'sv'] };
    expect(await findHearing(settings, { signal, fetch: unreachable, model: heard })).toMatchObject({
      languages: ['en', 'sv'],
    });
  });

  it('is checked at the start, logged once, and refreshed while it is requested', async () => {
    let now = 0;
    let state: HearingFound['state'] = 'unavailable';
    const told: string[] = [];
    let looks = 0;
    const watch = watchHearing({
      async find() {
        looks += 1;
        return { state, megabytes: 0, reason: 'because' };
      },
      now: () => new Date(now),
      found: (found) => told.push(found.state),
    });
    expect(watch.current()).toBeNull();
    await settle();
    expect(watch.current()).toEqual({ state: 'unavailable', megabytes: 0 });
    state = 'ready';
    now = 59_999;
    watch.current();
    await settle();
    expect([looks, told]).toEqual([1, ['unavailable']]);
    now = 60_000;
    watch.current();
    await settle();
    expect(watch.current()).toEqual({ state: 'ready', megabytes: 0 });
    expect([looks, told]).toEqual([2, ['unavailable', 'ready']]);
  });

  it('is part of what every page requests', async () => {
    const hearing = { state: 'download' as const, megabytes: 671 };
    const server = await createTestServer({ overrides: { hearing: () => hearing } });
    try {
      const answer = ServerStatus.parse(await (await server.call('GET', '/status')).json());
      expect(answer.hearing).toEqual(hearing);
    } finally {
      await server.close();
    }
  });
});
