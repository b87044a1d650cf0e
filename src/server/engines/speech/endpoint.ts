import { setTimeout as sleepFor } from 'node:timers/promises';
import { parseJson } from '#contract/unknown-values.ts';
import { encodeWav } from '../audio/wav.ts';
import { askService, type StartTimer, serviceAddress } from '../engine-service.ts';
import { SpeechError } from './errors.ts';
import { type AudioChunk, type HeardChunk, type SpeechEngine, SpeechUnavailable } from './port.ts';
import { readTranscription } from './verbose-json.ts';
import type { VoiceActivity } from './voice-activity.ts';

export interface SpeechEndpointSettings {
  url: string;
  key?: string | null;
  model: string;
  concurrency?: number;
  /** At most 780 s, which is 25 MB of WAV, the usual request limit. */
  chunkSeconds?: number;
  activity?: VoiceActivity;
  silenceMs?: number;
  startTimer?: StartTimer;
  fetch?: typeof fetch;
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const MOST_CHUNK_SECONDS = 780;
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 16_000];
const LONGEST_WAIT_MS = 120_000;
const LONGEST_PROMPT_CHARACTERS = 800;

const WHISPER_CPP_PATH = '/inference';

/** Calls an OpenAI-compatible `/v1/audio/transcriptions` or whisper.cpp's `/inference`. */
export function createSpeechEndpoint(settings: SpeechEndpointSettings): SpeechEngine {
  const isWhisperCpp = settings.url.replace(/\/+$/, '').endsWith(WHISPER_CPP_PATH);
  const address = isWhisperCpp ? settings.url.replace(/\/+$/, '') : transcriptionsAddress(settings.url);
  const sleep =
    settings.sleep ??
    ((milliseconds: number, signal: AbortSignal) => sleepFor(milliseconds, undefined, { signal }));
  /** Some models only support plain `json`. */
  let format: 'verbose_json' | 'json' = 'verbose_json';
  /** Others refuse hints, such as OpenAI’s models that tell speakers apart. */
  let takesPrompt = true;

  const ask = (body: FormData, durationMs: number, signal: AbortSignal) =>
    askService<HeardChunk>({
      address,
      key: settings.key,
      body,
      silenceMs: settings.silenceMs ?? 600_000,
      signal,
      ...(settings.fetch ? { fetch: settings.fetch } : {}),
      ...(settings.startTimer ? { startTimer: settings.startTimer } : {}),
      read: (text) => readTranscription(parseJson(text), durationMs),
      setting: 'SPEECH',
      formatWords: /response_format|timestamp_granularities|verbose_json|prompt/i,
    });

  async function hear(
    chunk: AudioChunk,
    options: { signal: AbortSignal; language: string | null; vocabulary: string[] },
  ): Promise<HeardChunk> {
    const wav = new Blob([encodeWav(chunk.samples)], { type: 'audio/wav' });
    const durationMs = chunk.endMs - chunk.startMs;
    for (let attempt = 0; ; ) {
      options.signal.throwIfAborted();
      const usedFormat = format;
      const usedPrompt = takesPrompt;
      const answer = await ask(formOf(wav, usedFormat, options), durationMs, options.signal);
      if ('segments' in answer) return answer;
      if (answer.kind === 'format' && usedPrompt && /prompt/i.test(answer.reason)) {
        takesPrompt = false;
        continue;
      }
      if (answer.kind === 'format' && usedFormat === 'verbose_json') {
        format = 'json';
        continue;
      }
      if (answer.kind === 'setUp') {
        const isElsewhere = !isWhisperCpp && answer.reason.includes('(404');
        const hint = isElsewhere ? ` If it is whisper.cpp, let SPEECH_URL end in ${WHISPER_CPP_PATH}.` : '';
        throw new SpeechUnavailable(`The speech service ${answer.reason}${hint}`);
      }
      const pause = BACK_OFF_MS[attempt];
      if (answer.kind !== 'wait' || pause === undefined) {
        throw new SpeechError('chunkFailed', `The speech service ${answer.reason}.`, { retryable: true });
      }
      attempt += 1;
      await sleep(Math.min(answer.waitMs ?? pause, LONGEST_WAIT_MS), options.signal);
    }
  }

  function formOf(
    wav: Blob,
    responseFormat: 'verbose_json' | 'json',
    options: { language: string | null; vocabulary: string[] },
  ): FormData {
    const form = new FormData();
    form.set('file', wav, 'chunk.wav');
    form.set('response_format', responseFormat);
    if (!isWhisperCpp) {
      form.set('model', settings.model);
      if (responseFormat === 'verbose_json') {
        form.append('timestamp_granularities[]', 'word');
        form.append('timestamp_granularities[]', 'segment');
      }
    }
    const language = options.language?.toLowerCase().split('-')[0];
    // whisper.cpp assumes English unless told to detect the language.
    if (language || isWhisperCpp) form.set('language', language ?? 'auto');
    const prompt = takesPrompt ? promptOf(options.vocabulary) : '';
    if (prompt) form.set('prompt', prompt);
    return form;
  }

  return {
    id: isWhisperCpp ? 'whisper.cpp' : `endpoint ${settings.model}`,
    maxChunkSeconds: Math.min(settings.chunkSeconds ?? 120, MOST_CHUNK_SECONDS),
    concurrency: isWhisperCpp ? 1 : (settings.concurrency ?? 4),
    prepare: async ({ signal }) => signal.throwIfAborted(),
    hear,
    ...(settings.activity ? { spokenIn: settings.activity.spokenIn } : {}),
    close: async () => settings.activity?.close(),
  };
}

function transcriptionsAddress(url: string): string {
  const address = serviceAddress(url, '/audio/transcriptions');
  if (address) return address;
  throw new SpeechUnavailable(`SPEECH_URL is "${url}", which is not an address.`);
}

/** Services treat the prompt as preceding text and spell its names correctly more often. */
function promptOf(vocabulary: string[]): string {
  let prompt = '';
  for (const term of vocabulary) {
    const next = prompt === '' ? term : `${prompt}, ${term}`;
    if (next.length > LONGEST_PROMPT_CHARACTERS) break;
    prompt = next;
  }
  return prompt;
}
