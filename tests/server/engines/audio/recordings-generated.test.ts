import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AudioError } from '#server/engines/audio/errors.ts';
import { hearFile } from '#server/engines/audio/hear-recording.ts';
import { writeHeard } from '#server/engines/audio/merge-archive.ts';
import { ffmpeg, writeAudio } from '#tests/support/audio.ts';
import { testsEverything } from '#tests/support/everything.ts';
import fc from '#tests/support/property.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { measureAudio } from '#web/flows/upload/measure-audio.ts';

const options = { maxSeconds: 7200, signal: new AbortController().signal };
const texts = ['The bridge is out.', 'We swim.', 'Who is there?'];
/** Opus and AAC pad, and a clock of MP4 counts in frames. */
const TOLERATED = 0.3;

let folder: string;
let voices: { path: string; seconds: number }[];
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-generated-'));
  voices = await Promise.all(
    texts.map(async (text, index) => {
      const { samples } = encodeTones(text);
      return {
        path: await writeAudio(folder, `voice-${index}`, samples, 'wav'),
        seconds: samples.length / 16_000,
      };
    }),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stream = fc.record({
  voice: fc.nat(texts.length - 1),
  startsAt: fc.constantFrom<number>(0, 0, 3, 21),
  channels: fc.constantFrom<string>(
    '',
    'pan=stereo|c0=c0|c1=-1*c0',
    'pan=5.1|LFE=c0',
    'pan=stereo|c1=c0',
    'volume=0',
  ),
});
const aac = ['-c:a', 'aac', '-b:a', '64k', '-movflags', '+faststart'];
const opus = ['-c:a', 'libopus', '-b:a', '48k', '-mapping_family', '255'];
const kinds = {
  mkv: { ending: 'mkv', codec: ['-c:a', 'flac'], most: 3, keepsStarts: true },
  webm: { ending: 'webm', codec: opus, most: 3, keepsStarts: true },
  m4a: { ending: 'm4a', codec: aac, most: 3, keepsStarts: true },
  ogg: { ending: 'ogg', codec: ['-c:a', 'flac'], most: 1, keepsStarts: false },
  wav: { ending: 'wav', codec: ['-c:a', 'pcm_s16le'], most: 1, keepsStarts: false },
};
const container = fc.record({
  kind: fc.constantFrom(...Object.values(kinds)),
  streams: fc.uniqueArray(stream, { minLength: 1, maxLength: 3, selector: ({ voice }) => voice }),
  cutAt: fc.option(fc.double({ min: 0.2, max: 0.98, noNaN: true }), { freq: 2 }),
});

const voice = (number: number) => ({ voice: number, startsAt: 0, channels: '' });

type Container = typeof container extends fc.Arbitrary<infer Value> ? Value : never;

async function write({ kind, streams, cutAt }: Container) {
  count += 1;
  const path = join(folder, `${count}.${kind.ending}`);
  const used = streams.slice(0, kind.most).map((one) => ({
    ...one,
    startsAt: kind.keepsStarts ? one.startsAt : 0,
    // AAC keeps nothing above 120 Hz of a low-frequency channel.
    channels: kind.ending === 'm4a' ? one.channels.replace('LFE', 'BR') : one.channels,
  }));
  // The container's clock begins with its first stream.
  const first = Math.min(...used.map(({ startsAt }) => startsAt));
  const starts = used.map(({ startsAt }) => startsAt - first);
  await ffmpeg(
    ...used.flatMap(({ voice }, index) => [
      '-itsoffset',
      String(starts[index]),
      '-i',
      voices[voice]?.path ?? '',
    ]),
    ...used.flatMap((_, index) => ['-map', `${index}:a`]),
    ...used.flatMap(({ channels }, index) => (channels === '' ? [] : [`-filter:a:${index}`, channels])),
    ...kind.codec,
    path,
  );
  const whole = await readFile(path);
  const bytes = cutAt === null ? whole : whole.subarray(0, Math.floor(whole.length * cutAt));
  if (cutAt !== null) await writeFile(path, bytes);
  const seconds = used.map(({ voice }, index) => (starts[index] ?? 0) + (voices[voice]?.seconds ?? 0));
  const isLoud = used.map(({ channels }) => channels !== 'volume=0');
  return { path, bytes, isLoud, seconds };
}

describe('generated recordings', () => {
  it('[D4] [D2] length, estimate, tracks and account agree, and nothing is lost unsaid', async () => {
    await fc.assert(
      fc.asyncProperty(container, async (given) => {
        const { path, bytes, isLoud, seconds } = await write(given);
        const isWhole = given.cutAt === null;
        const loud = isLoud.filter(Boolean).length;
        const expected = Math.max(...seconds.filter((_, index) => loud === 0 || isLoud[index]));
        const estimate = await measureAudio(new File([bytes], path)).catch(() => null);
        const heard = await hearFile(path, options).catch((error: unknown) => {
          if (!isWhole && error instanceof AudioError) return null;
          throw error;
        });
        if (heard === null) return;
        const { account, voices: kept, durationSeconds } = heard;
        const [part] = account.parts;
        expect(account.length.usedMs).toBe(Math.round(durationSeconds * 1000));
        expect((part?.found ?? 0) - (part?.used ?? 0)).toBe(account.leftOut.length);
        expect(part?.used).toBe(kept.length);
        expect(durationSeconds).toBeLessThan(expected + TOLERATED);
        const promised = account.length.headerMs;
        const isShort =
          promised !== null && promised - durationSeconds * 1000 > 1100 && loud === isLoud.length;
        if (isShort) expect(account.questions.map(({ id }) => id)).toEqual(['shorter']);
        if (!isWhole) return;
        expect(account.questions).toEqual([]);
        expect(Math.abs(durationSeconds - expected)).toBeLessThan(TOLERATED);
        expect(kept).toHaveLength(Math.max(1, loud === 0 ? kept.length : loud));
        if (loud === isLoud.length && estimate?.durationSeconds != null)
          expect(Math.abs(estimate.durationSeconds - durationSeconds)).toBeLessThan(1);
        const work = join(folder, `${count}.work`);
        await mkdir(work);
        const written = await writeHeard(heard, work, options.signal);
        const again = await hearFile(written.path, options);
        expect(Math.abs(again.durationSeconds - durationSeconds)).toBeLessThan(TOLERATED);
        expect(again.voices).toHaveLength(kept.length);
      }),
      {
        numRuns: testsEverything ? 8 : 3,
        examples: [
          [{ kind: kinds.mkv, streams: [voice(0), { ...voice(1), startsAt: 21 }], cutAt: null }],
          [{ kind: kinds.m4a, streams: [voice(0)], cutAt: 0.6 }],
        ],
      },
    );
  });
});
