import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelChild, startModelChild } from '#server/engines/models/model-child.ts';
import { createEmbeddedSpeech } from '#server/engines/speech/embedded.ts';
import { transcribeAudio } from '#server/engines/speech/transcribe.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { createEmbeddedVoices, type EmbeddedVoicesSettings } from '#server/engines/voices/embedded.ts';
import { type VoicesEngine, VoicesUnavailable } from '#server/engines/voices/port.ts';
import { tellApart } from '#server/engines/voices/tell-apart.ts';
import { EMBEDDING_FILE, SEGMENTATION_FILE } from '#server/engines/voices/voice-models.ts';
import type { FromVoices, ToVoices } from '#server/engines/voices/voices-protocol.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { sayToyWords, writeToyModel } from '#tests/support/toy-speech-model.ts';
import { type ToyTurn, toyVoices, writeToyVoices } from '#tests/support/toy-voices.ts';

let folder: string;
let toys: string;
/** Each child takes a second to start. */
let shared: VoicesEngine;
const engines: VoicesEngine[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-voices-'));
  toys = join(folder, 'toys');
  await writeToyVoices(toys);
  shared = createEmbeddedVoices({ dataFolder: folder, modelFolder: toys, threads: 1 });
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});
afterAll(async () => {
  await shared.close();
  await rm(folder, { recursive: true });
});

function voices(settings: Partial<EmbeddedVoicesSettings> = {}): VoicesEngine {
  const engine = createEmbeddedVoices({
    dataFolder: join(folder, 'data'),
    modelFolder: toys,
    threads: 1,
    ...settings,
  });
  engines.push(engine);
  return engine;
}

const inTurn = (count: number, turns: number, seconds = 4): ToyTurn[] =>
  Array.from({ length: turns }, (_, at) => ({ voice: at % count, seconds }));

const told = async (turns: readonly ToyTurn[], people: number | null) => {
  const samples = toyVoices(turns);
  const path = await writeAudio(folder, `turns-${turns.length}-${people}`, samples, 'flac');
  const { turns: found } = await tellApart({
    path,
    engine: shared,
    durationSeconds: samples.length / 16_000,
    people,
    context: inMemoryStageContext({}),
  });
  return found;
};

