import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hearFile } from '#server/engines/audio/hear-recording.ts';
import { playableType } from '#server/engines/audio/playable.ts';
import { type Encoding, ffmpeg, writeAudio } from '#tests/support/audio.ts';
import { encodeTones } from '#tests/support/tone-code.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-playable-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const { samples } = encodeTones('the bell tower drowned at dawn, and nobody rang.');
const encoded = (encoding: Encoding) => writeAudio(folder, encoding, samples, encoding);
const signal = new AbortController().signal;

async function typeOf(path: string): Promise<string | null> {
  return playableType(path, await hearFile(path, { maxSeconds: 600, signal }));
}

async function joined(name: string, ...paths: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(await Promise.all(paths.map((one) => readFile(one)))));
  return path;
}

async function made(name: string, from: string, ...options: string[]): Promise<string> {
  const path = join(folder, name);
  await ffmpeg('-i', from, ...options, path);
  return path;
}

describe('[R1.7] a recording that a browser plays and seeks by itself', () => {
  it.each([
    ['mp3-64k', 'audio/mpeg'],
    ['m4a', 'audio/mp4; codecs="mp4a.40.2"'],
    ['mp4', 'audio/mp4; codecs="mp4a.40.2"'],
    ['wav', 'audio/wav; codecs=1'],
    ['opus-24k', 'audio/ogg; codecs=opus'],
    ['webm', 'audio/webm; codecs=opus'],
  ] as const)('%s is one: %s', async (encoding, type) => {
    expect(await typeOf(await encoded(encoding))).toBe(type);
  });

  it.each(['mp3-vbr-bare', 'aac', 'rf64', 'flac', 'ogg-vorbis', 'webm-live', 'matroska'] as const)(
    '%s is none: some browser finds no second in it, or the wrong one',
    async (encoding) => {
      expect(await typeOf(await encoded(encoding))).toBeNull();
    },
  );

  it('an MP3 is one only if all its frames are as long, also behind its tag', async () => {
    const [slow, fast] = [await encoded('mp3-32k'), await encoded('mp3-64k')];
    const tagged = await made(
      'tagged.mp3',
      fast,
      '-c:a',
      'copy',
      '-metadata',
      `comment=${'x'.repeat(30_000)}`,
    );
    expect(await typeOf(tagged)).toBe('audio/mpeg');
    const vbr = await made('vbr.mp3', await encoded('wav'), '-c:a', 'libmp3lame', '-q:a', '7');
    expect(await typeOf(vbr)).toBeNull();
    expect(await typeOf(await joined('faster.mp3', slow, slow, slow, fast))).toBeNull();
    const junk = join(folder, 'junk');
    await writeFile(junk, Buffer.alloc(20_000, 'JUNK'));
    expect(await typeOf(await joined('longer.mp3', fast, junk))).toBeNull();
  });

  it('an MP4 in fragments, late sound, a picture that moves and a second stream are none', async () => {
    const [m4a, opus] = [await encoded('m4a'), await encoded('opus-24k')];
    const fragments = ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '500000'];
    expect(await typeOf(await made('fragments.m4a', m4a, ...fragments))).toBeNull();
    const film = ['-f', 'lavfi', '-i', 'color=size=16x16:rate=1', '-shortest', '-c:a', 'copy'];
    expect(await typeOf(await made('film.mp4', m4a, ...film))).toBeNull();
    const two = ['-map', '0:a', '-map', '0:a', '-c', 'copy'];
    expect(await typeOf(await made('two.m4a', m4a, ...two))).toBeNull();
    const late = join(folder, 'late.webm');
    await ffmpeg('-itsoffset', '3', '-i', opus, '-c', 'copy', '-f', 'webm', late);
    expect(await typeOf(late)).toBeNull();
  });

  it('an Ogg of two recordings, and one that is shorter than it promises, are none', async () => {
    const opus = await encoded('opus-24k');
    expect(await typeOf(await joined('chain.opus', opus, opus))).toBeNull();
    const wav = await readFile(await encoded('wav'));
    const half = join(folder, 'half.wav');
    await writeFile(half, wav.subarray(0, wav.length / 2));
    expect(await typeOf(half)).toBeNull();
  });
});
