import { analysisCost } from '#contract/credits.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { Estimate, Inspection } from '#machines/upload/upload.setup.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Timers } from '#web/api/timers.ts';
import { fingerprintOf } from './fingerprint.ts';

/** Maximum wait for an estimate; files without a length in their head would have to be read to the end. */
const estimateTimeout = 5000;

function refusal(code: 'audioEmpty' | 'unsupportedAudio'): ApiFailure {
  return new ApiFailure(code, { message: errorCatalogue[code].message });
}

export type MeasureAudio = (file: File) => Promise<{ durationSeconds: number | null } | null>;

/** Reads the head of a file. Null: not audio; length null: not in the head. */
export const measureAudio: MeasureAudio = async (file) => {
  const { ADTS, BlobSource, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } = await import(
    'mediabunny'
  );
  // The formats of R1.7: no playlists, which would fetch other files.
  const formats = [MP3, MP4, QTFF, ADTS, WAVE, FLAC, OGG, WEBM, MATROSKA];
  const input = new Input({ source: new BlobSource(file), formats });
  try {
    if (!(await input.canRead())) return null;
    const track = await input.getPrimaryAudioTrack();
    if (track === null) return null;
    const told = await track.getDurationFromMetadata();
    return { durationSeconds: told ?? (await track.computeDuration()) };
  } finally {
    input.dispose();
  }
};

function estimateOf(durationSeconds: number | null, percent: number): Estimate | null {
  if (durationSeconds === null || !Number.isFinite(durationSeconds) || durationSeconds <= 0) return null;
  return {
    durationSeconds,
    brief: analysisCost(durationSeconds, 'brief', percent),
    comprehensive: analysisCost(durationSeconds, 'comprehensive', percent),
  };
}

/**
 * What the browser can learn about a file before the upload; rejects what is certainly not a recording.
 * @param options.percent the share of the price that this server charges
 */
export async function inspectFile(
  file: File,
  { measure, timers, percent = 100 }: { measure: MeasureAudio; timers: Timers; percent?: number },
): Promise<Inspection> {
  if (file.size === 0) throw refusal('audioEmpty');
  let timer: unknown;
  const patience = new Promise<{ durationSeconds: null }>((resolve) => {
    timer = timers.setTimeout(() => resolve({ durationSeconds: null }), estimateTimeout);
  });
  try {
    const measured = await Promise.race([
      // The server may be able to read a file that this reader can't.
      measure(file).catch(() => ({ durationSeconds: null })),
      patience,
    ]);
    if (measured === null) throw refusal('unsupportedAudio');
    return {
      fingerprint: await fingerprintOf(file),
      estimate: estimateOf(measured.durationSeconds, percent),
    };
  } finally {
    timers.clearTimeout(timer);
  }
}
