import type { SoundMark } from '#contract/sound-lanes.ts';
import { SAMPLE_RATE } from '../speech/port.ts';

const FRAMES_A_SECOND = 50;
const FRAME_SAMPLES = SAMPLE_RATE / FRAMES_A_SECOND;
const QUIETEST_DECIBELS = -100;
const STEPS_A_DECIBEL = 2;

/** “Ha ha ha”: bursts that rise from near silence, four or five a second, alike and even. A syllable of speech is none of it for long. */
const RISE_DECIBELS = 8;
const BURST_FRAMES = { least: 3, most: 9 };
const GAP_FRAMES = { least: 7, most: 16 };
const LEAST_BURSTS = 8;
const LONGEST_LAUGH_SECONDS = 6;
/** Of the mean gap, and of the mean pitch. */
const UNEVEN = { gaps: 0.12, pitch: 0.25 };
const MOST_STEP_DECIBELS = 6;
/** Zero crossings of a sample. More is a rattle. */
const MOST_BREATH = 0.3;
/** What repeats like that is rhythm. */
const RHYTHM = { seconds: 30, laughs: 4 };

/** Many hands: noise without a pitch that begins, stays and ends. A fan does not end. */
const APPLAUSE_SECONDS = { least: 2.5, most: 25 };
/** Zero crossings of a sample: voices are far below. */
const NOISE_CROSSINGS = { least: 0.16, most: 0.45 };
const APPLAUSE_WAVERS = { decibels: 3, crossings: 0.06 };
const ABOVE_BEFORE_DECIBELS = 10;

interface Frames {
  decibels: Float64Array;
  /** Zero crossings of a sample, 0 to 1. */
  crossings: Float64Array;
}

/** Hears laughter and applause, and says nothing of what is not surely either. Keeps 100 bytes a second. */
export class LaughterMeter {
  #levels = new Uint8Array(2 ** 16);
  #crossings = new Uint8Array(2 ** 16);
  #frames = 0;
  #sum = 0;
  #crossed = 0;
  #counted = 0;
  #isAbove = false;

