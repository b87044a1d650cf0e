import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AudioUnreadable } from './errors.ts';
import { type DecodeOptions, decodeAudio } from './ffmpeg.ts';
import { findFfmpeg } from './find-ffmpeg.ts';

const SAMPLE_RATE = 24_000;
/** Engines cut off the first and last sounds of a line. */
const MARGIN_MS = 250;

type Span = readonly [number, number];

export function silencedSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [start, end] of [...spans].sort(([one], [other]) => one - other)) {
    const [from, to] = [Math.max(0, start - MARGIN_MS), end + MARGIN_MS];
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Writes lossless FLAC (24 kHz, mono) with `spans` (from `silencedSpans`) set to zero. @throws AudioError */
export async function writeSilenced(
  path: string,
  flacPath: string,
  { spans, mix, signal }: { spans: readonly Span[]; mix?: DecodeOptions['mix'] | null; signal: AbortSignal },
): Promise<void> {
  const encoder = spawn(
    findFfmpeg(),
    [
      ...['-nostdin', '-v', 'error', '-f', 's16le', '-ac', '1', '-ar', String(SAMPLE_RATE), '-i', 'pipe:0'],
      ...['-map_metadata', '-1', '-c:a', 'flac', '-f', 'flac', '-y', `file:${flacPath}`],
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let messages = '';
  encoder.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text;
  });
  encoder.stdin.on('error', () => undefined);
  const ended: Promise<(number | null)[]> = once(encoder, 'close');
  const samplesOf = (ms: number) => Math.round((ms / 1000) * SAMPLE_RATE);
  try {
    let from = 0;
    for await (const block of decodeAudio(path, {
      signal,
      sampleRate: SAMPLE_RATE,
      ...(mix ? { mix } : {}),
    })) {
      const end = from + block.length;
      for (const [start, stop] of spans)
        if (samplesOf(stop) > from && samplesOf(start) < end)
          block.fill(0, Math.max(0, samplesOf(start) - from), samplesOf(stop) - from);
      from = end;
      const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
      if (!encoder.stdin.write(bytes) && encoder.exitCode === null)
        await Promise.race([once(encoder.stdin, 'drain'), ended]);
    }
    encoder.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new AudioUnreadable(messages.trim() || `The encoder ended with ${code}.`);
  } finally {
    encoder.kill('SIGKILL');
    await ended;
  }
}
