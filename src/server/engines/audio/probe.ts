import { open } from 'node:fs/promises';
import { AudioUnreadable } from './errors.ts';
import { inputOf, STALL_LIMIT_MS, startFfmpeg, startWatchdog } from './ffmpeg.ts';
import type { AudioFormat } from './sniff.ts';

export interface AudioStream {
  /** Among the audio streams of its file, from 0. */
  index: number;
  title: string | null;
  /** As ffmpeg names it with its profile, such as "aac (LC)". */
  codec: string;
  channels: number;
  /** As ffmpeg names it, such as "5.1(side)". */
  layout: string;
  /** Hertz; null if unknown. */
  sampleRate: number | null;
}

export interface ProbedFile {
  streams: AudioStream[];
  hasVideo: boolean;
  /** As ffmpeg reads its header, of a WAV file no more than its bytes last; null if unknown or only guessed from its size. */
  headerSeconds: number | null;
  /** What should be there; null also if that is more than a recorder would write. */
  promisedSeconds: number | null;
  /** The container's time of its first sample. */
  startSeconds: number;
}

const LONGEST_TITLE = 100;
const WAV_HEAD_BYTES = 16_384;
/** Streams written without seeking back promise 4 GB. */
const LONGEST_PROMISE_SECONDS = 48 * 3600;

/** From what `ffmpeg -i` prints, because ffprobe is not packaged. @throws AudioUnreadable */
export async function probeAudio(
  path: string,
  format: AudioFormat,
  signal: AbortSignal,
): Promise<ProbedFile> {
  signal.throwIfAborted();
  const run = startFfmpeg(['-v', 'info', '-hide_banner', ...inputOf(path, format)], {
    keptCharacters: 200_000,
  });
  const stop = () => run.child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const watchdog = startWatchdog(STALL_LIMIT_MS, stop);
  run.child.stdout.resume();
  await run.ended;
  watchdog.end();
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (watchdog.hasBitten()) throw new AudioUnreadable('Probing stalled.');
  const probed = readProbe(run.messages());
  if (format === 'wav') probed.promisedSeconds = await promisedByWav(path, probed.promisedSeconds);
  if (probed.streams.length === 0) throw new AudioUnreadable(run.messages().slice(0, 2000) || 'No audio.');
  return probed;
}

function readProbe(printed: string): ProbedFile {
  const streams: AudioStream[] = [];
  let hasVideo = false;
  let current: AudioStream | null = null;
  for (const line of printed.split('\n')) {
    const stream = /^\s+Stream #\d+:\d+\S*: (\w+): (.*)$/.exec(line);
    if (stream !== null) {
      const [, kind, about = ''] = stream;
      hasVideo ||= kind === 'Video' && !about.includes('(attached pic)');
      current =
        kind === 'Audio'
          ? {
              index: streams.length,
              title: null,
              codec: codecOf(about),
              sampleRate: rateOf(about),
              ...channelsOf(about),
            }
          : null;
      if (current !== null) streams.push(current);
      continue;
    }
    const [, key, value = ''] = /^\s+(title|handler_name)\s*: (.*)$/i.exec(line) ?? [];
    if (current === null || key === undefined || current.title !== null) continue;
    const isName = key.toLowerCase() === 'title' || !/handler|^gpac|^\s*$|core media|^apple/i.test(value);
    if (isName && value.trim() !== '') current.title = value.trim().slice(0, LONGEST_TITLE);
  }
  const [, hours, minutes, seconds, start] =
    /^\s+Duration: (\d+):(\d+):(\d+\.\d+)(?:, start: (-?\d+\.\d+))?/m.exec(printed) ?? [];
  const stated = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const headerSeconds = stated > 0 && !printed.includes('Estimating duration') ? stated : null;
  return {
    streams,
    hasVideo,
    headerSeconds,
    promisedSeconds: headerSeconds !== null && headerSeconds < LONGEST_PROMISE_SECONDS ? headerSeconds : null,
    startSeconds: Number(start ?? 0) || 0,
  };
}

/** ffmpeg takes what is there for the length of a WAV file; its header says what there should be. */
async function promisedByWav(path: string, otherwise: number | null): Promise<number | null> {
  const file = await open(path, 'r');
  try {
    const head = new DataView(new ArrayBuffer(WAV_HEAD_BYTES));
    const { bytesRead } = await file.read(new Uint8Array(head.buffer), 0, WAV_HEAD_BYTES, 0);
    let bytesPerSecond = 0;
    for (
      let at = 12;
      at + 8 <= bytesRead;
      at += 8 + head.getUint32(at + 4, true) + (head.getUint8(at + 4) & 1)
    ) {
      const name = String.fromCharCode(...[0, 1, 2, 3].map((index) => head.getUint8(at + index)));
      if (name === 'fmt ' && at + 20 <= bytesRead) bytesPerSecond = head.getUint32(at + 16, true);
      const size = head.getUint32(at + 4, true);
      // Recorders that died wrote no size or the largest one.
      if (name === 'data' && bytesPerSecond > 0 && size > 0 && size < 0x7fff_0000)
        return size / bytesPerSecond;
    }
    return otherwise;
  } finally {
    await file.close();
  }
}

const codecOf = (about: string) => /^\w+(?: \((?:LC|HE-AAC|HE-AACv2)\))?/.exec(about)?.[0] ?? '';

function rateOf(about: string): number | null {
  const [, hertz] = /, (\d+) Hz/.exec(about) ?? [];
  return hertz === undefined ? null : Number(hertz);
}

function channelsOf(about: string): { channels: number; layout: string } {
  const layout = / Hz, ([^,]+)/.exec(about)?.[1]?.trim() ?? 'stereo';
  const counted = /^(\d+) channels/.exec(layout)?.[1];
  if (counted !== undefined) return { channels: Number(counted), layout };
  const named: Record<string, number> = {
    mono: 1,
    stereo: 2,
    downmix: 2,
    quad: 4,
    hexagonal: 6,
    octagonal: 8,
  };
  const [, front, low = '0'] = /^(\d+)\.(\d+)/.exec(layout) ?? [];
  return {
    channels: front === undefined ? (named[layout.replace(/\(.*/, '')] ?? 2) : Number(front) + Number(low),
    layout,
  };
}
