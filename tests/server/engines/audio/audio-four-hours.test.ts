import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeAudio, measureAudio } from '#server/engines/audio/ffmpeg.ts';
import { sniffAudioFile } from '#server/engines/audio/sniff.ts';
import { splitAudio } from '#server/engines/audio/split.ts';
import { fourHourMp3 } from '#tests/support/audio.ts';
import { decodeWithSystem } from '#tests/support/system-decoder.ts';

decodeWithSystem();

const FOUR_HOURS = 4 * 3600;
const MEGABYTE = 1024 * 1024;

async function residentBytes(): Promise<number | null> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => null);
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status ?? '')?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

describe('a four-hour recording', () => {
  let path: string;
  beforeAll(async () => {
    path = await fourHourMp3();
  });

  it('[D2] is measured to the second, decoded and cut with flat memory', {
    tags: ['everything'],
  }, async () => {
    expect((await sniffAudioFile(path)).format).toBe('mp3');
    const samplesOfMemory: number[] = [];
    let decoded = 0;
    let chunks = 0;
    let chunkSeconds = 0;
    async function* watched() {
      for await (const block of decodeAudio(path)) {
        decoded += block.length;
        yield block;
      }
    }
    for await (const chunk of splitAudio(watched(), { maxChunkSeconds: 60 })) {
      chunks += 1;
      chunkSeconds = Math.max(chunkSeconds, chunk.samples.length / 16_000);
      const bytes = await residentBytes();
      if (bytes !== null) samplesOfMemory.push(bytes);
    }
    // 24 parts, each with the few milliseconds that an MP3 encoder adds.
    expect(Math.abs(decoded / 16_000 - FOUR_HOURS)).toBeLessThan(2);
    expect(chunks).toBeGreaterThan(240);
    expect(chunkSeconds).toBeLessThanOrEqual(60);
    const early = Math.max(...samplesOfMemory.slice(0, samplesOfMemory.length / 4), 0);
    const late = Math.max(...samplesOfMemory, 0);
    expect(late - early).toBeLessThan(80 * MEGABYTE);
  });

  it('[D2] is rejected beyond the limit before all of it is decoded', async () => {
    let decoded = 0;
    const measuring = measureAudio(path, { maxSeconds: 600, progress: (seconds) => (decoded = seconds) });
    await expect(measuring).rejects.toMatchObject({ code: 'audioTooLong' });
    expect(decoded).toBeLessThanOrEqual(600);
  });
});
