/** Seconds of sound behind each value of a loudness. */
export const togetherWindowSeconds = 0.25;
/** Turns of speech are shorter: shifted by more, recordings made together have nothing to do with each other. */
const LEAST_SHIFT_WINDOWS = Math.round(15 / togetherWindowSeconds);
const SHIFTS = 96;
/** Standard deviations that chance does not reach. */
const SURELY_TOGETHER = 5;
const SURELY_APART = 2.5;
/** Below this spread of chance, and in so many windows, quiet bleed or turns would have been seen. */
const ENOUGH_SPREAD = 0.05;
const ENOUGH_WINDOWS = Math.round(600 / togetherWindowSeconds);
/** Whole tables talk at least so much of the time, one person at most. */
const TALK_OF_A_TABLE = 0.5;
const LEAST_TALK = 0.02;
/** 16-bit units; below is silence. */
const AUDIBLE = 30;

/**
 * Whether recordings were made together, by their sound alone. At the same time the loudness of microphones goes together
 * (they hear each other) or alternates (people take turns), which it does at no other shift; parts of an evening each have a whole table, and nothing in common.
 * @param recordings root mean square of each window of `togetherWindowSeconds`, in 16-bit units, from the beginning
 * @returns null where the sound does not say, as of few minutes or of music
 */
export function kindBySound(recordings: readonly Float32Array[]): 'tracks' | 'parts' | null {
  const heard = recordings.map(activity).filter(({ share }) => share >= LEAST_TALK);
  if (heard.length < 2) return null;
  const length = Math.min(...heard.map(({ active }) => active.length));
  if (length < 4 * LEAST_SHIFT_WINDOWS) return null;
  const talks = heard.map(({ active }) => active.subarray(0, length));
  const atSameTime = likeness(talks, 0);
  const room = length - 2 * LEAST_SHIFT_WINDOWS;
  const byChance = Array.from({ length: SHIFTS }, (_, at) =>
    likeness(talks, LEAST_SHIFT_WINDOWS + Math.floor((at * room) / SHIFTS)),
  );
  const mean = byChance.reduce((sum, value) => sum + value, 0) / SHIFTS;
  const spread = Math.sqrt(byChance.reduce((sum, value) => sum + (value - mean) ** 2, 0) / SHIFTS);
  if (spread === 0) return null;
  const deviation = Math.abs(atSameTime - mean) / spread;
  if (deviation >= SURELY_TOGETHER) return 'tracks';
  const areTables = length >= ENOUGH_WINDOWS && heard.every(({ share }) => share >= TALK_OF_A_TABLE);
  return areTables && deviation <= SURELY_APART && spread <= ENOUGH_SPREAD ? 'parts' : null;
}

/** 1 where somebody speaks: nearer, on the scale of decibels, to the loud of this recording than to its quiet. */
function activity(loudness: Float32Array): { active: Float32Array; share: number } {
  const levels = loudness.map((value) => Math.log(Math.max(AUDIBLE, value)));
  const sorted = levels.toSorted();
  const [quiet, loud] = [0.05, 0.98].map((share) => sorted[Math.floor(share * sorted.length)] ?? 0);
  const least = Math.max(Math.log(2 * AUDIBLE), ((quiet ?? 0) + (loud ?? 0)) / 2);
  const active = levels.map((value) => (value >= least ? 1 : 0));
  return { active, share: active.reduce((sum, value) => sum + value, 0) / Math.max(1, active.length) };
}

/** The mean correlation of all pairs, the later one of a pair shifted round by its place times so many windows. */
function likeness(talks: readonly Float32Array[], shift: number): number {
  let sum = 0;
  let pairs = 0;
  for (const [first, one] of talks.entries())
    for (const [second, other] of talks.entries()) {
      if (second <= first) continue;
      sum += correlation(one, other, (shift * (second - first)) % one.length);
      pairs += 1;
    }
  return sum / pairs;
}

function correlation(one: Float32Array, other: Float32Array, shift: number): number {
  const length = one.length;
  let [ofOne, ofOther, both] = [0, 0, 0];
  for (let at = 0; at < length; at += 1) {
    const a = one[at] ?? 0;
    const b = other[(at + shift) % length] ?? 0;
    ofOne += a;
    ofOther += b;
    both += a * b;
  }
  const [a, b] = [ofOne / length, ofOther / length];
  const spread = Math.sqrt(a * (1 - a) * b * (1 - b));
  return spread === 0 ? 0 : (both / length - a * b) / spread;
}