  add(samples: Int16Array): void {
    for (let from = 0; from < samples.length; ) {
      const to = Math.min(samples.length, from + FRAME_SAMPLES - this.#counted);
      let [sum, crossed, isAbove] = [0, 0, this.#isAbove];
      for (let at = from; at < to; at += 1) {
        const sample = samples[at] ?? 0;
        sum += sample * sample;
        if (sample > 0 !== isAbove) {
          isAbove = !isAbove;
          crossed += 1;
        }
      }
      this.#isAbove = isAbove;
      this.#sum += sum;
      this.#crossed += crossed;
      this.#counted += to - from;
      from = to;
      if (this.#counted === FRAME_SAMPLES) this.#endFrame();
    }
  }

  #endFrame(): void {
    if (this.#frames === this.#levels.length) {
      this.#levels = grown(this.#levels);
      this.#crossings = grown(this.#crossings);
    }
    const power = this.#sum / FRAME_SAMPLES / 32_768 ** 2;
    const decibels = power > 0 ? Math.max(QUIETEST_DECIBELS, 10 * Math.log10(power)) : QUIETEST_DECIBELS;
    this.#levels[this.#frames] = Math.round((decibels - QUIETEST_DECIBELS) * STEPS_A_DECIBEL);
    this.#crossings[this.#frames] = Math.min(255, this.#crossed);
    this.#frames += 1;
    [this.#sum, this.#crossed, this.#counted] = [0, 0, 0];
  }

  /** @param leastDecibels what is quieter is not marked */
  marks(leastDecibels: number): SoundMark[] {
    const frames: Frames = {
      decibels: Float64Array.from(
        this.#levels.subarray(0, this.#frames),
        (level) => level / STEPS_A_DECIBEL + QUIETEST_DECIBELS,
      ),
      crossings: Float64Array.from(
        this.#crossings.subarray(0, this.#frames),
        (count) => count / FRAME_SAMPLES,
      ),
    };
    const mark = (kind: SoundMark['kind']) => (from: number, to: number) => ({
      kind,
      startSeconds: from / FRAMES_A_SECOND,
      endSeconds: to / FRAMES_A_SECOND,
    });
    const laughter = laughs(frames, leastDecibels).map(([from, to]) => mark('laughter')(from, to));
    const clapping = applause(frames, leastDecibels).map(([from, to]) => mark('applause')(from, to));
    const isApart = (one: SoundMark) =>
      laughter.every((other) => other.endSeconds <= one.startSeconds || other.startSeconds >= one.endSeconds);
    return [...laughter, ...clapping.filter(isApart)].sort(
      (one, other) => one.startSeconds - other.startSeconds,
    );
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length);
  larger.set(bytes);
  return larger;
}

type Stretch = [from: number, to: number];

function laughs({ decibels, crossings }: Frames, least: number): Stretch[] {
  const found: Stretch[] = [];
  let run: number[] = [];
  const end = () => {
    const [first, last] = [run[0], run.at(-1)];
    const gaps = run.slice(1).map((peak, at) => peak - (run[at] ?? 0));
    const isEven =
      run.length >= LEAST_BURSTS &&
      unevenness(gaps) <= UNEVEN.gaps &&
      unevenness(run.map((peak) => crossings[peak] ?? 0)) <= UNEVEN.pitch;
    if (isEven && first !== undefined && last !== undefined)
      if (last - first <= LONGEST_LAUGH_SECONDS * FRAMES_A_SECOND) found.push([first - 3, last + 6]);
    run = [];
  };
  for (const peak of peaksOf(decibels)) {
    const level = decibels[peak] ?? QUIETEST_DECIBELS;
    const length = burstLength(decibels, peak);
    const isBurst =
      level >= least &&
      length >= BURST_FRAMES.least &&
      length <= BURST_FRAMES.most &&
      (crossings[peak] ?? 1) < MOST_BREATH;
    const last = run.at(-1);
    const gap = peak - (last ?? peak);
    const goesOn =
      last === undefined ||
      (gap >= GAP_FRAMES.least &&
        gap <= GAP_FRAMES.most &&
        Math.abs(level - (decibels[last] ?? 0)) <= MOST_STEP_DECIBELS);
    if (!isBurst || !goesOn) end();
    if (isBurst) run.push(peak);
  }
  end();
  return found.filter(([from]) => {
    const near = found.filter(([other]) => Math.abs(other - from) <= (RHYTHM.seconds * FRAMES_A_SECOND) / 2);
    return near.length < RHYTHM.laughs;
  });
}

/** Frames that stand out from what is before and after them. */
function peaksOf(decibels: Float64Array): number[] {
  const peaks: number[] = [];
  let [rising, high, low] = [false, 0, 0];
  for (const [at, level] of decibels.entries()) {
    if (rising) {
      if (level > (decibels[high] ?? 0)) high = at;
      if (level <= (decibels[high] ?? 0) - RISE_DECIBELS) {
        peaks.push(high);
        [rising, low] = [false, at];
      }
    } else {
      if (level < (decibels[low] ?? 0)) low = at;
      if (level >= (decibels[low] ?? 0) + RISE_DECIBELS) [rising, high] = [true, at];
    }
  }
  return peaks;
}

function burstLength(decibels: Float64Array, peak: number): number {
  const least = (decibels[peak] ?? 0) - 6;
  let [from, to] = [peak, peak];
  while (from > 0 && (decibels[from - 1] ?? QUIETEST_DECIBELS) >= least) from -= 1;
  while ((decibels[to + 1] ?? QUIETEST_DECIBELS) >= least) to += 1;
  return to - from + 1;
}

function applause({ decibels, crossings }: Frames, least: number): Stretch[] {
  const found: Stretch[] = [];
  let from: number | null = null;
  const isNoise = (at: number) =>
    (decibels[at] ?? QUIETEST_DECIBELS) >= least &&
    (crossings[at] ?? 0) >= NOISE_CROSSINGS.least &&
    (crossings[at] ?? 1) <= NOISE_CROSSINGS.most;
  for (let at = 0; at <= decibels.length; at += 1) {
    if (isNoise(at)) from ??= at;
    else if (from !== null) {
      if (isApplause({ decibels, crossings }, from, at)) found.push([from, at]);
      from = null;
    }
  }
  return found;
}

function isApplause({ decibels, crossings }: Frames, from: number, to: number): boolean {
  const seconds = (to - from) / FRAMES_A_SECOND;
  if (seconds < APPLAUSE_SECONDS.least || seconds > APPLAUSE_SECONDS.most) return false;
  const levels = [...decibels.subarray(from, to)];
  const before = decibels.slice(Math.max(0, from - 2 * FRAMES_A_SECOND), Math.max(0, from - 5)).sort();
  const after = decibels.slice(to + 5, to + 2 * FRAMES_A_SECOND).sort();
  // It begins and ends in the recording, above the quieter frames around it.
  if (before.length < FRAMES_A_SECOND || after.length < FRAMES_A_SECOND) return false;
  const around = Math.max(
    before[Math.floor(before.length / 4)] ?? 0,
    after[Math.floor(after.length / 4)] ?? 0,
  );
  return (
    meanOf(levels) - around >= ABOVE_BEFORE_DECIBELS &&
    deviationOf(levels) <= APPLAUSE_WAVERS.decibels &&
    deviationOf([...crossings.subarray(from, to)]) <= APPLAUSE_WAVERS.crossings
  );
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}

const unevenness = (values: readonly number[]): number =>
  deviationOf(values) / Math.max(1e-6, meanOf(values));
