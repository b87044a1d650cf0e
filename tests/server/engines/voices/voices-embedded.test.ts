import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelChild, startModelChild } from '#server/engines/models/model-child.ts';
import { createEmbeddedSpeech } from '#server/engines/speech/embedded.ts';
import { transcribeAudio } from '#server/engines/speech/transcribe.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { voiceOf, voicesOfSpans } from '#server/engines/voices/cluster.ts';
import { createEmbeddedVoices, type EmbeddedVoicesSettings } from '#server/engines/voices/embedded.ts';
import { type VoiceSpan, type VoicesEngine, VoicesUnavailable } from '#server/engines/voices/port.ts';
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

/** Three rounds in different orders. The last voice of three and more is a guest, who speaks once. */
function shuffledTurns(count: number, seed: number): ToyTurn[] {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const turns: ToyTurn[] = [];
  for (let round = 0; round < 3; round += 1) {
    const left = Array.from({ length: round > 0 && count > 2 ? count - 1 : count }, (_, voice) => voice);
    while (left.length > 0) {
      const others = left.filter((voice) => voice !== turns.at(-1)?.voice);
      const voice = others[random(others.length)] ?? left[0]!;
      left.splice(left.indexOf(voice), 1);
      turns.push({ voice, seconds: 2 + random(7) / 2 });
    }
  }
  return turns;
}

describe('voices on one recording', () => {
  it.each([
    [2, 5],
    [3, 1],
    [4, 2],
    [5, 3],
    [6, 4],
  ])('tells %i of them apart in any order, also where the number given is wrong', async (count, seed) => {
    const turns = shuffledTurns(count, seed);
    const samples = toyVoices(turns);
    let heard: VoiceSpan[] = [];
    const { turns: found } = await tellApart({
      path: await writeAudio(folder, `turns-${count}`, samples, 'flac'),
      engine: {
        ...shared,
        spans: async (...asked) => {
          heard = await shared.spans(...asked);
          return heard;
        },
      },
      durationSeconds: samples.length / 16_000,
      people: count,
      context: inMemoryStageContext({}),
    });
    const said = turns.map(({ voice }) => [...new Set(turns.map((turn) => turn.voice))].indexOf(voice));
    expect(found.map(({ voice }) => voice)).toEqual(said);
    let from = 0;
    for (const [at, { seconds }] of turns.entries()) {
      expect(Math.abs((found[at]?.startMs ?? 0) - 1_000 * from)).toBeLessThan(150);
      from += seconds;
    }
    const spans = heard.map(({ print, startMs, endMs }) => ({ print, milliseconds: endMs - startMs }));
    for (const people of [null, count + 2])
      expect(voicesOfSpans(spans, { people, most: 10 }).voices).toEqual(said);
    const fewer = voicesOfSpans(spans, { people: count - 1, most: 10 });
    expect(new Set(fewer.voices.filter((voice) => voice !== null)).size).toBe(count - 1);
    expect(fewer.choices).toContainEqual(said);
  });

  it('[R1.7] knows the voices of those who say their names at the start', async () => {
    const turns = [2, 0, 1, 0, 2, 1].map((voice) => ({ voice, seconds: 5 }));
    const samples = toyVoices(turns);
    const { turns: found, introduced } = await tellApart({
      path: await writeAudio(folder, 'names', samples, 'flac'),
      engine: shared,
      durationSeconds: samples.length / 16_000,
      people: null,
      introductions: [
        // The game master still speaks as this person presses.
        { fromMs: 9_000, toMs: 14_000 },
        { fromMs: 200, toMs: 5_200 },
        { fromMs: 4_700, toMs: 4_900 },
      ],
      context: inMemoryStageContext({}),
    });
    expect(found.map(({ voice }) => voice)).toEqual([0, 1, 2, 1, 0, 2]);
    expect(introduced).toEqual([2, 0, null]);
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

  it('says how somebody sounds in a part, unless it is too short', async () => {
    const { signal } = new AbortController();
    const [one, other] = [0, 1].map((voice) => toyVoices([{ voice, seconds: 2 }]));
    const prints = await shared.prints([one!, other!, one!.slice(16_000), one!.slice(0, 4_000)], { signal });
    expect(prints.map((print) => print && voiceOf(print, [prints[0]!, prints[1]!]))).toEqual([0, 1, 0, null]);
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
      prints: shared.prints,
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

  it('hears a piece again in a new process where one was killed in the middle of it', {
    tags: ['everything'],
  }, async () => {
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

  it('takes a long recording a piece at a time, and joins its voices over the pieces', {
    tags: ['everything'],
  }, async () => {
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
      prints: shared.prints,
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
