import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { createEmbeddedVoices } from '#server/engines/voices/embedded.ts';
import type { VoicesEngine } from '#server/engines/voices/port.ts';
import { tellApart } from '#server/engines/voices/tell-apart.ts';
import { diarizationError, type Turn } from '#tests/bench/voices/diarization-error.ts';
import { SENTENCES, spokenSamples, writeAudio } from '#tests/support/audio.ts';
import { oneOf } from '#tests/support/everything.ts';
import { writeToySpokenVoices } from '#tests/support/toy-voices.ts';

const RATE = 16_000;
const VOICES = ['en+m3', 'en+f4', 'en-us+m7'];

let folder: string;
let engine: VoicesEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-spoken-'));
  const models = join(folder, 'models');
  await writeToySpokenVoices(models);
  engine = createEmbeddedVoices({ dataFolder: folder, modelFolder: models, threads: 1 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

let state = 1;
const noise = () => {
  state = (state * 48_271) % 2_147_483_647;
  return 250 * (state / 1_073_741_824 - 1);
};
const music = (at: number) => 300 * Math.sin((2 * Math.PI * 110 * at) / RATE) * (at % 8000 < 4000 ? 1 : 0.4);

/** Spoken in turn, with pauses of a second. */
async function table(background: (at: number) => number): Promise<{ samples: Int16Array; said: Turn[] }> {
  const said: Turn[] = [];
  const parts: { from: number; samples: Int16Array }[] = [];
  let from = RATE;
  for (const [index, sentence] of [...SENTENCES, ...SENTENCES.slice(0, 4)].entries()) {
    const voice = VOICES[index % VOICES.length] ?? '';
    const samples = await spokenSamples(sentence, voice);
    parts.push({ from, samples });
    said.push({ start: from / RATE, end: (from + samples.length) / RATE, speaker: voice });
    from += samples.length + RATE;
  }
  const all = Int16Array.from({ length: from }, (_, at) => background(at));
  for (const part of parts)
    for (const [at, sample] of part.samples.entries())
      all[part.from + at] = (all[part.from + at] ?? 0) + sample * 0.6;
  return { samples: all, said };
}

describe('spoken voices on one recording', () => {
  it.each(
    oneOf([
      ['noise', noise],
      ['music', music],
    ] as const),
  )('over %s go through decoder, models and clustering, and few are confused', async (name, background) => {
    const { samples, said } = await table(background);
    const path = await writeAudio(folder, name, samples, 'mp3-64k');
    const { turns } = await tellApart({
      path,
      engine,
      durationSeconds: samples.length / RATE,
      people: VOICES.length,
      context: inMemoryStageContext({}),
    });
    const found = turns.flatMap(({ startMs, endMs, voice }) =>
      voice === null ? [] : [{ start: startMs / 1000, end: endMs / 1000, speaker: String(voice) }],
    );
    const error = diarizationError(said, found, 0.25);
    expect(error.speakers).toEqual({ said: 3, found: 3 });
    expect(error.confused).toBeLessThan(0.02);
    expect(error.rate).toBeLessThan(0.1);
  });
});
