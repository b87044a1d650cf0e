import { analysisCost } from '#contract/credits.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { ZipRefused } from '#contract/zip-directory.ts';
import type {
  ArchiveContents,
  Estimate,
  Inspection,
  RecordingStreams,
} from '#machines/upload/upload.setup.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Timers } from '#web/api/timers.ts';
import { fingerprintOf } from './fingerprint.ts';
import { isArchive, lookIntoArchive, type MeasuredContents } from './look-into-archive.ts';
import type { MeasureAudio } from './measure-audio.ts';
import { type HearRecordings, hearRecordings } from './sound-of.ts';

/** To tell by their sound how recordings go together, where nothing else does. */
const soundTimeout = 10_000;
/** Files without a length in their header would have to be read to the end. */
const estimateTimeout = 5000;

function refusal(code: 'audioEmpty' | 'unsupportedAudio', message?: string): ApiFailure {
  return new ApiFailure(code, { message: message ?? errorCatalogue[code].message });
}

/** In whole seconds: the header counts what the encoder padded, the server's measurement does not. */
function estimateOf(headerSeconds: number | null, percent: number): Estimate | null {
  if (headerSeconds === null || !Number.isFinite(headerSeconds) || headerSeconds <= 0) return null;
  const durationSeconds = Math.max(1, Math.round(headerSeconds));
  return {
    durationSeconds,
    brief: analysisCost(durationSeconds, 'brief', percent),
    comprehensive: analysisCost(durationSeconds, 'comprehensive', percent),
  };
}

function withEstimates({ seconds, ...contents }: MeasuredContents, percent: number): ArchiveContents {
  const { tracks, parts } = seconds;
  return {
    ...contents,
    estimates: { tracks: estimateOf(tracks, percent), parts: estimateOf(parts, percent) },
  };
}

interface Measured {
  durationSeconds: number | null;
  contents?: MeasuredContents | null;
  streams?: RecordingStreams | null;
  promisedSeconds?: number | null;
}

async function lookInto(file: File, measure: MeasureAudio, timers: Timers): Promise<Measured | null> {
  if (!(await isArchive(file))) return measure(file);
  let isLate = false;
  const timer = timers.setTimeout(() => {
    isLate = true;
  }, soundTimeout);
  const hear: HearRecordings = (files) => hearRecordings(files, () => isLate);
  return lookIntoArchive(file, { measure, hear }).finally(() => timers.clearTimeout(timer));
}

/** Rejects what is certainly not a recording. @param options.percent share of the price charged here */
export async function inspectFile(
  file: File,
  { measure, timers, percent = 100 }: { measure: MeasureAudio; timers: Timers; percent?: number },
): Promise<Inspection> {
  if (file.size === 0) throw refusal('audioEmpty');
  let timer: unknown;
  const patience = new Promise<Measured>((resolve) => {
    timer = timers.setTimeout(() => resolve({ durationSeconds: null }), estimateTimeout);
  });
  try {
    const inTime: MeasureAudio = (recording, options) =>
      Promise.race([measure(recording, options), patience]);
    const measured = await lookInto(file, inTime, timers).catch((error: unknown): Measured => {
      if (error instanceof ZipRefused) throw refusal('unsupportedAudio', error.message);
      // The server may be able to read it.
      return { durationSeconds: null };
    });
    if (measured === null) throw refusal('unsupportedAudio');
    if (measured.durationSeconds === 0 && !measured.contents)
      throw refusal(
        'unsupportedAudio',
        'There is no sound in this file. Its recorder may have stopped before it finished the file.',
      );
    const { contents = null, streams = null, promisedSeconds = null } = measured;
    return {
      fingerprint: await fingerprintOf(file),
      estimate: estimateOf(measured.durationSeconds, percent),
      contents: contents === null ? null : withEstimates(contents, percent),
      streams,
      promisedSeconds,
    };
  } finally {
    timers.clearTimeout(timer);
  }
}
