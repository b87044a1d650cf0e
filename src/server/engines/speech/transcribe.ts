import { z } from 'zod';
import { clock } from '#contract/dates.ts';
import { type IntakeAccount, notUsed } from '#contract/intake-account.ts';
import type { TranscriptDocument, Warning } from '#contract/transcript.ts';
import { decodeAudio } from '../audio/ffmpeg.ts';
import { frameDecibels, type SplitChunk, splitAudio } from '../audio/split.ts';
import type { StageContext } from '../stage-context.ts';
import type { VoiceTurn } from '../voices/port.ts';
import { openChunkReader } from './chunk-reader.ts';
import { noSpeech, SpeechError } from './errors.ts';
import { HeardChunkSchema } from './heard.ts';
import { type Invented, withoutInvented } from './invented-words.ts';
import { languageWarnings } from './languages.ts';
import { heardLanguage, languageTag, mergeHeard, mergeTracks } from './merge.ts';
import { type HeardChunk, inTurnOf, type SpeechEngine } from './port.ts';
import { isSilent, SILENCE_DECIBELS, type Span, spokenSpans } from './spoken-spans.ts';
import { type Loudness, loudnessOf, withoutUnspokenPhrases } from './unspoken-phrases.ts';

const Plan = z.object({
  engine: z.string(),
  chunks: z.array(
    z.object({
      index: z.int(),
      startMs: z.int(),
      endMs: z.int(),
      forced: z.boolean(),
      /** Not sent, because engines invent words in silence. */
      silent: z.boolean(),
      track: z.int().default(0),
    }),
  ),
});
type PlannedChunk = z.infer<typeof Plan>['chunks'][number];

const InventedSchema = z.object({
  kind: z.enum(['silence', 'loop', 'hint', 'phrase']),
  startMs: z.number(),
  endMs: z.number(),
  text: z.string().optional(),
});
const LoudnessSchema = z.object({
  speech: z.number(),
  phrases: z.array(z.object({ startMs: z.number(), text: z.string(), decibels: z.number() })),
});
type CleanChunk = HeardChunk & { invented: Invented[]; loudness: Loudness };

const PLANNING_SHARE = 0.05;
const FAILURES_IN_A_ROW = 6;

interface TranscribeOptions {
  path: string;
  engine: SpeechEngine;
  language: string | null;
  vocabulary: string[];
  context: StageContext;
  tracks?: readonly string[];
  durationSeconds?: number;
  /** Who speaks when, if that was found out since: the saved chunks are then merged again. */
  turns?: readonly VoiceTurn[];
  /** Of the recording: what was left out of it stays beside the transcript. */
  account?: IntakeAccount | null;
}

/**
 * Saves its plan as `plan` and each chunk as `chunk:N`. A failed chunk becomes a warning (D12).
 * @throws SpeechError `noSpeech`; `speechFailed` (retryable) if more than half, or many in a row, failed
 * @throws SpeechUnavailable, AudioError
 */
export async function transcribeAudio(options: TranscribeOptions): Promise<TranscriptDocument> {
  const { engine, context } = options;
  const plan = await planChunks(options);
  const spoken = plan.filter((chunk) => !chunk.silent);
  if (spoken.length === 0) throw noSpeech();

  const { heard: all, missing } = await inTurnOf(engine, context, () => hearChunks(spoken, options));
  const heard = withoutUnspokenPhrases(spoken, all);
  if (missing.length * 2 > spoken.length) throw speechFailed(missing);
  const transcript = options.tracks
    ? mergeTracks(options.tracks, spoken, heard)
    : mergeHeard(spoken, heard, options.turns ?? null);
  if (transcript.segments.length === 0 && missing.length === 0) throw noSpeech();
  if (transcript.segments.length === 0) throw speechFailed(missing);

  const warnings = [
    ...(options.account ? notUsed(options.account) : []).map(
      ({ code, sentence: message }): Warning => ({ code, message, startMs: null, endMs: null }),
    ),
    ...transcript.warnings,
    ...inventedWarnings(spoken, heard),
    ...languageWarnings(options, spoken, heard, transcript.segments, clock),
    ...missing.map(({ chunk }) => missingWarning(chunk)),
  ];
  for (const warning of warnings) context.warn(warning);
  context.progress(1);
  return {
    source: 'speech',
    timing: 'measured',
    engine: engine.id.slice(0, 120),
    language: (options.language && languageTag(options.language)) ?? heardLanguage(heard),
    durationMs: plan.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
    speakers: transcript.speakers,
    segments: transcript.segments,
    warnings,
  };
}

