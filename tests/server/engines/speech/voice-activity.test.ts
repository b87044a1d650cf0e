import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mergeArchive } from '#server/engines/audio/merge-archive.ts';
import { splitAudio } from '#server/engines/audio/split.ts';
import { createEmbeddedSpeech } from '#server/engines/speech/embedded.ts';
import type { SpeechEngine } from '#server/engines/speech/port.ts';
import { transcribeAudio } from '#server/engines/speech/transcribe.ts';
import { openVoiceActivity, type VoiceActivity } from '#server/engines/speech/voice-activity.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { zipOfTracks } from '#tests/support/evening-tracks.ts';
import { sayToyWords, writeToyModel } from '#tests/support/toy-speech-model.ts';
import { toyDownload, toyVoiceActivity, writeToyVoiceActivity } from '#tests/support/toy-voice-activity.ts';

const RATE = 16_000;
const signal = new AbortController().signal;
let folder: string;
let toys: string;
let activity: VoiceActivity;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-activity-'));
  toys = join(folder, 'toys');
  await writeToyModel(toys);
  await writeToyVoiceActivity(toys);
  activity = openVoiceActivity({ folder: toys, download: null });
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(async () => {
  await activity.close();
  await rm(folder, { recursive: true });
});

/** Three steady tones, as loud as speech, that are no words; and the words at their seconds. */
function music(seconds: number, words: readonly (readonly [at: number, words: string[]])[]): Int16Array {
  const samples = Int16Array.from({ length: seconds * RATE }, (_, at) =>
    [110, 165, 5_000].reduce((sum, hertz) => sum + 2_500 * Math.sin((2 * Math.PI * hertz * at) / RATE), 0),
  );
  for (const [at, said] of words)
    for (const [index, sample] of sayToyWords(said).entries()) {
      const position = at * RATE + index;
      samples[position] = (samples[position] ?? 0) + sample / 4;
    }
  return samples;
}

async function* whole(samples: Int16Array) {
  yield samples;
}

