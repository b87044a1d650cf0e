import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AudioError } from '#server/engines/audio/errors.ts';
import { decodeAudio, measureAudio } from '#server/engines/audio/ffmpeg.ts';
import { mergeArchive } from '#server/engines/audio/merge-archive.ts';
import { writePlayback } from '#server/engines/audio/playback.ts';
import { readArchive } from '#server/engines/audio/unpack.ts';
import { craigFiles, craigZip, toned, trackOf } from '#tests/support/evening-tracks.ts';
import { oneOf } from '#tests/support/everything.ts';
import { decodeWithSystem } from '#tests/support/system-decoder.ts';
import { decodeTones } from '#tests/support/tone-code.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-archives-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const limits = { maxBytes: 50 * 1024 ** 2, maxSeconds: 300, signal: new AbortController().signal };
let count = 0;

async function stored(bytes: Uint8Array) {
  count += 1;
  const path = join(folder, `${count}.zip`);
  const work = join(folder, `${count}.work`);
  await mkdir(work);
  await writeFile(path, bytes);
  return { path, work };
}

async function merge(bytes: Uint8Array, given: Partial<typeof limits> = {}) {
  const { path, work } = await stored(bytes);
  return { ...(await mergeArchive(path, work, { ...limits, ...given })), work };
}

async function decoded(path: string, track: number) {
  const blocks: Int16Array[] = [];
  for await (const block of decodeAudio(path, { track })) blocks.push(block);
  const samples = new Int16Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  const text = decodeTones(samples)
    .map((word) => word.text)
    .join(' ');
  return { text, seconds: samples.length / 16_000 };
}

const heard = async (path: string, track: number) => (await decoded(path, track)).text;

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AudioError ? `${error.code}: ${error.message}` : String(error)),
  );

describe('a zip of tracks', () => {
  decodeWithSystem();

  it.each(oneOf(['flac', 'm4a', 'aac', 'wav', 'ogg-vorbis', 'opus-24k', 'mp3-64k'] as const))(
    '[D4] in %s becomes one file with a stream each, named by number from info.txt',
    async (encoding) => {
      const { kind, tracks, path } = await merge(await craigZip(folder, encoding));
      expect([kind, tracks.map(({ name }) => name)]).toEqual(['multitrack', ['Mira', 'Jonas']]);
      const texts = ['Ash fell on the inn. A red glow, no moon.', 'Brin ran up the hill.'];
      for (const [voice, expected] of texts.entries()) {
        const { text, seconds } = await decoded(path, voice);
        expect(text).toBe(expected);
        expect(Math.abs(seconds - tracks[voice]!.durationSeconds)).toBeLessThan(0.15);
        expect(Math.abs(seconds - trackOf(voice).length / 16_000)).toBeLessThan(0.15);
      }
    },
  );

  it('[R1.7] is played as the mix of all tracks, as long as the longest', async () => {
    const { path, tracks } = await merge(await craigZip(folder));
    const durationSeconds = Math.max(...tracks.map((track) => track.durationSeconds));
    const mp3Path = join(folder, 'mix.mp3');
    const { peaks } = await writePlayback(path, mp3Path, {
      durationSeconds,
      tracks: tracks.length,
      signal: limits.signal,
    });
    const played = await measureAudio(mp3Path);
    expect(Math.abs(played.durationSeconds - durationSeconds)).toBeLessThan(0.15);
    const between = (from: number, until: number) => {
      const at = (seconds: number) => Math.round((seconds / durationSeconds) * peaks.length);
      return Math.max(...peaks.slice(at(from), at(until)));
    };
    const alone = between(1, 5);
    expect(alone).toBeGreaterThan(20);
    expect(Math.abs(between(15, 19) - alone)).toBeLessThan(3);
    expect(Math.abs(between(25, 28) - alone)).toBeLessThan(3);
    expect(between(21, 23)).toBeLessThan(3);
  });

  it('uses file names without info.txt; a single speaker is one track', async () => {
    const { 'info.txt': list, ...files } = await craigFiles(folder);
    expect((await merge(zipSync(files))).tracks.map(({ name }) => name)).toEqual(['the_first', 'the_second']);
    const alone = { 'info.txt': list!, '2-b.flac': files['2-the_second.flac']! };
    expect(await merge(zipSync(alone))).toMatchObject({ kind: 'multitrack', tracks: [{ name: 'Jonas' }] });
  });
});

describe('a zip of parts', () => {
  decodeWithSystem();

  it('[D4] becomes one stream in natural order, whatever their codecs', async () => {
    const part = (text: string, encoding: Parameters<typeof toned>[2]) => toned(folder, text, encoding);
    const { kind, tracks, path } = await merge(
      zipSync({
        'evening/part 10.mp3': await part('Who lit it?', 'mp3-64k'),
        'evening/part 2.m4a': await part('Roll a die.', 'm4a'),
        'evening/part 1.wav': await part('Ash fell.', 'wav'),
      }),
    );
    expect(kind).toBe('parts');
    expect(tracks.map(({ name }) => name)).toEqual(['part 1.wav', 'part 2.m4a', 'part 10.mp3']);
    expect(await heard(path, 0)).toBe('Ash fell. Roll a die. Who lit it?');
    const { durationSeconds } = await measureAudio(path);
    const sum = tracks.reduce((total, track) => total + track.durationSeconds, 0);
    expect(Math.abs(durationSeconds - sum)).toBeLessThan(0.15);
  });

  it('is not a zip of tracks if names differ only by number', async () => {
    const wav = await toned(folder, 'Ash fell.', 'wav');
    expect((await merge(zipSync({ '1-part.wav': wav, '2-part.wav': wav }))).kind).toBe('parts');
  });

  it('with a single recording is that recording, unchanged', async () => {
    const wav = await toned(folder, 'Ash fell.', 'wav');
    const { kind, tracks, path } = await merge(zipSync({ 'a.wav': wav, 'cover.png': new Uint8Array(9) }));
    expect([kind, tracks]).toEqual(['single', []]);
    expect(await heard(path, 0)).toBe('Ash fell.');
  });
});

