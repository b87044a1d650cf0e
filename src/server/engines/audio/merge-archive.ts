import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AudioError, AudioTooLong, AudioUnreadable, UnsupportedAudio } from './errors.ts';
import {
  inputOf,
  measureAudio,
  STALL_LIMIT_MS,
  startFfmpeg,
  startWatchdog,
  WITHOUT_THE_REST,
} from './ffmpeg.ts';
import { type AudioFormat, sniffAudioFile } from './sniff.ts';
import { readArchive, unpackTo } from './unpack.ts';

export interface MergedTrack {
  name: string;
  durationSeconds: number;
}

export interface MergedArchive {
  /** Tracks are the audio streams of the file, in this order; parts follow one another in its only stream. */
  kind: 'multitrack' | 'parts' | 'single';
  tracks: MergedTrack[];
  path: string;
}

interface Unpacked extends MergedTrack {
  path: string;
  format: AudioFormat;
}

/** Tracks are stored unchanged side by side, parts are encoded again as one. @throws AudioError */
export async function mergeArchive(
  archivePath: string,
  folder: string,
  options: { maxBytes: number; maxSeconds: number; signal: AbortSignal },
): Promise<MergedArchive> {
  const { signal, maxSeconds } = options;
  const { kind, recordings } = await readArchive(archivePath);
  const bytes = recordings.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
  if (bytes > options.maxBytes)
    throw new UnsupportedAudio('Unpacked, the recordings in this zip are larger than an upload may be.');
  const unpacked: Unpacked[] = [];
  let totalSeconds = 0;
  for (const [index, { name, entry }] of recordings.entries()) {
    const path = join(folder, String(index + 1));
    try {
      await unpackTo(path, archivePath, entry, signal);
      const { format } = await sniffAudioFile(path);
      const { durationSeconds } = await measureAudio(path, { signal, maxSeconds });
      unpacked.push({ name, path, format, durationSeconds });
      totalSeconds += durationSeconds;
    } catch (error) {
      throw ofRecording(error, name);
    }
    if (kind === 'parts' && totalSeconds > maxSeconds) throw new AudioTooLong(maxSeconds);
  }
  const tracks = unpacked.map(({ name, durationSeconds }) => ({ name, durationSeconds }));
  const [first, ...others] = unpacked;
  if (kind === 'parts' && first !== undefined && others.length === 0)
    return { kind: 'single', tracks: [], path: first.path };
  const path = join(folder, 'merged');
  if (kind === 'parts') await writeMatroska(path, unpacked, oneAfterAnother(unpacked.length), signal);
  else await writeTracks(path, unpacked, signal);
  return { kind: kind === 'parts' ? 'parts' : 'multitrack', tracks, path };
}

/** Copies only the given tracks (from 0) of a multi-track recording, unchanged. @throws AudioUnreadable */
export async function copyTracks(
  from: string,
  to: string,
  { tracks, signal }: { tracks: readonly number[]; signal: AbortSignal },
): Promise<void> {
  const maps = tracks.flatMap((track) => ['-map', `0:a:${track}`]);
  await writeMatroska(to, [{ path: from, format: 'matroska' }], [...maps, '-c:a', 'copy'], signal);
}

async function writeTracks(path: string, tracks: Unpacked[], signal: AbortSignal): Promise<void> {
  const beside = tracks.flatMap(({ name }, index) => [
    ...['-map', `${index}:a:0`, `-metadata:s:a:${index}`, `title=${name}`],
  ]);
  try {
    await writeMatroska(path, tracks, [...beside, '-c:a', 'copy'], signal);
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
    await rm(path, { force: true });
    await writeMatroska(path, tracks, [...beside, '-c:a', 'flac'], signal);
  }
}

function oneAfterAnother(parts: number): string[] {
  const each = Array.from({ length: parts }, (_, part) => part);
  const alike = each.map((part) => `[${part}:a:0]aformat=sample_rates=48000:channel_layouts=mono[p${part}];`);
  const joined = `${each.map((part) => `[p${part}]`).join('')}concat=n=${parts}:v=0:a=1[joined]`;
  const opus = ['-c:a', 'libopus', '-b:a', '64k', '-vbr', 'constrained', '-compression_level', '3'];
  return ['-filter_complex', `${alike.join('')}${joined}`, '-map', '[joined]', ...opus];
}

async function writeMatroska(
  path: string,
  inputs: readonly Pick<Unpacked, 'path' | 'format'>[],
  options: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const run = startFfmpeg([
    ...inputs.flatMap((input) => inputOf(input.path, input.format)),
    ...WITHOUT_THE_REST,
    ...options,
    ...['-progress', 'pipe:1', '-nostats', '-f', 'matroska', '-y', `file:${path}`],
  ]);
  const stop = () => run.child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const watchdog = startWatchdog(STALL_LIMIT_MS, stop);
  let written: string | undefined;
  run.child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // ffmpeg also reports progress when it makes none.
    const size = text.match(/total_size=\d+/g)?.at(-1);
    if (size === written) return;
    written = size;
    watchdog.pause();
    watchdog.resume();
  });
  const code = await run.ended;
  watchdog.end();
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (watchdog.hasBitten()) throw new AudioUnreadable('Merging stalled.');
  if (code !== 0) throw new AudioUnreadable(run.messages() || `ffmpeg ended with ${code}.`);
}

function ofRecording(error: unknown, name: string): unknown {
  if (!(error instanceof AudioError) || error.code === 'decoderMissing') return error;
  return new AudioError(error.code, `“${name}” in this zip: ${error.message}`, {
    cause: error.cause ?? error,
  });
}
