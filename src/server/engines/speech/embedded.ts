import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { messageOf } from '#contract/unknown-values.ts';
import type { StartTimer } from '../engine-service.ts';
import { bytesOf, type DownloadableModel, fetchModel } from '../models/fetch-model.ts';
import { keepProcess, type Report } from '../models/kept-process.ts';
import type { Turns } from '../models/turns.ts';
import { SpeechError } from './errors.ts';
import { modelIn, PARAKEET, type SpeechModel, speechFolderOf } from './model-files.ts';
import { type AudioChunk, type HeardChunk, type SpeechEngine, SpeechUnavailable } from './port.ts';
import { type RecognizerProcess, startRecognizer } from './recognizer-process.ts';
import type { RecognizerResult } from './recognizer-protocol.ts';
import { openVoiceActivity } from './voice-activity.ts';

export interface EmbeddedSpeechSettings {
  dataFolder: string;
  modelFolder?: string | null;
  modelUrl?: string | null;
  threads?: number;
  turns?: Turns;
  model?: SpeechModel;
  voiceActivity?: DownloadableModel;
  voiceActivityFailed?: ((error: unknown) => void) | undefined;
  fetch?: typeof fetch;
  start?: typeof startRecognizer;
  startTimer?: StartTimer;
}

/** Memory grows with the square of the length. */
const MAX_CHUNK_SECONDS = 30;
const LEAST_HANG_MS = 60_000;
const HANGS_AT_REAL_TIMES = 60;
/** A loaded model uses about a gigabyte. */
const IDLE_MS = 600_000;
const TOKEN_MS = 80;

/** Runs sherpa-onnx in a separate process; downloads the model on first use. */
export function createEmbeddedSpeech(settings: EmbeddedSpeechSettings): SpeechEngine {
  const model = settings.model ?? PARAKEET;
  const folder = speechFolderOf(settings, model);
  const { turns } = settings;
  const { pieces, threads } = shareOfCores(availableParallelism(), settings.threads);
  async function start(signal: AbortSignal, report: Report): Promise<RecognizerProcess> {
    if (!settings.modelFolder) {
      const megabytes = Math.round(bytesOf(model) / 1e6);
      await fetchModel({
        model,
        folder,
        url: settings.modelUrl ?? null,
        signal,
        progress: (fraction) =>
          report(
            fraction,
            `Fetching the speech model (${megabytes} MB, once): ${Math.floor(fraction * 100)} %`,
          ),
        ...(settings.fetch ? { fetch: settings.fetch } : {}),
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new SpeechUnavailable(
          `The speech model could not be downloaded (${messageOf(error)}). Set SPEECH_URL to a speech service, ` +
            'SPEECH_MODEL_DIR to a folder that contains the model, or SPEECH_MODEL_URL to an address to download it from.',
          { cause: error },
        );
      });
    }
    report(1, 'Loading the speech model');
    const found = modelIn(folder);
    try {
      return await (settings.start ?? startRecognizer)(found, { threads, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw new SpeechUnavailable(
        `The speech model in "${folder}" could not be loaded: ${messageOf(error)}. ` +
          'Replace it, or set SPEECH_MODEL_DIR to another, or SPEECH_URL to a speech service.',
        { cause: error },
      );
    }
  }

  const { fetch, voiceActivity, startTimer } = settings;
  const activity = openVoiceActivity({
    folder,
    startTimer,
    failed: settings.voiceActivityFailed,
    download: settings.modelFolder
      ? null
      : {
          url: settings.modelUrl ?? null,
          ...(fetch ? { fetch } : {}),
          ...(voiceActivity ? { model: voiceActivity } : {}),
        },
  });
  const recognizer = keepProcess({ start, idleMs: IDLE_MS, startTimer: settings.startTimer });

  function hear(chunk: AudioChunk, signal: AbortSignal): Promise<HeardChunk> {
    const chunkMs = chunk.endMs - chunk.startMs;
    const hangsAfterMs = Math.max(LEAST_HANG_MS, chunkMs * HANGS_AT_REAL_TIMES);
    return recognizer.use({ signal, hangsAfterMs }, async (process) => {
      try {
        return toHeardChunk(await process.hear(chunk.samples), chunkMs);
      } catch (error) {
        throw new SpeechError('chunkFailed', messageOf(error), { retryable: true, cause: error });
      }
    });
  }

  turns?.makesRoom('speech', recognizer.stop);

  return {
    id: `sherpa-onnx ${settings.modelFolder ? basename(folder) : model.name}`,
    maxChunkSeconds: MAX_CHUNK_SECONDS,
    concurrency: pieces,
    ...(model.languages && !settings.modelFolder ? { languages: model.languages } : {}),
    ...(turns === undefined ? {} : { turn: (options, work) => turns.use('speech', options, work) }),
    prepare: recognizer.prepare,
    hear: (chunk, { signal }) => hear(chunk, signal),
    spokenIn: activity.spokenIn,
    close: async () => {
      await Promise.all([recognizer.stop(), activity.close()]);
    },
  };
}

/** More than four threads gain little for one piece; one core stays free for the server. */
export function shareOfCores(cores: number, wantedThreads?: number): { pieces: number; threads: number } {
  const free = Math.max(1, cores - 1);
  const threads = wantedThreads ?? Math.min(4, free);
  return { pieces: Math.max(1, Math.min(8, Math.floor(free / threads))), threads };
}

export function toHeardChunk(result: RecognizerResult, chunkMs: number): HeardChunk {
  const words: { text: string; startMs: number; endMs: number }[] = [];
  for (const [index, token] of result.tokens.entries()) {
    const startMs = Math.round((result.timestamps[index] ?? 0) * 1000);
    const endMs = Math.min(
      chunkMs,
      startMs + Math.max(TOKEN_MS, Math.round((result.durations[index] ?? 0) * 1000)),
    );
    const text = token.replace(/^[\s▁]+/, '');
    const last = words.at(-1);
    if (last && text === token) {
      last.text += text;
      last.endMs = Math.max(last.endMs, endMs);
    } else {
      words.push({ text, startMs: Math.min(startMs, endMs), endMs });
    }
  }
  const spoken = words.filter((word) => word.text !== '');
  for (const [index, word] of spoken.entries()) {
    const nextStartMs = spoken[index + 1]?.startMs ?? word.endMs;
    word.endMs = Math.max(word.startMs, Math.min(word.endMs, nextStartMs));
  }
  const [first] = spoken;
  const last = spoken.at(-1);
  if (first === undefined || last === undefined) return { language: null, segments: [] };
  const segment = {
    startMs: first.startMs,
    endMs: last.endMs,
    text: spoken.map((word) => word.text).join(' '),
    confidence: null,
    words: spoken,
    speaker: null,
  };
  return { language: null, segments: [segment] };
}
