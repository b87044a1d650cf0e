import { WINDOW_SECONDS } from './listen.ts';

/** -50 dB below full scale. */
const ACTIVE = 104;
/** Encoders shift sound by less. */
const SMOOTHED_WINDOWS = Math.round(0.2 / WINDOW_SECONDS);
const SAME = 0.995;
const ALIKE = 0.98;
const MIXED = 0.9;
const MIXED_AND_NAMED_SO = 0.7;
const MOST_OF_ITS_OWN = 0.02;
const MOST_MISSING = 0.05;

const mixName = /\b(mix|mixdown|master|lr|all|everyone|sum|stereo)\b/i;

export interface Heard {
  name: string;
  loudness: Float32Array;
}

/** The index of the mix of all others; null without one. Its loudness follows theirs, and it has nothing else. */
export function findMix(heard: readonly Heard[]): number | null {
  if (heard.length < 3) return null;
  const loudness = heard.map((one) => joinedWindows(one.loudness, SMOOTHED_WINDOWS));
  const found = loudness.flatMap((mix, index) => {
    const others = loudness.filter((_, other) => other !== index);
    const isDifferent = others.filter((other) => correlation(mix, other) < ALIKE).length >= 2;
    const likeness = isDifferent ? correlation(mix, sumOf(levelled(mix, others))) : 0;
    const name = (heard[index]?.name ?? '').replaceAll('_', ' ');
    const isLike = likeness >= (mixName.test(name) ? MIXED_AND_NAMED_SO : MIXED);
    return isLike && hasNothingElse(mix, others) ? [{ index, likeness }] : [];
  });
  const [best] = found.sort((first, second) => second.likeness - first.likeness);
  return best?.index ?? null;
}

/** Indexes of streams that repeat an earlier one. */
export function findRepeats(heard: readonly Heard[]): number[] {
  const loudness = heard.map((one) => joinedWindows(one.loudness, SMOOTHED_WINDOWS));
  return loudness.flatMap((one, index) =>
    loudness.slice(0, index).some((earlier) => correlation(one, earlier) > SAME) ? [index] : [],
  );
}

/** Root mean square of so many windows each. */
export function joinedWindows(loudness: Float32Array, windows: number): Float32Array {
  const length = Math.ceil(loudness.length / windows);
  return Float32Array.from({ length }, (_, at) => {
    const part = loudness.subarray(at * windows, (at + 1) * windows);
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
  });
}

function sumOf(all: readonly Float32Array[]): Float32Array {
  const length = Math.max(...all.map((one) => one.length));
  return Float32Array.from({ length }, (_, at) => Math.hypot(...all.map((one) => one[at] ?? 0)));
}

/** At their loudness in the mix, as heard where only one of them is active. */
function levelled(mix: Float32Array, others: readonly Float32Array[]): Float32Array[] {
  return others.map((one) => {
    let alone = 0;
    let mixed = 0;
    for (const [at, value] of one.entries()) {
      const isAlone = value >= ACTIVE && others.every((other) => other === one || (other[at] ?? 0) < ACTIVE);
      if (!isAlone) continue;
      alone += value;
      mixed += mix[at] ?? 0;
    }
    const gain = alone > 0 ? mixed / alone : 1;
    return one.map((value) => value * gain);
  });
}

function hasNothingElse(mix: Float32Array, others: readonly Float32Array[]): boolean {
  const sum = sumOf(others);
  if (shareWithout(mix, sum) > MOST_OF_ITS_OWN) return false;
  return others.every((other) => shareWithout(other, mix) < MOST_MISSING);
}

/** The share of the energy of `one` at times when `other` is silent, with a window to each side. */
function shareWithout(one: Float32Array, other: Float32Array): number {
  let all = 0;
  let without = 0;
  for (const [at, value] of one.entries()) {
    if (value < ACTIVE) continue;
    const power = value * value;
    all += power;
    if (Math.max(other[at - 1] ?? 0, other[at] ?? 0, other[at + 1] ?? 0) < ACTIVE) without += power;
  }
  return all === 0 ? 0 : without / all;
}

function correlation(one: Float32Array, other: Float32Array): number {
  const length = Math.max(one.length, other.length);
  if (length === 0) return 0;
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / length;
  const [ofOne, ofOther] = [mean(one), mean(other)];
  let both = 0;
  let first = 0;
  let second = 0;
  for (let at = 0; at < length; at += 1) {
    const a = (one[at] ?? 0) - ofOne;
    const b = (other[at] ?? 0) - ofOther;
    both += a * b;
    first += a * a;
    second += b * b;
  }
  return first === 0 || second === 0 ? 0 : both / Math.sqrt(first * second);
}
