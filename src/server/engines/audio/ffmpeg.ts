import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SAMPLE_RATE } from '../speech/port.ts';
import { AudioError, AudioTooLong, AudioUnreadable } from './errors.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { type AudioFormat, sniffAudioFile } from './sniff.ts';

const BYTES_PER_SAMPLE = 2;
export const STALL_LIMIT_MS = 120_000;
const KEPT_MESSAGE_CHARACTERS = 2000;
const LARGEST_ALLOCATION = 256 * 1024 * 1024;

export interface DecodeOptions {
  signal?: AbortSignal;
  fromSeconds?: number;
  sampleRate?: number;
  track?: number;
  mix?: { tracks: number; seconds: number };
  mp3Path?: string;
  ffmpegPath?: string;
  stallLimitMs?: number;
}

/**
 * ffmpeg waits for the reader, so memory stays flat. `fromSeconds` decodes from the start and drops, because
 * seeking in VBR MP3 is wrong by minutes. ffmpeg may only use the sniffed format: if it guessed, a playlist
 * or concat script inside an ID3 tag could open other files.
 * @throws UnsupportedAudio, DecoderMissing; AudioUnreadable also if the decoder stalls
 */
export async function* decodeAudio(path: string, options: DecodeOptions = {}): AsyncGenerator<Int16Array> {
  options.signal?.throwIfAborted();
  const { format } = await sniffAudioFile(path).catch((error: Error) => {
    throw error instanceof AudioError ? error : new AudioUnreadable(error.message);
  });
  options.signal?.throwIfAborted();
  const { sampleRate = SAMPLE_RATE } = options;
  const decoder = startFfmpeg([...inputOf(path, format), ...decoding(options)], {
    ffmpegPath: options.ffmpegPath,
  });
  const stop = () => decoder.child.kill('SIGKILL');
  options.signal?.addEventListener('abort', stop, { once: true });
  const watchdog = startWatchdog(options.stallLimitMs ?? STALL_LIMIT_MS, stop);
  let bytesToDrop = Math.round((options.fromSeconds ?? 0) * sampleRate) * BYTES_PER_SAMPLE;
  let decodedBytes = 0;
  let rest: Buffer = Buffer.alloc(0);
  try {
    const samples: AsyncIterable<Buffer> = decoder.child.stdout;
    for await (const received of samples) {
      watchdog.pause();
      let bytes = received;
      decodedBytes += bytes.length;
      const dropped = Math.min(bytesToDrop, bytes.length);
      bytesToDrop -= dropped;
      bytes = rest.length > 0 ? Buffer.concat([rest, bytes.subarray(dropped)]) : bytes.subarray(dropped);
      const wholeBytes = bytes.length - (bytes.length % BYTES_PER_SAMPLE);
      rest = bytes.subarray(wholeBytes);
      if (wholeBytes > 0) yield toSamples(bytes.subarray(0, wholeBytes));
      watchdog.resume();
    }
    await decoder.ended;
    options.signal?.throwIfAborted();
    if (watchdog.hasBitten()) throw new AudioUnreadable('The decoder stalled.');
    if (decodedBytes < BYTES_PER_SAMPLE) throw new AudioUnreadable(decoder.messages() || 'No samples.');
  } finally {
    watchdog.end();
    options.signal?.removeEventListener('abort', stop);
    stop();
    await decoder.ended;
  }
}

export interface MeasuredAudio {
  /** Counted from the samples, because headers and ffprobe can be wrong. */
  durationSeconds: number;
}

/** Decodes a recording to measure the length that is billed (D2). @throws AudioError, DecoderMissing */
export async function measureAudio(
  path: string,
  options: DecodeOptions & { maxSeconds?: number; progress?: (decodedSeconds: number) => void } = {},
): Promise<MeasuredAudio> {
  const maxSeconds = options.maxSeconds ?? Number.POSITIVE_INFINITY;
  let samples = 0;
  for await (const block of decodeAudio(path, options)) {
    samples += block.length;
    if (samples > maxSeconds * SAMPLE_RATE) throw new AudioTooLong(maxSeconds);
    options.progress?.(samples / SAMPLE_RATE);
  }
  return { durationSeconds: samples / SAMPLE_RATE };
}

