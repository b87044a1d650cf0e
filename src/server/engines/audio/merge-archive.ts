import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IntakeAccount } from '#contract/intake-account.ts';
import { togetherWindowSeconds } from '#contract/recorded-together.ts';
import type { Arrangement } from '#contract/recording-archives.ts';
import type { ZipEntry } from '#contract/zip-directory.ts';
import { panFilter } from './downmix.ts';
import { AudioError, AudioUnreadable, UnsupportedAudio } from './errors.ts';
import { inputOf, STALL_LIMIT_MS, startFfmpeg, startWatchdog, WITHOUT_THE_REST } from './ffmpeg.ts';
import { type HeardRecording, hearFiles, type Voice } from './hear-recording.ts';
import { listenTo, WINDOW_SECONDS } from './listen.ts';
import { joinedWindows } from './mixes.ts';
import { probeAudio } from './probe.ts';
import { sniffAudioFile } from './sniff.ts';
import { timelineFilters } from './timeline.ts';
import { readArchive, unpackTo } from './unpack.ts';

interface MergedTrack {
  name: string;
  durationSeconds: number;
}

export interface MergedArchive {
  /** Tracks are the audio streams of the file, in this order; parts follow one another in its only stream. */
  kind: HeardRecording['kind'];
  tracks: MergedTrack[];
  path: string;
  durationSeconds: number;
  account: IntakeAccount;
}

/** Tracks are stored unchanged side by side, parts are encoded again as one. @throws AudioError */
export async function mergeArchive(
  archivePath: string,
  folder: string,
  options: { maxBytes: number; maxSeconds: number; signal: AbortSignal } & Arrangement,
): Promise<MergedArchive> {
  const { signal, maxSeconds } = options;
  const paths = new Map<number, string>();
  const refuseLarger = (entries: readonly ZipEntry[]) => {
    if (entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > options.maxBytes)
      throw new UnsupportedAudio('Unpacked, the recordings in this zip are larger than an upload may be.');
  };
  const unpack = async (entry: ZipEntry): Promise<string> => {
    const path = paths.get(entry.offset) ?? join(folder, String(paths.size + 1));
    if (!paths.has(entry.offset)) await unpackTo(path, archivePath, entry, signal);
    paths.set(entry.offset, path);
    return path;
  };
  const { arrangement, without } = options;
  const archive = await readArchive(archivePath, {
    arrangement,
    without,
    secondsOf: async (entries) => {
      refuseLarger(entries);
      const seconds: (number | null)[] = [];
      for (const entry of entries) seconds.push(await promisedIn(() => unpack(entry), signal));
      return seconds;
    },
    soundOf: async (entries) => {
      const sound: Float32Array[] = [];
      for (const entry of entries) {
        const heard = await soundIn(() => unpack(entry), { maxSeconds, signal });
        if (heard === null) return null;
        sound.push(heard);
      }
      return sound;
    },
  });
  const { recordings } = archive;
  refuseLarger(recordings.map(({ entry }) => entry));
  const sources: { name: string; path: string }[] = [];
  const broken: string[] = [...archive.broken];
  for (const { name, entry } of recordings) {
    try {
      sources.push({ name, path: await unpack(entry) });
    } catch (error) {
      if (!(error instanceof AudioError) || recordings.length === 1) throw error;
      broken.push(name);
    }
  }
  const heard = await hearFiles(sources, {
    kind: archive.kind,
    found: sources.length,
    broken,
    maxSeconds,
    signal,
  });
  return writeHeard(heard, folder, signal);
}

/** By the header; null if it has none, or cannot be read. */
async function promisedIn(unpack: () => Promise<string>, signal: AbortSignal): Promise<number | null> {
  try {
    const path = await unpack();
    const { format } = await sniffAudioFile(path);
    return (await probeAudio(path, format, signal)).promisedSeconds;
  } catch (error) {
    if (error instanceof AudioError) return null;
    throw error;
  }
}

