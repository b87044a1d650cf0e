import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createEmbeddedSpeech } from '#server/engines/speech/embedded.ts';
import { transcribeAudio } from '#server/engines/speech/transcribe.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { createEmbeddedVoices } from '#server/engines/voices/embedded.ts';
import { tellApart } from '#server/engines/voices/tell-apart.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { sayToyWords, toyWords, writeToyModel } from '#tests/support/toy-speech-model.ts';
import { toyVoices, writeToyVoices } from '#tests/support/toy-voices.ts';
import { cpuWithChildren } from './cpu.ts';
import type { Figure } from './figure.ts';

const SECONDS = 600;
const TURN_SECONDS = 4;

/** CPU time, user and system, of this process and of those that decode and listen. Models in SPEECH_MODEL_DIR and VOICES_MODEL_DIR, else toys. */
export async function benchVoices(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-voices-'));
  const { SPEECH_MODEL_DIR, VOICES_MODEL_DIR } = process.env;
  const areReal = Boolean(SPEECH_MODEL_DIR && VOICES_MODEL_DIR);
  const models = areReal
    ? { speech: SPEECH_MODEL_DIR ?? '', voices: VOICES_MODEL_DIR ?? '' }
    : { speech: join(folder, 'speech'), voices: join(folder, 'voices') };
  if (!areReal) await Promise.all([writeToyModel(models.speech), writeToyVoices(models.voices)]);
  const settings = { dataFolder: folder, threads: 1 };
  const speech = createEmbeddedSpeech({ ...settings, modelFolder: models.speech });
  const voices = createEmbeddedVoices({ ...settings, modelFolder: models.voices });
  try {
    const turns = Array.from({ length: SECONDS / TURN_SECONDS }, (_, at) => ({
      voice: at % 5,
      seconds: TURN_SECONDS,
    }));
    const samples = toyVoices(turns, sayToyWords(toyWords(SECONDS * 2 - 1)));
    const path = await writeAudio(folder, 'ten-minutes', samples, 'flac');
    const context = inMemoryStageContext({});
    const { signal } = context;
    for (const engine of [speech, voices]) await engine.prepare({ signal, progress: () => {} });
    const heard = await costOf(() =>
      transcribeAudio({ path, engine: speech, language: 'en', vocabulary: [], context }),
    );
    const told = await costOf(() =>
      tellApart({ path, engine: voices, durationSeconds: SECONDS, people: 5, context }),
    );
    const perHour = 3600 / SECONDS;
    const which = areReal
      ? 'the models of SPEECH_MODEL_DIR and VOICES_MODEL_DIR'
      : 'toy models, which say nothing about real ones';
    return [
      {
        name: 'Tell voices apart: CPU per hour of audio',
        value: told * perHour,
        unit: 's',
        peer: `one core; ${which}`,
      },
      {
        name: 'Tell voices apart: CPU as a ratio to recognition',
        value: told / heard,
        unit: '×',
        peer: `transcribing the same ten minutes; ${which}`,
      },
    ];
  } finally {
    await Promise.all([speech.close(), voices.close()]);
    await rm(folder, { recursive: true });
  }
}

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const start = cpuWithChildren();
  await work();
  return cpuWithChildren() - start;
}
