import { togetherWindowSeconds } from '#contract/recorded-together.ts';
import { encodeWav } from '#server/engines/audio/wav.ts';

const RATE = 1_000;
const FRAMES = RATE * togetherWindowSeconds;

export interface SimulatedTable {
  players: number;
  minutes: number;
  seed: number;
  /** What a microphone hears of the others, and of the room in 16-bit units. */
  bleed?: number;
  noise?: number;
}

/** How loud each microphone of a table is, by windows: turns of some seconds, pauses, and sometimes two at once. */
export function simulatedTracks({
  players,
  minutes,
  seed,
  bleed = 0,
  noise = 0,
}: SimulatedTable): Float32Array[] {
  const random = randomNumbers(seed);
  const drawn = (mean: number) => -Math.log(1 - random()) * mean;
  const length = Math.round((minutes * 60) / togetherWindowSeconds);
  const voices = Array.from({ length: players }, () => new Float32Array(length));
  const speak = (who: number, from: number, until: number) => {
    for (let at = from; at < Math.min(until, length); at += 1)
      if (random() > 0.12) voices[who]![at] = 600 * Math.exp(random() + random() + random() - 1.5);
  };
  for (let at = 0; at < length; ) {
    const windows = Math.ceil((0.6 + drawn(4)) / togetherWindowSeconds);
    const gameMaster = random() < 0.35;
    speak(gameMaster ? 0 : Math.floor(random() * players), at, at + windows);
    const interrupted = at + Math.floor(windows * random());
    if (random() < 0.12) speak(Math.floor(random() * players), interrupted, interrupted + 6);
    const pause = random() < 0.15 ? drawn(6) : random() * 0.6 - 0.15;
    at += Math.max(1, windows + Math.round(pause / togetherWindowSeconds));
  }
  return voices.map((own) =>
    own.map((value, at) => {
      const others = voices.filter((other) => other !== own).map((other) => bleed * (other[at] ?? 0));
      return Math.hypot(value, noise * (0.8 + 0.4 * random()), ...others);
    }),
  );
}

/** One recorder in the middle of the table. */
export function simulatedMix(table: SimulatedTable): Float32Array {
  const [first = new Float32Array(), ...others] = simulatedTracks(table);
  return first.map((value, at) => Math.hypot(value, ...others.map((other) => other[at] ?? 0)));
}

/** Noise that is so loud, as a WAV file of 1,000 samples a second. */
export function wavOfLoudness(loudness: Float32Array): Uint8Array<ArrayBuffer> {
  const random = randomNumbers(loudness.length);
  const samples = Int16Array.from({ length: loudness.length * FRAMES }, (_, at) => {
    const level = loudness[Math.floor(at / FRAMES)] ?? 0;
    return level * Math.sqrt(3) * (2 * random() - 1);
  });
  const file = encodeWav(samples);
  const header = new DataView(file.buffer);
  header.setUint32(24, RATE, true);
  header.setUint32(28, RATE * 2, true);
  return file;
}

/** From 0 to 1, the same for the same seed (a linear congruential generator with the constants of Numerical Recipes). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