/** Loudness of its first stream, to compare it with other recordings; null if it cannot be read. */
async function soundIn(
  unpack: () => Promise<string>,
  options: { maxSeconds: number; signal: AbortSignal },
): Promise<Float32Array | null> {
  try {
    const path = await unpack();
    const { format } = await sniffAudioFile(path);
    const { streams } = await probeAudio(path, format, options.signal);
    const [first] = streams;
    if (first === undefined) return null;
    const { loudness } = await listenTo(path, format, first, { ...options, originSeconds: null });
    return joinedWindows(loudness, Math.round(togetherWindowSeconds / WINDOW_SECONDS));
  } catch (error) {
    if (error instanceof AudioError) return null;
    throw error;
  }
}

/** One file that any decoder reads as it was heard; the only voice of a file stays where it is. */
export async function writeHeard(
  heard: HeardRecording,
  folder: string,
  signal: AbortSignal,
): Promise<MergedArchive> {
  const { kind, voices, durationSeconds, account } = heard;
  const tracks =
    kind === 'single'
      ? []
      : voices.map(({ name, durationSeconds: seconds }) => ({ name, durationSeconds: seconds }));
  const done = { kind, tracks, durationSeconds, account };
  const [first] = voices;
  if (first !== undefined && isReadableAsItIs(heard)) return { ...done, path: first.path };
  const path = join(folder, 'merged');
  if (kind === 'parts') await writeMatroska(path, voices, oneAfterAnother(voices), signal);
  else await writeTracks(path, voices, signal);
  return { ...done, path };
}

export const isReadableAsItIs = ({ kind, voices: [first] }: HeardRecording): boolean =>
  kind === 'single' && first !== undefined && !first.isUneven && first.stream.index === 0;

/** Copies only the given tracks (from 0) of a multi-track recording, unchanged. @throws AudioUnreadable */
export async function copyTracks(
  from: string,
  to: string,
  { tracks, signal }: { tracks: readonly number[]; signal: AbortSignal },
): Promise<void> {
  const maps = tracks.flatMap((track) => ['-map', `0:a:${track}`]);
  await writeMatroska(to, [{ path: from, format: 'matroska' }], [...maps, '-c:a', 'copy'], signal);
}

async function writeTracks(path: string, voices: readonly Voice[], signal: AbortSignal): Promise<void> {
  const beside = (codec: string) =>
    voices.flatMap((voice, index) => [
      ...['-map', `${index}:a:${voice.stream.index}`, `-metadata:s:a:${index}`, `title=${voice.name}`],
      ...(voice.isUneven
        ? [
            `-filter:a:${index}`,
            evened(voice),
            ...opus.map((option) => option.replace(/^-.*/, `$&:a:${index}`)),
          ]
        : [`-c:a:${index}`, codec]),
    ]);
  try {
    await writeMatroska(path, voices, beside('copy'), signal);
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
    await rm(path, { force: true });
    await writeMatroska(path, voices, beside('flac'), signal);
  }
}

const opus = ['-c', 'libopus', '-b', '64k', '-vbr', 'constrained', '-compression_level', '3'];

/** With silence for gaps, as mono that keeps every voice. */
function evened({ originSeconds, listened: { weights } }: Voice): string {
  const mono = weights === null ? [] : [panFilter(weights)];
  const same = 'aformat=sample_rates=48000:channel_layouts=mono';
  return [...timelineFilters(originSeconds), ...mono, same].join(',');
}

function oneAfterAnother(parts: readonly Voice[]): string[] {
  const alike = parts.map((voice, part) => `[${part}:a:${voice.stream.index}]${evened(voice)}[p${part}];`);
  const joined = `${parts.map((_, part) => `[p${part}]`).join('')}concat=n=${parts.length}:v=0:a=1[joined]`;
  const encoded = opus.map((option) => option.replace(/^-[cb]$/, '$&:a'));
  return ['-filter_complex', `${alike.join('')}${joined}`, '-map', '[joined]', ...encoded];
}

async function writeMatroska(
  path: string,
  inputs: readonly (Pick<Voice, 'path' | 'format'> & Partial<Voice>)[],
  options: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const keepsTimes = inputs.some(({ isUneven }) => isUneven === true) || options.includes('-filter_complex');
  const run = startFfmpeg([
    ...(keepsTimes ? ['-copyts'] : []),
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
