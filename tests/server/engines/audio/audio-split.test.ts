import { describe, expect, it } from 'vitest';
import { splitAudio } from '#server/engines/audio/split.ts';
import type { AudioChunk } from '#server/engines/speech/port.ts';
import { decodeTones, encodeTones } from '#tests/support/tone-code.ts';

const RATE = 16_000;

async function* inBlocks(samples: Int16Array, blockLength: number): AsyncGenerator<Int16Array> {
  for (let offset = 0; offset < samples.length; offset += blockLength) {
    yield samples.slice(offset, offset + blockLength);
  }
}

async function split(
  samples: Int16Array,
  maxChunkSeconds: number,
  blockLength = 4000,
): Promise<AudioChunk[]> {
  const chunks: AudioChunk[] = [];
  for await (const chunk of splitAudio(inBlocks(samples, blockLength), { maxChunkSeconds }))
    chunks.push(chunk);
  return chunks;
}

function noise(seconds: number, loud: [from: number, to: number][]): Int16Array {
  let state = 1;
  return Int16Array.from({ length: seconds * RATE }, (_, index) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const at = index / RATE;
    const amplitude = loud.some(([from, to]) => at >= from && at < to) ? 8000 : 20;
    return Math.round((state / 2_147_483_648 - 0.5) * amplitude);
  });
}

describe('splitting a recording into chunks', () => {
  it('cuts in the middle of the longest silence after 40 % of the window, without overlap', async () => {
    const samples = noise(16, [
      [0, 1],
      [3, 6],
      [6.6, 7.5],
      [8.5, 16],
    ]);
    const [first, second] = await split(samples, 10);
    expect(first).toMatchObject({ index: 0, startMs: 0, forced: false });
    expect(first!.endMs).toBeGreaterThan(7800);
    expect(first!.endMs).toBeLessThan(8200);
    expect(second!.startMs).toBe(first!.endMs);
  });

  it('cuts by force without silence, and both sides contain the overlap', async () => {
    const chunks = await split(noise(25, [[0, 25]]), 10);
    expect(chunks[0]).toMatchObject({ forced: true, startMs: 0 });
    expect(chunks[0]!.endMs - chunks[1]!.startMs).toBeGreaterThan(2000);
    expect(chunks[0]!.endMs - chunks[1]!.startMs).toBeLessThanOrEqual(4000);
    expect(chunks.at(-1)).toMatchObject({ forced: false, endMs: 25_000 });
  });

  it('returns the same chunks however the samples arrive, and loses none', async () => {
    const { samples } = encodeTones('The ogre sleeps. The party tiptoes past it, one by one, to the vault.');
    const [small, large] = await Promise.all([split(samples, 6, 777), split(samples, 6, 1_000_000)]);
    const outline = (chunks: AudioChunk[]) => chunks.map(({ samples: own, ...rest }) => [rest, own.length]);
    expect(outline(small)).toEqual(outline(large));
    let heardTo = 0;
    for (const chunk of small) {
      expect(chunk.startMs).toBeLessThanOrEqual(heardTo);
      const start = chunk.startMs * 16;
      const own = samples.slice(start, start + chunk.samples.length);
      expect(Buffer.from(own.buffer).equals(Buffer.from(chunk.samples.buffer))).toBe(true);
      expect(chunk.samples.length).toBeLessThanOrEqual(6 * RATE);
      heardTo = chunk.endMs;
    }
    expect(heardTo).toBe(Math.ceil(samples.length / 16));
  });

  it('keeps a recording that just fits in one piece', async () => {
    expect(await split(noise(10, [[0, 10]]).slice(0, 9.99 * RATE), 10)).toHaveLength(1);
    expect(await split(new Int16Array(0), 10)).toHaveLength(0);
  });
});

describe('the tone code of the tests', () => {
  it('is decoded as encoded, in any script, with times within 20 ms', () => {
    const { samples, words } = encodeTones('The dragon Kharvyndûr asks: “who dares?” 竜');
    const heard = decodeTones(samples);
    expect(heard.map((word) => word.text)).toEqual(words.map((word) => word.text));
    for (const [index, word] of heard.entries()) {
      expect(Math.abs(word.startMs - words[index]!.startMs)).toBeLessThanOrEqual(20);
      expect(Math.abs(word.endMs - words[index]!.endMs)).toBeLessThanOrEqual(20);
    }
  });
});
