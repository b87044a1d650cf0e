import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { encodeWav } from '#server/engines/audio/wav.ts';

const run = promisify(execFile);

/** Kept between runs: the content depends only on the name. Starting ffmpeg takes 0.1 s of CPU. */
const CACHE = join(process.env.TEST_AUDIO_FOLDER ?? tmpdir(), 'hearthscribe-test-audio-1');

export const ENCODINGS = {
  'mp3-64k': { extension: 'mp3', args: ['-c:a', 'libmp3lame', '-b:a', '64k'] },
  'mp3-32k': { extension: 'mp3', args: ['-c:a', 'libmp3lame', '-b:a', '32k'] },
  /** Without ID3 and without the Xing header that contains the length. */
  'mp3-vbr-bare': {
    extension: 'mp3',
    args: ['-c:a', 'libmp3lame', '-q:a', '7', '-write_xing', '0', '-id3v2_version', '0'],
  },
  m4a: { extension: 'm4a', args: ['-c:a', 'aac', '-b:a', '64k'] },
  mp4: { extension: 'mp4', args: ['-c:a', 'aac', '-b:a', '64k'] },
  aac: { extension: 'aac', args: ['-c:a', 'aac', '-b:a', '64k', '-f', 'adts'] },
  wav: { extension: 'wav', args: ['-c:a', 'pcm_s16le'] },
  rf64: { extension: 'wav', args: ['-c:a', 'pcm_s16le', '-rf64', 'always'] },
  flac: { extension: 'flac', args: ['-c:a', 'flac'] },
  'ogg-vorbis': { extension: 'ogg', args: ['-c:a', 'libvorbis', '-q:a', '3'] },
  'opus-24k': { extension: 'opus', args: ['-c:a', 'libopus', '-b:a', '24k'] },
  webm: { extension: 'webm', args: ['-c:a', 'libopus', '-b:a', '32k'] },
  /** As MediaRecorder writes it: live clusters without a duration. */
  'webm-live': {
    extension: 'webm',
    args: ['-c:a', 'libopus', '-b:a', '32k', '-live', '1', '-f', 'webm', 'pipe:1'],
  },
  matroska: { extension: 'mkv', args: ['-c:a', 'libopus', '-b:a', '32k'] },
} satisfies Record<string, { extension: string; args: string[] }>;
export type Encoding = keyof typeof ENCODINGS;

export async function ffmpeg(...args: string[]): Promise<Buffer> {
  const options = { encoding: 'buffer' as const, maxBuffer: 1 << 30 };
  const { stdout } = await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], options);
  return stdout;
}

export async function writeAudio(
  folder: string,
  name: string,
  samples: Int16Array,
  encoding: Encoding,
): Promise<string> {
  const { extension, args } = ENCODINGS[encoding];
  const wav = encodeWav(samples);
  const content = createHash('sha256').update(wav).update(args.join(' ')).digest('hex').slice(0, 32);
  const made = await cached(`${content}.${extension}`, async (path) => {
    const source = `${path}.source.wav`;
    await writeFile(source, wav);
    if (args.at(-1) === 'pipe:1') await writeFile(path, await ffmpeg('-i', source, ...args));
    else await ffmpeg('-i', source, ...args, path);
    await rm(source);
  });
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.${extension}`);
  await copyFile(made, path);
  return path;
}

export async function spokenWav(text: string): Promise<Buffer> {
  const { stdout } = await run('espeak-ng', ['--stdout', text], { encoding: 'buffer', maxBuffer: 1 << 28 });
  return stdout;
}

/** By one of espeak-ng's voices, 16,000 samples a second. */
export async function spokenSamples(text: string, voice: string, wordsAMinute = 170): Promise<Int16Array> {
  const name = createHash('sha256').update(`${text} ${voice} ${wordsAMinute}`).digest('hex').slice(0, 32);
  const path = await cached(`${name}.wav`, async (made) => {
    await run('espeak-ng', ['-v', voice, '-s', String(wordsAMinute), '-w', made, text]);
  });
  const bytes = await ffmpeg('-i', path, '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1');
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

async function cached(name: string, make: (temporaryPath: string) => Promise<void>): Promise<string> {
  const path = join(CACHE, name);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const temporaryPath = join(CACHE, `${randomUUID()}-${name}`);
  await make(temporaryPath);
  await rename(temporaryPath, path);
  return path;
}

export const SENTENCES = [
  'You see a door of black oak, and behind it you hear somebody sing.',
  'The dragon lifts its head and asks who dares to wake it.',
  'I would like to search the room for anything that glitters.',
  'Roll for initiative, everyone, because the floor is moving.',
  'We made camp beside the river and told old stories until dawn.',
];

export function tenMinuteMp3(): Promise<string> {
  return cached('ten-minutes.mp3', async (path) => {
    const wav = `${path}.wav`;
    await writeFile(wav, await spokenWav(SENTENCES.join(' ')));
    const format = ['-c:a', 'libmp3lame', '-b:a', '32k', '-ac', '1', '-ar', '16000'];
    await ffmpeg('-stream_loop', '-1', '-i', wav, '-t', '600', ...format, path);
    await rm(wav);
  });
}

export function fourHourMp3(): Promise<string> {
  return cached('four-hours.mp3', async (path) => {
    const list = `${path}.txt`;
    const part = await tenMinuteMp3();
    await writeFile(list, `file '${part}'\n`.repeat(24));
    await ffmpeg('-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', path);
    await rm(list);
  });
}

export function twelveHourNoise(): Promise<string> {
  return cached('twelve-hours-of-noise.mp3', async (path) => {
    const part = `${path}.part.mp3`;
    const noise = 'anoisesrc=color=pink:amplitude=0.2:seed=7:sample_rate=16000:duration=599';
    const format = ['-c:a', 'libmp3lame', '-b:a', '16k', '-ac', '1'];
    await ffmpeg('-f', 'lavfi', '-i', noise, ...format, part);
    const list = `${path}.txt`;
    await writeFile(list, `file '${part}'\n`.repeat(72));
    await ffmpeg('-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', path);
    await rm(list);
    await rm(part);
  });
}
