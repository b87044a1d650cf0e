import { type AudioChunk, SAMPLE_RATE, type SpokenTimes } from '../speech/port.ts';

const SAMPLES_PER_MS = SAMPLE_RATE / 1000;
const FRAME_MS = 30;
const FRAME_SAMPLES = FRAME_MS * SAMPLES_PER_MS;
const HANGOVER_FRAMES = Math.ceil(350 / FRAME_MS);
const EARLIEST_CUT = 0.4;
const FORCED_OVERLAP_MS = 4000;
const QUIETEST_DECIBELS = -96;
const LOUD_DECIBELS = -50;

interface SplitOptions {
  maxChunkSeconds: number;
  /** Without it, or if it says null, loudness decides. */
  spokenIn?: ((samples: Int16Array) => Promise<SpokenTimes | null>) | undefined;
}

/** `spoken`: where somebody speaks, relative to the chunk; null: unknown. */
export type SplitChunk = AudioChunk & { spoken: SpokenTimes | null };

/** Cuts in the middle of the longest silence after 40 % of the window, or by force with an overlap. */
export async function* splitAudio(
  blocks: AsyncIterable<Int16Array>,
  options: SplitOptions,
): AsyncGenerator<SplitChunk> {
  const windowFrames = Math.max(4, Math.floor((options.maxChunkSeconds * 1000) / FRAME_MS));
  const windowSamples = windowFrames * FRAME_SAMPLES;
  const buffer = new Int16Array(windowSamples);
  let filled = 0;
  let startMs = 0;
  let index = 0;
  const spokenIn = options.spokenIn ?? (async () => null);

  for await (const block of blocks) {
    let taken = 0;
    while (taken < block.length) {
      // A recording that just fits stays whole.
      if (filled === windowSamples) {
        const spoken = await spokenIn(buffer);
        const cut = findCut(buffer, spoken);
        const endSamples = cut.endFrame * FRAME_SAMPLES;
        const endMs = startMs + cut.endFrame * FRAME_MS;
        const samples = buffer.slice(0, endSamples);
        yield { index, startMs, endMs, forced: cut.forced, samples, spoken: within(spoken, endMs - startMs) };
        buffer.copyWithin(0, cut.nextFrame * FRAME_SAMPLES);
        filled -= cut.nextFrame * FRAME_SAMPLES;
        startMs += cut.nextFrame * FRAME_MS;
        index += 1;
      }
      const part = block.subarray(taken, taken + windowSamples - filled);
      buffer.set(part, filled);
      filled += part.length;
      taken += part.length;
    }
  }
  if (filled > 0) {
    const endMs = startMs + Math.ceil(filled / SAMPLES_PER_MS);
    const samples = buffer.slice(0, filled);
    yield { index, startMs, endMs, forced: false, samples, spoken: await spokenIn(samples) };
  }
}

const within = (spoken: SpokenTimes | null, lengthMs: number): SpokenTimes | null =>
  spoken?.flatMap(([from, until]) => (from < lengthMs ? [[from, Math.min(until, lengthMs)] as const] : [])) ??
  null;

/** Decibels below full scale of each whole 30 ms frame. */
export function frameDecibels(samples: Int16Array): Float64Array {
  const frames = Math.floor(samples.length / FRAME_SAMPLES);
  const decibels = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    const start = frame * FRAME_SAMPLES;
    for (let position = start; position < start + FRAME_SAMPLES; position += 1) {
      const sample = samples[position] ?? 0;
      sum += sample * sample;
    }
    const power = sum / FRAME_SAMPLES / (32_768 * 32_768);
    decibels[frame] = power > 0 ? Math.max(QUIETEST_DECIBELS, 10 * Math.log10(power)) : QUIETEST_DECIBELS;
  }
  return decibels;
}

interface Cut {
  endFrame: number;
  nextFrame: number;
  forced: boolean;
}

function findCut(window: Int16Array, spoken: SpokenTimes | null): Cut {
  const decibels = frameDecibels(window);
  const earliest = Math.ceil(decibels.length * EARLIEST_CUT);
  const unspoken = spoken === null ? null : longestUnder(framesOf(spoken, decibels.length), 0.5, earliest);
  const silence = unspoken ?? longestSilence(decibels, earliest);
  if (silence !== null) {
    const middle = Math.floor((silence.start + silence.end) / 2);
    return { endFrame: middle, nextFrame: middle, forced: false };
  }
  const overlap = Math.min(Math.round(FORCED_OVERLAP_MS / FRAME_MS), Math.floor(decibels.length / 4));
  return { endFrame: decibels.length, nextFrame: decibels.length - overlap, forced: true };
}

function longestSilence(decibels: Float64Array, earliest: number): { start: number; end: number } | null {
  const threshold = speechThreshold(decibels);
  return threshold === null ? null : longestUnder(decibels, threshold, earliest);
}

/** 1 for each frame in which somebody speaks. */
export function framesOf(spoken: SpokenTimes, count: number): Float64Array {
  const frames = new Float64Array(count);
  for (const [from, until] of spoken)
    frames.fill(1, Math.floor(from / FRAME_MS), Math.ceil(until / FRAME_MS));
  return frames;
}

function longestUnder(
  decibels: Float64Array,
  threshold: number,
  earliest: number,
): { start: number; end: number } | null {
  let longest: { start: number; end: number } | null = null;
  let silenceStart = 0;
  for (let frame = 0; frame <= decibels.length; frame += 1) {
    const ends = (decibels[frame] ?? Infinity) > threshold;
    if (!ends) continue;
    const start = Math.max(silenceStart, earliest);
    const isLongEnough = frame - silenceStart > HANGOVER_FRAMES && frame > start;
    if (isLongEnough && (longest === null || frame - start > longest.end - longest.start)) {
      longest = { start, end: frame };
    }
    silenceStart = frame + 1;
  }
  return longest;
}

/** 6 to 15 dB above the noise floor (10th percentile), by the contrast to speech; null without pauses. */
function speechThreshold(decibels: Float64Array): number | null {
  const sorted = decibels.slice().sort();
  const floor = sorted[Math.floor(sorted.length * 0.1)] ?? QUIETEST_DECIBELS;
  const loud = sorted[Math.floor(sorted.length * 0.9)] ?? QUIETEST_DECIBELS;
  if (loud > LOUD_DECIBELS && loud - floor < 6) return null;
  return floor + Math.min(15, Math.max(6, (loud - floor) / 3));
}
