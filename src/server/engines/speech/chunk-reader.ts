import { oneAtATime } from '#server/platform/one-at-a-time.ts';
import { decodeAudio } from '../audio/ffmpeg.ts';
import type { ChunkSpan } from './merge.ts';
import { SAMPLE_RATE } from './port.ts';

const SAMPLES_PER_MS = SAMPLE_RATE / 1000;

/** Decoding starts at the first requested chunk, so a resumed job skips finished audio. */
export function openChunkReader(path: string, signal: AbortSignal, track = 0) {
  let blocks: AsyncGenerator<Int16Array> | null = null;
  let held: Int16Array[] = [];
  let heldFrom = 0;
  let heldLength = 0;
  const next = oneAtATime();

  async function seek(start: number): Promise<void> {
    if (blocks === null || start < heldFrom) {
      await blocks?.return(undefined);
      blocks = decodeAudio(path, { signal, track, fromSeconds: start / SAMPLE_RATE });
      held = [];
      heldLength = 0;
      heldFrom = start;
    }
    dropUntil(start);
    while (heldFrom < start && (await pull())) dropUntil(start);
  }

  async function pull(): Promise<boolean> {
    const block = await blocks?.next();
    if (block === undefined || block.done) return false;
    held.push(block.value);
    heldLength += block.value.length;
    return true;
  }

  function dropUntil(start: number): void {
    for (let [first] = held; first !== undefined && heldFrom < start; [first] = held) {
      const drop = Math.min(first.length, start - heldFrom);
      if (drop === first.length) held.shift();
      else held[0] = first.subarray(drop);
      heldFrom += drop;
      heldLength -= drop;
    }
  }

  async function readNow(chunk: ChunkSpan): Promise<Int16Array> {
    const length = (chunk.endMs - chunk.startMs) * SAMPLES_PER_MS;
    await seek(chunk.startMs * SAMPLES_PER_MS);
    while (heldLength < length && (await pull()));
    const samples = new Int16Array(Math.min(length, heldLength));
    let filled = 0;
    for (const block of held) {
      if (filled === samples.length) break;
      const part = block.subarray(0, samples.length - filled);
      samples.set(part, filled);
      filled += part.length;
    }
    return samples;
  }

  return {
    /** Read in order: an earlier chunk restarts decoding. */
    read: (chunk: ChunkSpan) => next(() => readNow(chunk)),
    close: () =>
      next(async () => {
        await blocks?.return(undefined);
        blocks = null;
      }),
  };
}

/** Decoded once, whatever their order. */
export async function readParts(
  path: string,
  parts: readonly { startMs: number; endMs: number }[],
  signal: AbortSignal,
): Promise<Int16Array[]> {
  const read: Int16Array[] = [];
  const inOrder = [...parts.entries()].sort(([, one], [, other]) => one.startMs - other.startMs);
  const reader = openChunkReader(path, signal);
  try {
    for (const [index, { startMs, endMs }] of inOrder)
      read[index] = await reader.read({ index, startMs, endMs, forced: false });
  } finally {
    await reader.close();
  }
  return read;
}