describe('rejects an unusable zip with the reason', () => {
  const wav = () => toned(folder, 'Ash fell.', 'wav');
  const zipped = async (files: Zippable) => zipSync(files);
  const inDirectory = (bytes: Uint8Array) =>
    Buffer.from(bytes).lastIndexOf('PK\x01\x02', undefined, 'latin1');

  it.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ['an empty one', () => zipped({}), /^unsupportedAudio: .*no recording/],
    ['texts', () => zipped({ 'a.txt': strToU8('a') }), /^unsupportedAudio: .*no recording/],
    ['a zip in a zip', async () => zipped({ 'a.zip': await craigZip(folder) }), /no recording/],
    [
      'a picture called MP3',
      () => zipped({ 'a.mp3': strToU8('\x89PNG') }),
      /^unsupportedAudio: “a.mp3” in this zip/,
    ],
    [
      'half a zip',
      async () => (await zipped({ 'a.wav': await wav() })).subarray(0, 9000),
      /could not read this zip/,
    ],
    [
      'a password',
      async () => {
        const bytes = await zipped({ 'a.wav': await wav() });
        bytes[inDirectory(bytes) + 8]! |= 1;
        return bytes;
      },
      /password/,
    ],
    [
      'more files than anybody has',
      () =>
        zipped(Object.fromEntries(Array.from({ length: 4001 }, (_, n) => [`${n}.txt`, new Uint8Array()]))),
      /too many files/,
    ],
    [
      'more recordings than a table has seats',
      () => zipped(Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`${n}.mp3`, strToU8('a')]))),
      /more than 64/,
    ],
    [
      'a bomb',
      () => zipped({ 'a.wav': new Uint8Array(60 * 1024 ** 2) }),
      /^unsupportedAudio: “a.wav” in this zip/,
    ],
    [
      'a bomb that begins like a recording',
      async () => {
        const bytes = new Uint8Array(60 * 1024 ** 2);
        bytes.set((await wav()).subarray(0, 44));
        return zipped({ 'a.wav': bytes });
      },
      /^unsupportedAudio: Unpacked/,
    ],
    [
      'a bomb that announces less',
      async () => {
        const bytes = await zipped({ 'a.wav': new Uint8Array(60 * 1024 ** 2) });
        new DataView(bytes.buffer, bytes.byteOffset).setUint32(inDirectory(bytes) + 24, 1000, true);
        return bytes;
      },
      /^unsupportedAudio: “a.wav” in this zip/,
    ],
    [
      'bytes that do not unpack',
      async () => {
        const bytes = await zipped({ 'a.wav': await wav() });
        bytes.fill(0xff, 40, 200);
        return bytes;
      },
      /^unsupportedAudio: “a.wav” in this zip/,
    ],
    [
      'a place beyond its end',
      async () => {
        const bytes = await zipped({ 'a.wav': await wav() });
        new DataView(bytes.buffer, bytes.byteOffset).setUint32(inDirectory(bytes) + 42, 0xffff_fff0, true);
        return bytes;
      },
      /could not read this zip/,
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await reasonOf(merge(await bytes()))).toMatch(reason);
  });

  it('parts that are too long together', async () => {
    const part = await wav();
    const bytes = zipSync({ 'part 1.wav': part, 'part 2.wav': part });
    expect(await reasonOf(merge(bytes, { maxSeconds: 4 }))).toMatch(/^audioTooLong/);
    expect((await merge(zipSync({ 'a.wav': part }), { maxSeconds: 4 })).kind).toBe('single');
  });

  it('ignores paths that lead elsewhere', async () => {
    const names = ['../../outside.wav', '/tmp/absolute.wav', 'C:\\windows\\a.wav'];
    const part = await wav();
    const { work } = await merge(zipSync(Object.fromEntries(names.map((name) => [name, part]))));
    expect((await readdir(work)).sort()).toEqual(['1', '2', '3', 'merged']);
  });

  it('damaged bytes anywhere are rejected or still decode', async () => {
    const whole = zipSync({ 'info.txt': strToU8('Tracks:\n\tA\n'), '1-a.wav': strToU8('RIFF') });
    for (let at = 0; at < whole.length; at += 1) {
      const bytes = whole.slice();
      bytes[at]! ^= 0xff;
      const { path } = await stored(bytes);
      expect(await reasonOf(readArchive(path))).toMatch(/^(accepted|unsupportedAudio|audioUnreadable)/);
    }
  });
});