describe('voices on one recording', () => {
  it.each([2, 3, 6])('tells %i of them apart, with their borders', async (count) => {
    const turns = inTurn(count, 12);
    const found = (await told(turns, count)).filter(({ endMs, startMs }) => endMs - startMs > 1_000);
    expect(found.length).toBeGreaterThanOrEqual(12);
    const order = new Map<number, number>();
    for (const { voice } of turns) if (!order.has(voice)) order.set(voice, order.size);
    for (const { startMs, endMs, voice } of found) {
      const index = Math.floor((startMs + endMs) / 2 / 4_000);
      expect(voice).toBe(order.get(turns[index]!.voice));
      expect(Math.abs(startMs - 4_000 * index)).toBeLessThan(150);
    }
  });

  it('finds how many they are where nobody said, and splits nobody to reach a number', async () => {
    const turns = inTurn(3, 9);
    const count = async (people: number | null) =>
      new Set((await told(turns, people)).map(({ voice }) => voice).filter((voice) => voice !== null)).size;
    expect([await count(null), await count(5)]).toEqual([3, 3]);
  });

  it('gives each word of a transcript its voice, and forgets how the voices sound', async () => {
    const words = sayToyWords(['dragon', 'sleeps', 'here', 'dragon', 'here', 'sleeps', 'dragon', 'here']);
    const samples = toyVoices(
      [
        { voice: 0, seconds: 2.2 },
        { voice: 1, seconds: 2.2 },
      ],
      words,
    );
    const path = await writeAudio(folder, 'said', samples, 'flac');
    const speechFolder = join(folder, 'speech');
    await writeToyModel(speechFolder);
    const engine = createEmbeddedSpeech({ dataFolder: folder, modelFolder: speechFolder, threads: 1 });
    const context = inMemoryStageContext({});
    const transcription = { path, engine, language: 'en', vocabulary: [], context };
    try {
      expect((await transcribeAudio(transcription)).speakers).toEqual([]);
      const { turns } = await tellApart({
        path,
        engine: shared,
        durationSeconds: samples.length / 16_000,
        people: 2,
        context,
      });
      expect(context.saved('voices:0')).toBe('forgotten');
      const transcript = await transcribeAudio({ ...transcription, turns });
      expect(transcript.speakers.map(({ id, label }) => [id, label])).toEqual([
        ['p1', 'Speaker 1'],
        ['p2', 'Speaker 2'],
      ]);
      expect(transcript.segments.map(({ speakerId, text }) => [speakerId, text])).toEqual([
        ['p1', 'dragon sleeps here dragon'],
        ['p2', 'here sleeps dragon here'],
      ]);
    } finally {
      await engine.close();
    }
  });

  it('goes on after its last piece, and hears none again', async () => {
    const context = inMemoryStageContext({});
    const samples = toyVoices(inTurn(2, 4));
    const path = await writeAudio(folder, 'resumed', samples, 'flac');
    const options = { path, durationSeconds: samples.length / 16_000, people: 2, context };
    const heard = await shared.spans(samples, { signal: context.signal });
    let calls = 0;
    const counted: VoicesEngine = {
      id: 'counted',
      prepare: async () => {},
      spans: async () => {
        calls += 1;
        return heard;
      },
      link: shared.link,
      close: async () => {},
    };
    const stopped: VoicesEngine = { ...counted, id: 'counted' };
    const kept = { ...context, save: async () => Promise.reject(new Error('killed')) };
    await expect(tellApart({ ...options, engine: stopped, context: kept })).rejects.toThrow('killed');
    await tellApart({ ...options, engine: counted });
    expect(calls).toBe(1);
  });

  it('damaged models end neither the server nor the engine, and can be replaced', async () => {
    const damaged = join(folder, 'damaged');
    await mkdir(damaged);
    const [segmentation, embedding] = await Promise.all(
      [SEGMENTATION_FILE, EMBEDDING_FILE].map((name) => readFile(join(toys, name))),
    );
    await writeFile(join(damaged, EMBEDDING_FILE), embedding!);
    const engine = voices({ modelFolder: damaged });
    const signal = new AbortController().signal;
    for (const content of [segmentation!.subarray(0, 400), Buffer.from('<html>Sign in</html>')]) {
      await writeFile(join(damaged, SEGMENTATION_FILE), content);
      await expect(engine.prepare({ signal, progress: () => {} })).rejects.toThrow(VoicesUnavailable);
    }
    await writeFile(join(damaged, SEGMENTATION_FILE), segmentation!);
    await engine.prepare({ signal, progress: () => {} });
  });

  it('stops at once when it is no longer wanted', async () => {
    const stop = new AbortController();
    const engine = voices();
    await engine.prepare({ signal: stop.signal, progress: () => {} });
    const work = engine.spans(toyVoices(inTurn(2, 60, 5)), { signal: stop.signal });
    stop.abort(new Error('cancelled'));
    await expect(work).rejects.toThrow('cancelled');
    expect(await engine.spans(toyVoices(inTurn(2, 2)), { signal: new AbortController().signal })).not.toEqual(
      [],
    );
  });

  it('hears a piece again in a new process where one was killed in the middle of it', async () => {
    const children: ModelChild<ToVoices, FromVoices>[] = [];
    const engine = voices({
      start: () => {
        const child = startModelChild<ToVoices, FromVoices>(
          new URL('../../../../src/server/engines/voices/voices-child.ts', import.meta.url),
          'The voices’ process',
        );
        children.push(child);
        return child;
      },
    });
    const { signal } = new AbortController();
    await engine.prepare({ signal, progress: () => {} });
    const samples = toyVoices(inTurn(2, 10));
    const work = engine.spans(samples, { signal });
    process.kill(children[0]!.pid!, 'SIGKILL');
    expect(await work).toEqual(await shared.spans(samples, { signal }));
    expect(children).toHaveLength(2);
  });

  it('takes a long recording a piece at a time, and joins its voices over the pieces', async () => {
    const pieces: number[] = [];
    const path = await writeAudio(folder, 'long', new Int16Array(16_000 * 1_230), 'flac');
    const counted: VoicesEngine = {
      id: 'counted',
      prepare: async () => {},
      async spans(samples) {
        pieces.push(samples.length / 16_000);
        // The second piece begins with the other voice.
        return [0, 1].map((at) => ({
          startMs: at * 10_000,
          endMs: (at + 1) * 10_000,
          print: Float32Array.from([0, 1].map((axis) => Number(axis === (at + pieces.length) % 2))),
        }));
      },
      link: shared.link,
      close: async () => {},
    };
    const { turns } = await tellApart({
      path,
      engine: counted,
      durationSeconds: 1_230,
      people: 2,
      context: inMemoryStageContext({}),
    });
    expect(pieces).toEqual([600, 600, 30]);
    expect(turns.map(({ voice }) => voice)).toEqual([0, 1, 1, 0, 0, 1]);
  });

  it('says what to set where there is nothing to load or to fetch', async () => {
    const signal = new AbortController().signal;
    const options = { signal, progress: () => {} };
    await expect(voices({ modelFolder: join(folder, 'nowhere') }).prepare(options)).rejects.toThrow(
      /VOICES_MODEL_DIR/,
    );
    const offline = voices({
      modelFolder: null,
      fetch: async () => Promise.reject(new TypeError('no network')),
    });
    await expect(offline.prepare(options)).rejects.toThrow(/VOICES_MODEL_URL/);
  });
});