const DEMUXERS: Record<AudioFormat, string> = {
  mp3: 'mp3',
  aac: 'aac',
  m4a: 'mov',
  mp4: 'mov',
  wav: 'wav',
  aiff: 'aiff',
  caf: 'caf',
  asf: 'asf',
  amr: 'amr',
  flac: 'flac',
  ogg: 'ogg',
  webm: 'matroska',
  matroska: 'matroska',
};

/** Constant frames of 192 bytes and 24 ms let browsers seek without an index. Copies no tags. */
const mp3Output = (path: string) => [
  ...WITHOUT_THE_REST,
  ...['-ac', '1', '-ar', '24000', '-c:a', 'libmp3lame', '-b:a', '64k', '-id3v2_version', '0'],
  ...['-f', 'mp3', '-y', `file:${path}`],
];

export const WITHOUT_THE_REST = ['-map_metadata', '-1', '-map_chapters', '-1', '-vn', '-sn', '-dn'];

export function inputOf(path: string, format: AudioFormat): string[] {
  const demuxer = DEMUXERS[format];
  return [
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer],
    // MP4 files can reference other files.
    ...(demuxer === 'mov' ? ['-enable_drefs', '0'] : []),
    // "file:" makes sure that a name such as "concat:…" or "-y" is a file name.
    ...['-f', demuxer, '-i', `file:${path}`],
  ];
}

function decoding({ track = 0, mix, mp3Path, sampleRate = SAMPLE_RATE }: DecodeOptions): string[] {
  const samples = ['-vn', '-sn', '-dn', '-ac', '1', '-ar', String(sampleRate)];
  const output = [...samples, '-flush_packets', '0', '-f', 's16le', 'pipe:1'];
  const listening = (map: string) => (mp3Path === undefined ? [] : ['-map', map, ...mp3Output(mp3Path)]);
  if (mix === undefined) return ['-map', `0:a:${track}`, ...output, ...listening(`0:a:${track}`)];
  const copies = mp3Path === undefined ? '[mixed]' : ',asplit[mixed][heard]';
  return [
    '-filter_complex',
    `${mixing(mix)}${copies}`,
    '-map',
    '[mixed]',
    ...output,
    ...listening('[heard]'),
  ];
}

/** Sums tracks at their own loudness. `apad`, because `amix` makes the others louder when one ends. */
function mixing({ tracks, seconds }: { tracks: number; seconds: number }): string {
  const each = Array.from({ length: tracks }, (_, track) => track);
  const long = each.map(
    (track) => `[0:a:${track}]aformat=sample_rates=48000:channel_layouts=mono,apad[t${track}];`,
  );
  const inputs = each.map((track) => `[t${track}]`).join('');
  const sum = `amix=inputs=${tracks},volume=${tracks},alimiter=limit=0.95:level=disabled`;
  return `${long.join('')}${inputs}${sum},atrim=end=${seconds}`;
}

export function startFfmpeg(
  options: readonly string[],
  {
    ffmpegPath = findFfmpeg(),
    keptCharacters = KEPT_MESSAGE_CHARACTERS,
  }: { ffmpegPath?: string | undefined; keptCharacters?: number } = {},
) {
  const guards = ['-nostdin', '-v', 'error', '-max_alloc', String(LARGEST_ALLOCATION)];
  const child = spawn(ffmpegPath, [...guards, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (messages.length < keptCharacters) messages += text;
  });
  child.on('error', (error) => {
    messages += error.message;
  });
  const ended: Promise<number | null> = once(child, 'close').then(
    ([code]) => code,
    () => null,
  );
  return { child, ended, messages: () => messages.trim().slice(0, keptCharacters) };
}

/** Counts only the time in which ffmpeg owes us samples, not the reader's time. */
export function startWatchdog(limitMs: number, bite: () => void) {
  let bitten = false;
  let timer: NodeJS.Timeout | undefined;
  const resume = () => {
    timer = setTimeout(() => {
      bitten = true;
      bite();
    }, limitMs);
    timer.unref();
  };
  const pause = () => clearTimeout(timer);
  resume();
  return { pause, resume, end: pause, hasBitten: () => bitten };
}

function toSamples(bytes: Buffer): Int16Array {
  const aligned = bytes.byteOffset % BYTES_PER_SAMPLE === 0 ? bytes : Buffer.from(bytes);
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.length / BYTES_PER_SAMPLE);
}
