import { type AudioChunk, SAMPLE_RATE } from '../speech/port.ts';

const SAMPLES_PER_MS = SAMPLE_RATE / 1000;
const FRAME_MS = 30;
const FRAME_SAMPLES = FRAME_MS * SAMPLES_PER_MS;
const HANGOVER_FRAMES = Math.ceil(350 / FRAME_MS);
const EARLIEST_CUT = 0.4;
const FORCED_OVERLAP_MS = 4000;
const QUIETEST_DECIBELS = -96;
const LOUD_DECIBELS = -50;

export interface SplitOptions {
  maxChunkSeconds: number;
}

/** Cuts in the middle of the longest silence after 40 % of the window, or by force with an overlap. */
export async function* splitAudio(
  blocks: AsyncIterable<Int16Array>,
  options: SplitOptions,
): AsyncGenerator<AudioChunk> {
  const windowFrames = Math.max(4, Math.floor((options.maxChunkSeconds * 1000) / FRAME_MS));
  const windowSamples = windowFrames * FRAME_SAMPLES;
  const buffer = new Int16Array(windowSamples);
  let filled = 0;
  let startMs = 0;
  let index = 0;

  for await (const block of blocks) {
    let taken = 0;
    while (taken < block.length) {
      // A recording that just fits stays whole.
      if (filled === windowSamples) {
        const cut = findCut(buffer);
        const endSamples = cut.endFrame * FRAME_SAMPLES;
        const endMs = startMs + cut.endFrame * FRAME_MS;
        yield { index, startMs, endMs, forced: cut.forced, samples: buffer.slice(0, endSamples) };
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
    yield { index, startMs, endMs, forced: false, samples: buffer.slice(0, filled) };
  }
}

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

function findCut(window: Int16Array): Cut {
  const decibels = frameDecibels(window);
  const earliest = Math.ceil(decibels.length * EARLIEST_CUT);
  const silence = longestSilence(decibels, earliest);
  if (silence !== null) {
    const middle = Math.floor((silence.start + silence.end) / 2);
    return { endFrame: middle, nextFrame: middle, forced: false };
  }
  const overlap = Math.min(Math.round(FORCED_OVERLAP_MS / FRAME_MS), Math.floor(decibels.length / 4));
  return { endFrame: decibels.length, nextFrame: decibels.length - overlap, forced: true };
}

function longestSilence(decibels: Float64Array, earliest: number): { start: number; end: number } | null {
  const threshold = speechThreshold(decibels);
  if (threshold === null) return null;
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
