import { SAMPLE_RATE } from '../speech/port.ts';
import { AUDIBLE_POWER, ChannelMeter } from './downmix.ts';
import { AudioTooLong, AudioUnreadable } from './errors.ts';
import { inputOf, STALL_LIMIT_MS, startFfmpeg, startWatchdog } from './ffmpeg.ts';
import type { AudioStream } from './probe.ts';
import type { AudioFormat } from './sniff.ts';
import { printedGaps, timelineFilters } from './timeline.ts';

/** For each window of this length we keep how loud the stream was. */
export const WINDOW_SECONDS = 0.05;
const WINDOW_FRAMES = WINDOW_SECONDS * SAMPLE_RATE;
/** Enough for loudness, and costs a quarter. */
const STRIDE = 4;
const MOST_CHANNELS = 16;

export interface Listened {
  /** By the timeline: with silence for gaps. */
  durationSeconds: number;
  gapSeconds: number;
  /** Root mean square of each window, in 16-bit units. */
  loudness: Float32Array;
  isSilent: boolean;
  /** For a mono mix; null: the usual one. */
  weights: number[] | null;
}

/** The one decoding of a stream that measures it. @throws AudioError */
export async function listenTo(
  path: string,
  format: AudioFormat,
  stream: AudioStream,
  options: { originSeconds: number | null; maxSeconds: number; signal: AbortSignal },
): Promise<Listened> {
  const { signal, maxSeconds, originSeconds } = options;
  signal.throwIfAborted();
  const channels = Math.min(MOST_CHANNELS, stream.channels);
  const run = startFfmpeg([
    '-copyts',
    ...inputOf(path, format),
    ...['-map', `0:a:${stream.index}`, '-vn', '-sn', '-dn', '-af', timelineFilters(originSeconds).join(',')],
    ...['-ac', String(channels), '-ar', String(SAMPLE_RATE), '-flush_packets', '0', '-f', 's16le', 'pipe:1'],
  ]);
  const stop = () => run.child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const watchdog = startWatchdog(STALL_LIMIT_MS, stop);
  const meter = new LoudnessMeter(channels);
  const frameBytes = 2 * channels;
  let rest: Buffer = Buffer.alloc(0);
  try {
    const received: AsyncIterable<Buffer> = run.child.stdout;
    for await (const piece of received) {
      watchdog.pause();
      const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
      const whole = bytes.length - (bytes.length % frameBytes);
      meter.add(bytes, whole);
      rest = bytes.subarray(whole);
      if (meter.frames > maxSeconds * SAMPLE_RATE) throw new AudioTooLong(maxSeconds);
      watchdog.resume();
    }
    await run.ended;
    signal.throwIfAborted();
    if (watchdog.hasBitten()) throw new AudioUnreadable('The decoder stalled.');
    if (meter.frames === 0) throw new AudioUnreadable(run.messages() || 'No samples.');
  } finally {
    watchdog.end();
    signal.removeEventListener('abort', stop);
    stop();
    await run.ended;
  }
  const loudness = meter.loudness();
  return {
    durationSeconds: meter.frames / SAMPLE_RATE,
    gapSeconds: printedGaps(run.messages()).reduce((sum, gap) => sum + gap, 0),
    loudness,
    isSilent: !loudness.some((value) => value * value > AUDIBLE_POWER),
    weights: channels > 1 ? meter.channels.weights(stream.layout) : null,
  };
}

class LoudnessMeter {
  readonly channels: ChannelMeter;
  frames = 0;
  readonly #count: number;
  readonly #windows: number[] = [];
  #covariance: Float32Array;
  #inSecond = 0;
  #power = 0;
  #inWindow = 0;

  constructor(count: number) {
    this.#count = count;
    this.channels = new ChannelMeter(count);
    this.#covariance = new Float32Array(count * count);
  }

  /** @param length of whole frames */
  add(bytes: Buffer, length: number): void {
    const count = this.#count;
    const aligned = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(bytes);
    const samples = new Int16Array(aligned.buffer, aligned.byteOffset, length / 2);
    for (let at = 0; at < samples.length; at += count) {
      const frame = this.frames;
      this.frames += 1;
      if (frame % STRIDE === 0) this.#take(samples, at);
      if (this.frames % WINDOW_FRAMES === 0) this.#endWindow();
      if (this.frames % SAMPLE_RATE === 0) this.#endSecond();
    }
  }

  loudness(): Float32Array {
    if (this.#inWindow > 0) this.#endWindow();
    if (this.#inSecond > 0) this.#endSecond();
    return Float32Array.from(this.#windows);
  }

  #take(samples: Int16Array, at: number): void {
    const count = this.#count;
    let loudest = 0;
    for (let first = 0; first < count; first += 1) {
      const value = samples[at + first] ?? 0;
      loudest = Math.max(loudest, value * value);
      if (count === 1) break;
      for (let second = 0; second < count; second += 1) {
        const index = first * count + second;
        this.#covariance[index] = (this.#covariance[index] ?? 0) + value * (samples[at + second] ?? 0);
      }
    }
    this.#power += loudest;
    this.#inWindow += 1;
    this.#inSecond += 1;
  }

  #endWindow(): void {
    this.#windows.push(Math.sqrt(this.#power / Math.max(1, this.#inWindow)));
    this.#power = 0;
    this.#inWindow = 0;
  }

  #endSecond(): void {
    if (this.#count > 1) {
      const inSecond = Math.max(1, this.#inSecond);
      this.channels.add(this.#covariance.map((sum) => sum / inSecond));
      this.#covariance = new Float32Array(this.#count * this.#count);
    }
    this.#inSecond = 0;
  }
}
