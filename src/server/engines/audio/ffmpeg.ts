import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { SAMPLE_RATE } from '../speech/port.ts';
import { AudioError, AudioTooLong, AudioUnreadable } from './errors.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { type AudioFormat, sniffAudioFile } from './sniff.ts';

const BYTES_PER_SAMPLE = 2;
/** How long ffmpeg may produce no sample while its output is being read. */
const STALL_LIMIT_MS = 120_000;
/** How much of ffmpeg's messages is kept for the log. */
const KEPT_MESSAGE_CHARACTERS = 2000;
/** Limit for a single allocation, whatever a header requests; the index of a 12-hour film needs less. */
const LARGEST_ALLOCATION = 256 * 1024 * 1024;

export interface DecodeOptions {
  signal?: AbortSignal;
  /** Start, in seconds of the decoded audio. */
  fromSeconds?: number;
  /** Where ffmpeg also writes all of it as MP3, for listening. */
  mp3Path?: string;
  /** Default: `findFfmpeg`. */
  ffmpegPath?: string;
  /** Give up after this many milliseconds without a sample. */
  stallLimitMs?: number;
}

/**
 * Decodes the first audio track of a file to 16,000 samples a second, mono. Memory stays flat: ffmpeg waits while
 * nobody takes. `fromSeconds` decodes from the start and drops, because seeking in VBR MP3 is wrong by minutes.
 *
 * ffmpeg is told the format that `sniffAudioFile` found and may use no other: left to guess, it takes a playlist or a
 * concat script inside an ID3 tag for what to read, and opens the files that it names.
 *
 * @throws UnsupportedAudio
 * @throws AudioUnreadable if not one sample could be decoded, or the decoder stalled
 * @throws DecoderMissing
 */
export async function* decodeAudio(path: string, options: DecodeOptions = {}): AsyncGenerator<Int16Array> {
  options.signal?.throwIfAborted();
  const { format } = await sniffAudioFile(path).catch((error: Error) => {
    throw error instanceof AudioError ? error : new AudioUnreadable(error.message);
  });
  options.signal?.throwIfAborted();
  const decoder = startDecoder(options.ffmpegPath ?? findFfmpeg(), path, format, options.mp3Path);
  const stop = () => decoder.child.kill('SIGKILL');
  options.signal?.addEventListener('abort', stop, { once: true });
  const watchdog = startWatchdog(options.stallLimitMs ?? STALL_LIMIT_MS, stop);
  let bytesToDrop = Math.round((options.fromSeconds ?? 0) * SAMPLE_RATE) * BYTES_PER_SAMPLE;
  let decodedBytes = 0;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const received of decoder.child.stdout!) {
      watchdog.pause();
      let bytes = received as Buffer;
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
  /** Counted from the decoded samples: headers and ffprobe can be wrong. */
  durationSeconds: number;
}

/**
 * Decodes a recording once to measure its true length (D2: the billed length).
 * @throws AudioUnreadable, AudioTooLong (as soon as the limit is passed), DecoderMissing
 */
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

/** ffmpeg's demuxer for each format. None of them opens other files. */
const DEMUXERS: Record<AudioFormat, string> = {
  mp3: 'mp3',
  aac: 'aac',
  m4a: 'mov',
  mp4: 'mov',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  webm: 'matroska',
  matroska: 'matroska',
};

/**
 * One frame is 192 bytes and 24 ms from the first to the last, so that a browser finds any second without reading what is
 * before it. No tag of the recording is copied.
 */
const mp3Output = (path: string) => [
  ...['-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1', '-vn', '-sn', '-dn'],
  ...['-ac', '1', '-ar', '24000', '-c:a', 'libmp3lame', '-b:a', '64k', '-id3v2_version', '0'],
  ...['-f', 'mp3', '-y', `file:${path}`],
];

function startDecoder(ffmpegPath: string, path: string, format: AudioFormat, mp3Path?: string) {
  // "file:" makes sure that a name such as "concat:…" or "-y" is a file name.
  const guards = ['-nostdin', '-v', 'error', '-max_alloc', String(LARGEST_ALLOCATION)];
  const demuxer = DEMUXERS[format];
  const input = [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    demuxer,
    // MP4 files can reference other files.
    ...(demuxer === 'mov' ? ['-enable_drefs', '0'] : []),
    '-f',
    demuxer,
    '-i',
    `file:${path}`,
  ];
  const output = [
    '-map',
    '0:a:0',
    '-vn',
    '-sn',
    '-dn',
    '-ac',
    '1',
    '-ar',
    String(SAMPLE_RATE),
    '-flush_packets',
    '0',
    '-f',
    's16le',
    'pipe:1',
  ];
  const child: ChildProcess = spawn(
    ffmpegPath,
    [...guards, ...input, ...output, ...(mp3Path === undefined ? [] : mp3Output(mp3Path))],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let messages = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    if (messages.length < KEPT_MESSAGE_CHARACTERS) messages += text;
  });
  child.on('error', (error) => {
    messages += error.message;
  });
  const ended = once(child, 'close').catch(() => undefined);
  return { child, ended, messages: () => messages.trim().slice(0, KEPT_MESSAGE_CHARACTERS) };
}

/** Only counts time in which the decoder owes us samples, not the reader's time. */
function startWatchdog(limitMs: number, bite: () => void) {
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
