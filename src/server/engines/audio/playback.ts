import { highestPeak, peakCount } from '#contract/playbacks.ts';
import type { SoundLanes } from '#contract/sound-lanes.ts';
import { SAMPLE_RATE } from '../speech/port.ts';
import { decodeAudio } from './ffmpeg.ts';
import { LoudnessMeter } from './loudness.ts';

const LOUDEST_SAMPLE = 32_768;
/** A newer decoder may count a few samples more or less than the one that measured the recording. */
const TOLERATED_SECONDS = 1;

export interface Sound {
  peaks: number[];
  lanes: SoundLanes;
}

/** Decodes it. @throws an error if less was decoded than measured, for example on a full disk */
export async function measureSound(
  blocks: AsyncIterable<Int16Array>,
  durationSeconds: number,
): Promise<Sound> {
  const samples = Math.max(1, Math.round(durationSeconds * SAMPLE_RATE));
  const peaks = new Array<number>(peakCount).fill(0);
  const endOf = (part: number) => (part === peakCount - 1 ? Infinity : ((part + 1) * samples) / peakCount);
  const meter = new LoudnessMeter();
  let decoded = 0;
  let part = 0;
  for await (const block of blocks) {
    meter.add(block);
    for (const sample of block) {
      while (decoded >= endOf(part)) part += 1;
      const loudness = Math.abs(sample);
      if (loudness > (peaks[part] ?? 0)) peaks[part] = loudness;
      decoded += 1;
    }
  }
  if (decoded < samples - TOLERATED_SECONDS * SAMPLE_RATE)
    throw new Error(`Only ${decoded} of ${samples} samples were decoded.`);
  return {
    peaks: peaks.map((loudness) => Math.round((loudness / LOUDEST_SAMPLE) * highestPeak)),
    lanes: meter.lanes(),
  };
}

/** @param options.tracks how many to mix; default: only the first @throws AudioError, and what `measureSound` throws */
export function writePlayback(
  path: string,
  mp3Path: string,
  options: { durationSeconds: number; tracks?: number; signal: AbortSignal },
): Promise<Sound> {
  const { signal, tracks, durationSeconds } = options;
  const mix = tracks === undefined ? {} : { mix: { tracks, seconds: durationSeconds } };
  return measureSound(decodeAudio(path, { signal, mp3Path, ...mix }), durationSeconds);
}
