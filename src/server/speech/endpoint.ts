import { setTimeout as sleepFor } from 'node:timers/promises';
import { encodeWav } from '../audio/wav.ts';
import { SpeechError } from './errors.ts';
import { type AudioChunk, type HeardChunk, type SpeechEngine, SpeechUnavailable } from './port.ts';
import { readTranscription } from './verbose-json.ts';

export interface SpeechEndpointSettings {
  /** `SPEECH_URL`: the service's base address, with or without `/v1`. */
  url: string;
  /** `SPEECH_KEY`: sent as a bearer token. */
  key?: string | null;
  /** `SPEECH_MODEL` */
  model: string;
  /** `SPEECH_CONCURRENCY`: chunks sent at the same time. */
  concurrency?: number;
  /** `SPEECH_CHUNK_SECONDS`; at most 780, which is 25 MB of WAV, the usual limit of a request. */
  chunkSeconds?: number;
  requestTimeoutMs?: number;
  fetch?: typeof fetch;
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const MOST_CHUNK_SECONDS = 780;
/** Pauses between the attempts of one chunk, unless the service says in `Retry-After` how long to wait. */
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 16_000];
const LONGEST_WAIT_MS = 120_000;
const KEPT_BODY_CHARACTERS = 300;
const LONGEST_PROMPT_CHARACTERS = 800;

/** A speech engine behind an OpenAI-compatible `/v1/audio/transcriptions`. */
export function createSpeechEndpoint(settings: SpeechEndpointSettings): SpeechEngine {
  const address = transcriptionsAddress(settings.url);
  const fetchImpl = settings.fetch ?? fetch;
  const sleep =
    settings.sleep ??
    ((milliseconds: number, signal: AbortSignal) => sleepFor(milliseconds, undefined, { signal }));
  const requestTimeoutMs = settings.requestTimeoutMs ?? 600_000;
  /** Some models take plain `json` only; learnt from the first refusal. */
  let format: 'verbose_json' | 'json' = 'verbose_json';

  async function ask(body: FormData, durationMs: number, signal: AbortSignal): Promise<HeardChunk | Refusal> {
    const timeLimit = AbortSignal.timeout(requestTimeoutMs);
    try {
      const response = await fetchImpl(address, {
        method: 'POST',
        body,
        headers: settings.key ? { authorization: `Bearer ${settings.key}` } : {},
        signal: AbortSignal.any([signal, timeLimit]),
      });
      const text = await response.text();
      if (!response.ok) return refusalOf(response, text);
      return readTranscription(parseJson(text), durationMs) ?? malformed(text);
    } catch (error) {
      signal.throwIfAborted();
      const reason = timeLimit.aborted
        ? `did not answer within ${requestTimeoutMs / 1000} s`
        : `could not be reached (${reasonOf(error)})`;
      return { kind: 'wait', reason, waitMs: null };
    }
  }

  async function hear(
    chunk: AudioChunk,
    options: { signal: AbortSignal; language: string | null; vocabulary: string[] },
  ): Promise<HeardChunk> {
    const wav = new Blob([encodeWav(chunk.samples)], { type: 'audio/wav' });
    const durationMs = chunk.endMs - chunk.startMs;
    for (let attempt = 0; ; ) {
      options.signal.throwIfAborted();
      const usedFormat = format;
      const answer = await ask(formOf(wav, usedFormat, options), durationMs, options.signal);
      if ('segments' in answer) return answer;
      if (answer.kind === 'format' && usedFormat === 'verbose_json') {
        format = 'json';
        continue;
      }
      if (answer.kind === 'setUp') throw new SpeechUnavailable(`The speech service ${answer.reason}`);
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
    form.set('model', settings.model);
    form.set('response_format', responseFormat);
    if (responseFormat === 'verbose_json') {
      form.append('timestamp_granularities[]', 'word');
      form.append('timestamp_granularities[]', 'segment');
    }
    if (options.language) form.set('language', options.language.split('-')[0]!.toLowerCase());
    const prompt = promptOf(options.vocabulary);
    if (prompt) form.set('prompt', prompt);
    return form;
  }

  return {
    id: `endpoint ${settings.model}`,
    maxChunkSeconds: Math.min(settings.chunkSeconds ?? 120, MOST_CHUNK_SECONDS),
    concurrency: settings.concurrency ?? 4,
    prepare: async ({ signal }) => signal.throwIfAborted(),
    hear,
    close: async () => undefined,
  };
}

/** `wait`: try again later. `setUp`: no request will succeed until a setting is changed. `chunk`: this chunk will not. */
interface Refusal {
  kind: 'wait' | 'setUp' | 'format' | 'chunk';
  reason: string;
  waitMs: number | null;
}

function refusalOf(response: Response, body: string): Refusal {
  const { status } = response;
  const said = `${status} ${shortBody(body)}`.trim();
  const refusal = (kind: Refusal['kind'], reason: string): Refusal => ({ kind, reason, waitMs: null });
  if (status === 401 || status === 403) {
    return refusal('setUp', `refused the key (${said}). Set SPEECH_KEY.`);
  }
  if (status === 404 || status === 405) {
    return refusal('setUp', `was not found at its address (${said}). Check SPEECH_URL and SPEECH_MODEL.`);
  }
  if (status === 429 && /insufficient_quota/.test(body)) {
    return refusal('setUp', `has no credit left for this key (${said}).`);
  }
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) {
    return { kind: 'wait', reason: `answered ${said}`, waitMs: retryAfterMs(response) };
  }
  if (status === 400 && /response_format|timestamp_granularities|verbose_json/.test(body)) {
    return refusal('format', `answered ${said}`);
  }
  return refusal('chunk', `answered ${said}`);
}

function malformed(text: string): Refusal {
  return {
    kind: 'wait',
    reason: `gave an answer that cannot be read: ${shortBody(text)}`.trim(),
    waitMs: null,
  };
}

/** `Retry-After` in seconds, or the date it names counted from the service's own clock. */
function retryAfterMs(response: Response): number | null {
  const value = response.headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const wait = Date.parse(value) - Date.parse(response.headers.get('date') ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

function transcriptionsAddress(url: string): string {
  let base: URL;
  try {
    base = new URL(url);
  } catch {
    throw new SpeechUnavailable(`SPEECH_URL is "${url}", which is not an address.`);
  }
  const path = base.pathname.replace(/\/+$/, '');
  if (path.endsWith('/audio/transcriptions')) base.pathname = path;
  else base.pathname = `${path}${/\/v\d+$/.test(path) ? '' : '/v1'}/audio/transcriptions`;
  return base.href;
}

/** Services take the prompt as words that came before: names written there are more likely to be spelt so. */
function promptOf(vocabulary: string[]): string {
  let prompt = '';
  for (const term of vocabulary) {
    const next = prompt === '' ? term : `${prompt}, ${term}`;
    if (next.length > LONGEST_PROMPT_CHARACTERS) break;
    prompt = next;
  }
  return prompt;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function shortBody(body: string): string {
  const message = parseJson(body) as { error?: { message?: unknown } } | null;
  const said = typeof message?.error?.message === 'string' ? message.error.message : body;
  return said.replace(/\s+/g, ' ').trim().slice(0, KEPT_BODY_CHARACTERS);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
