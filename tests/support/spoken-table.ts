import { spawnSync } from 'node:child_process';
import type { Turn } from '#tests/bench/voices/diarization-error.ts';
import { SENTENCES, spokenSamples } from './audio.ts';

const RATE = 16_000;

/** Of espeak-ng. */
export const SPOKEN_VOICES = ['en+m3', 'en+f4', 'en-us+m7'] as const;

/** Why espeak-ng cannot speak here; null: it can. */
export const whyNobodySpeaks =
  spawnSync('espeak-ng', ['--version']).status === 0
    ? null
    : 'espeak-ng is missing (Debian: sudo apt-get install espeak-ng)';

let state = 1;
export const BACKGROUNDS = {
  noise: () => {
    state = (state * 48_271) % 2_147_483_647;
    return 250 * (state / 1_073_741_824 - 1);
  },
  music: (at: number) => 300 * Math.sin((2 * Math.PI * 110 * at) / RATE) * (at % 8000 < 4000 ? 1 : 0.4),
};

/** Nine turns of three voices, spoken one after another with pauses of a second. @param first which voice begins */
export async function spokenTable(
  background: (at: number) => number,
  first = 0,
): Promise<{ samples: Int16Array; said: Turn[] }> {
  const said: Turn[] = [];
  const parts: { from: number; samples: Int16Array }[] = [];
  let from = RATE;
  for (const [index, sentence] of [...SENTENCES, ...SENTENCES.slice(0, 4)].entries()) {
    const voice = SPOKEN_VOICES[(first + index) % SPOKEN_VOICES.length]!;
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