describe('where somebody speaks', () => {
  it('is heard amid music that loudness takes for speech', async () => {
    const found = await activity.spokenIn(music(20, [[6, ['dragon', 'here', 'sleeps']]]), { signal });
    expect(found).toHaveLength(1);
    const [from, until] = found?.[0] ?? [0, 0];
    expect(Math.abs(from - 6_200)).toBeLessThan(200);
    expect(Math.abs(until - 7_500)).toBeLessThan(400);
    expect(await activity.spokenIn(music(20, []), { signal })).toEqual([]);
  });

  it('a piece ends between two sentences in music, where loudness would cut through the word', async () => {
    const said = ['dragon', 'here', 'sleeps', 'dragon', 'here', 'sleeps', 'dragon', 'here'];
    const samples = music(16, [
      [0, [...said, ...said].slice(0, 11)],
      [8, said],
    ]);
    const piecesWith = async (spokenIn: typeof activity.spokenIn | null) => {
      const pieces = [];
      for await (const { endMs, forced } of splitAudio(whole(samples), {
        maxChunkSeconds: 10,
        spokenIn: spokenIn === null ? undefined : (window) => spokenIn(window, { signal }),
      }))
        pieces.push({ endMs, forced });
      return pieces;
    };
    expect((await piecesWith(null))[0]).toMatchObject({ forced: true });
    const [first] = await piecesWith(activity.spokenIn);
    expect(first?.forced).toBe(false);
    expect(first?.endMs).toBeGreaterThan(5_700);
    expect(first?.endMs).toBeLessThan(8_200);
  });

  it('is unknown with a damaged model, or without one', async () => {
    const damaged = join(folder, 'damaged');
    await mkdir(damaged);
    await writeFile(join(damaged, 'silero_vad.onnx'), toyVoiceActivity().subarray(0, 400));
    for (const one of [damaged, join(folder, 'nowhere')]) {
      const failed = vi.fn();
      const without = openVoiceActivity({ folder: one, download: null, failed });
      opened.push(without);
      expect(await without.spokenIn(music(1, []), { signal })).toBeNull();
      expect(await without.spokenIn(music(1, []), { signal })).toBeNull();
      expect(failed).toHaveBeenCalledOnce();
    }
  });

  it('comes with the speech model’s mirror, once and checked; where it cannot be fetched, loudness decides', async () => {
    let requests = 0;
    const server: Server = createServer((request, response) => {
      requests += 1;
      if (request.url === '/mirror/silero_vad.onnx') response.end(toyVoiceActivity());
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const model = toyDownload('http://127.0.0.1:1/unused');
    const at = (path: string, name: string) => {
      const url = `http://127.0.0.1:${port}/${path}`;
      const one = openVoiceActivity({ folder: join(folder, name), download: { url, model } });
      opened.push(one);
      return one;
    };
    try {
      const samples = music(2, [[0, ['dragon', 'here']]]);
      expect(await at('mirror', 'fetched').spokenIn(samples, { signal })).toHaveLength(1);
      expect(await at('mirror', 'fetched').spokenIn(samples, { signal })).toHaveLength(1);
      expect(requests).toBe(1);
      const elsewhere = at('elsewhere', 'refused');
      expect(await elsewhere.spokenIn(samples, { signal })).toBeNull();
      expect(await elsewhere.spokenIn(samples, { signal })).toBeNull();
      expect(requests).toBe(2);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('a recording with music', () => {
  const engineIn = (modelFolder: string): { engine: SpeechEngine; heardSeconds(): number } => {
    const engine = createEmbeddedSpeech({ dataFolder: folder, modelFolder, threads: 1 });
    opened.push(engine);
    let samples = 0;
    return {
      engine: {
        ...engine,
        hear(chunk, options) {
          samples += chunk.samples.length;
          return engine.hear(chunk, options);
        },
      },
      heardSeconds: () => samples / RATE,
    };
  };

  it('[D4] five open microphones in front of music cost what is spoken into them, not five evenings', {
    tags: ['everything'],
  }, async () => {
    const seconds = 30;
    const tracks = Array.from({ length: 5 }, (_, track) =>
      music(seconds, [[2 + 5 * track, ['dragon', 'sleeps', 'here']]]),
    );
    const archive = join(folder, 'five.zip');
    await writeFile(archive, await zipOfTracks(folder, tracks));
    await mkdir(join(folder, 'work'));
    const merged = await mergeArchive(archive, join(folder, 'work'), {
      maxBytes: 1e8,
      maxSeconds: 600,
      arrangement: 'tracks',
      signal,
    });
    const transcribed = async (modelFolder: string) => {
      const { engine, heardSeconds } = engineIn(modelFolder);
      const { segments } = await transcribeAudio({
        path: merged.path,
        engine,
        language: 'en',
        vocabulary: [],
        context: inMemoryStageContext({}),
        tracks: merged.tracks.map(({ name }) => name),
      });
      return { heard: heardSeconds(), text: segments.map(({ text }) => text).sort() };
    };
    const loudnessOnly = join(folder, 'loudness');
    await writeToyModel(loudnessOnly);
    const before = await transcribed(loudnessOnly);
    const after = await transcribed(toys);
    expect(after.text).toEqual(before.text);
    expect(before.heard).toBeGreaterThan(4.9 * seconds);
    expect(after.heard).toBeLessThan(20);
  });

  it('without a word is not heard at all', async () => {
    const path = await writeAudio(folder, 'music', music(12, []), 'flac');
    const { engine, heardSeconds } = engineIn(toys);
    const transcription = { path, engine, language: 'en', vocabulary: [], context: inMemoryStageContext({}) };
    await expect(transcribeAudio(transcription)).rejects.toMatchObject({ code: 'noSpeech' });
    expect(heardSeconds()).toBe(0);
  });
});