async function planChunks(options: TranscribeOptions): Promise<PlannedChunk[]> {
  const { context, engine, path } = options;
  const spokenIn = async (samples: Int16Array) =>
    isSilent(samples) ? [] : ((await engine.spokenIn?.(samples, { signal: context.signal })) ?? null);
  const plan = await context.checkpoint('plan', Plan.extend({ engine: z.literal(engine.id) }), async () => {
    const chunks: PlannedChunk[] = [];
    const trackCount = options.tracks?.length ?? 1;
    const expectedMs = (options.durationSeconds ?? 0) * 1000;
    for (let track = 0; track < trackCount; track += 1) {
      const blocks = decodeAudio(path, { signal: context.signal, track });
      for await (const chunk of splitAudio(blocks, { maxChunkSeconds: engine.maxChunkSeconds, spokenIn })) {
        const spans: Span[] = options.tracks ? spokenSpans(chunk) : [wholeSpan(chunk)];
        for (const span of spans) chunks.push({ index: chunks.length, ...span, track });
        const planned = (track + Math.min(1, chunk.endMs / expectedMs)) / trackCount;
        if (expectedMs > 0) context.progress(PLANNING_SHARE * planned);
      }
    }
    return { engine: engine.id, chunks };
  });
  context.progress(PLANNING_SHARE);
  return plan.chunks;
}

const wholeSpan = ({ startMs, endMs, forced, samples, spoken }: SplitChunk): Span => ({
  startMs,
  endMs,
  forced,
  silent: spoken === null ? isSilent(samples) : spoken.length === 0,
});

interface MissingChunk {
  chunk: PlannedChunk;
  error: unknown;
}

async function hearChunks(
  chunks: PlannedChunk[],
  options: TranscribeOptions,
): Promise<{ heard: (CleanChunk | null)[]; missing: MissingChunk[] }> {
  const { context, engine } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  let reader = openChunkReader(options.path, signal);
  let track = 0;
  const read = async (chunk: PlannedChunk): Promise<Int16Array> => {
    if (chunk.track !== track) {
      await reader.close();
      track = chunk.track;
      reader = openChunkReader(options.path, signal, track);
    }
    return reader.read(chunk);
  };
  const hear = chunkHearer({ ...options, read, signal });
  const heard: (CleanChunk | null)[] = chunks.map(() => null);
  const missing: MissingChunk[] = [];
  const running = new Set<Promise<void>>();
  let done = 0;
  let failedInARow = 0;
  let fatal: unknown = null;

  const hearOne = async (chunk: PlannedChunk, position: number, onRead: () => void) => {
    try {
      heard[position] = await hear(chunk, onRead);
      failedInARow = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof SpeechError)) {
        fatal = error;
        stop.abort(error);
        return;
      }
      missing.push({ chunk, error });
      failedInARow += 1;
      if (failedInARow >= FAILURES_IN_A_ROW + engine.concurrency) {
        fatal = speechFailed(missing);
        stop.abort(fatal);
      }
    }
    done += 1;
    context.progress(PLANNING_SHARE + ((1 - PLANNING_SHARE) * done) / chunks.length);
  };

  try {
    for (const [position, chunk] of chunks.entries()) {
      if (running.size >= engine.concurrency) await Promise.race(running);
      if (signal.aborted) break;
      // Chunks are read in order: the next one starts when this one has its samples.
      await new Promise<void>((goOn) => {
        const task = hearOne(chunk, position, goOn).finally(() => {
          running.delete(task);
          goOn();
        });
        running.add(task);
      });
    }
    await Promise.all(running);
  } finally {
    stop.abort();
    await reader.close();
  }
  if (fatal !== null) throw fatal;
  context.signal.throwIfAborted();
  missing.sort((first, second) => first.chunk.index - second.chunk.index);
  return { heard, missing };
}

function chunkHearer(
  options: TranscribeOptions & { read(chunk: PlannedChunk): Promise<Int16Array>; signal: AbortSignal },
) {
  const { context, engine, language, vocabulary, read, signal } = options;
  let ready: Promise<void> | null = null;
  return async (chunk: PlannedChunk, onRead: () => void): Promise<CleanChunk> => {
    const schema = z.object({
      engine: z.literal(engine.id),
      startMs: z.literal(chunk.startMs),
      endMs: z.literal(chunk.endMs),
      heard: HeardChunkSchema,
      invented: z.array(InventedSchema),
      loudness: LoudnessSchema,
    });
    const saved = await context.checkpoint(`chunk:${chunk.index}`, schema, async () => {
      ready ??= engine.prepare({
        signal,
        progress: (_, message) => context.progress(PLANNING_SHARE, message),
      });
      await ready;
      const samples = await read(chunk);
      onRead();
      const { index, startMs, endMs, forced } = chunk;
      const heard = await engine.hear(
        { index, startMs, endMs, forced, samples },
        { signal, language, vocabulary },
      );
      const loudestOf = loudnessIn(samples);
      const clean = withoutInvented(heard, {
        vocabulary,
        isQuiet: (from, until) => loudestOf(from, until, 1) <= SILENCE_DECIBELS,
      });
      return { engine: engine.id, startMs, endMs, ...clean, loudness: loudnessOf(clean.heard, loudestOf) };
    });
    return { ...saved.heard, invented: saved.invented, loudness: saved.loudness };
  };
}

const FRAME_MS = 30;
const LOUDER_SHARE = 0.9;

/** How loud the louder frames of a span are. */
function loudnessIn(samples: Int16Array): (startMs: number, endMs: number, share?: number) => number {
  let frames: Float64Array | null = null;
  return (startMs, endMs, share = LOUDER_SHARE) => {
    frames ??= frameDecibels(samples);
    const within = frames.slice(Math.floor(startMs / FRAME_MS), Math.ceil(endMs / FRAME_MS)).sort();
    return within[Math.ceil(within.length * share) - 1] ?? Number.POSITIVE_INFINITY;
  };
}

function inventedWarnings(
  chunks: PlannedChunk[],
  heard: (CleanChunk | null)[],
): TranscriptDocument['warnings'] {
  const all = chunks.flatMap((chunk, at) =>
    (heard[at]?.invented ?? []).map(({ startMs, endMs, text = '' }) => ({
      startMs: Math.round(chunk.startMs + startMs),
      endMs: Math.round(chunk.startMs + endMs),
      text,
    })),
  );
  const [found] = all;
  if (found === undefined) return [];
  const first = { startMs: found.startMs, endMs: found.endMs };
  const phrases = [...new Set(all.flatMap(({ text }) => (text === '' ? [] : [`“${text.slice(0, 60)}”`])))];
  const such = phrases.length === 0 ? '' : `, such as ${phrases.slice(0, 2).join(' and ')}`;
  const places = all.slice(0, 5).map(({ startMs }) => nearestSecond(startMs));
  return [
    {
      code: 'inventedWords',
      message:
        `The speech engine wrote down words that no one said (in silence, or repeated endlessly${such}). ` +
        `We removed them ${all.length === 1 ? `at ${places[0]}` : `in ${all.length} places, first at ${places.join(', ')}`}.`,
      ...first,
    },
  ];
}

function speechFailed(missing: MissingChunk[]): Error {
  const cause = missing.at(-1)?.error;
  const reason = cause instanceof Error ? cause.message : 'The speech engine failed.';
  return new SpeechError('speechFailed', `The recording could not be transcribed. ${reason}`, {
    retryable: true,
    cause,
  });
}

function missingWarning(chunk: PlannedChunk): TranscriptDocument['warnings'][number] {
  return {
    code: 'minutesMissing',
    message: `${nearestSecond(chunk.startMs)} to ${nearestSecond(chunk.endMs)} could not be transcribed and is missing.`,
    startMs: chunk.startMs,
    endMs: chunk.endMs,
  };
}

const nearestSecond = (ms: number): string => clock(Math.round(ms / 1000));
