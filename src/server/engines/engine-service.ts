import { parseJson, recordOf } from '#contract/unknown-values.ts';
import { patientFetch } from './patient-fetch.ts';

const KEPT_CHARACTERS = 200;
/** Stops a model that repeats itself forever. */
const MOST_ANSWER_CHARACTERS = 32_000_000;

/** `setUp`: a setting must change. `tooLong`: exceeds the model's context. `request`: others may succeed. */
export interface ServiceRefusal {
  kind: 'wait' | 'setUp' | 'format' | 'tooLong' | 'request';
  reason: string;
  waitMs: number | null;
}

export type StartTimer = (milliseconds: number, run: () => void) => () => void;

export const startTimer: StartTimer = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
};

interface ServiceRequest<Answer> {
  address: string;
  key: string | null | undefined;
  body: string | FormData;
  silenceMs: number;
  signal: AbortSignal;
  fetch?: typeof fetch;
  startTimer?: StartTimer;
  read: (text: string, contentType: string) => Answer | ServiceRefusal | null;
  /** Of a text so far, in which no more is wanted. */
  isEnough?: (text: string, contentType: string) => boolean;
  setting: 'SPEECH' | 'NOTES';
  formatWords: RegExp;
}

/** Returns every failure as a refusal. Only throws the signal's reason. */
export async function askService<Answer>(request: ServiceRequest<Answer>): Promise<Answer | ServiceRefusal> {
  const { signal, body, key, silenceMs } = request;
  const silence = silenceLimit(silenceMs, request.startTimer ?? startTimer);
  let hasAnswered = false;
  try {
    const response = await (request.fetch ?? patientFetch)(request.address, {
      method: 'POST',
      headers: {
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body,
      signal: AbortSignal.any([signal, silence.signal]),
    });
    hasAnswered = true;
    silence.heard();
    const contentType = response.headers.get('content-type') ?? '';
    const text = await textOf(
      response,
      silence.heard,
      (some) => request.isEnough?.(some, contentType) ?? false,
    );
    if (!response.ok) return refusalOf(response, text, request);
    return request.read(text, contentType) ?? unreadableAnswer(text);
  } catch (error) {
    signal.throwIfAborted();
    const reason = silence.signal.aborted
      ? `sent nothing for ${silenceMs / 1000} s`
      : `${hasAnswered ? 'broke off its answer' : 'could not be reached'} (${reasonOf(error)})`;
    return { kind: 'wait', reason, waitMs: null };
  } finally {
    silence.end();
  }
}

/** Its signal aborts once nothing is heard for that long. */
export function silenceLimit(milliseconds: number, start: StartTimer, reason = 'silence') {
  const controller = new AbortController();
  const begin = () => start(milliseconds, () => controller.abort(new Error(reason)));
  let cancel = begin();
  return {
    signal: controller.signal,
    heard() {
      cancel();
      cancel = begin();
    },
    end: () => cancel(),
  };
}

/** How much more is there before it is looked at again. */
const LOOKED_AT_EVERY = 32_000;

async function textOf(
  response: Response,
  heard: () => void,
  isEnough: (text: string) => boolean,
): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let looked = 0;
  for await (const bytes of response.body) {
    heard();
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MOST_ANSWER_CHARACTERS) break;
    if (text.length - looked < LOOKED_AT_EVERY) continue;
    looked = text.length;
    if (isEnough(text)) break;
  }
  return text + decoder.decode();
}

function refusalOf(
  response: Response,
  body: string,
  { setting, formatWords }: Pick<ServiceRequest<unknown>, 'setting' | 'formatWords'>,
): ServiceRefusal {
  const { status } = response;
  const said = `${status} ${saidIn(body)}`.trim();
  if (status !== 429 && isTooLong(body)) return { kind: 'tooLong', reason: `answered ${said}`, waitMs: null };
  const refusal = (kind: ServiceRefusal['kind'], reason: string): ServiceRefusal => ({
    kind,
    reason,
    waitMs: null,
  });
  if (status === 401 || status === 403) {
    return refusal('setUp', `refused the key (${said}). Set ${setting}_KEY.`);
  }
  if (status === 404 || status === 405) {
    return refusal(
      'setUp',
      `was not found at its address (${said}). Check ${setting}_URL and ${setting}_MODEL.`,
    );
  }
  if (status === 402 || (status === 429 && /insufficient_quota/.test(body))) {
    return refusal('setUp', `has no credit left for this key (${said}).`);
  }
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) {
    return { kind: 'wait', reason: `answered ${said}`, waitMs: retryAfterMs(response) };
  }
  if ((status === 400 || status === 422) && formatWords.test(body)) {
    return refusal('format', `answered ${said}`);
  }
  return refusal('request', `answered ${said}`);
}

export const isTooLong = (body: string): boolean =>
  /exceed_context_size|context_length_exceeded|(maximum|exceeds?|available)[^.]{0,60}context|context[^.]{0,60}(exceed|overflow|not enough|too small)|prompt is too long/i.test(
    body.slice(0, 4000),
  );

function unreadableAnswer(text: string): ServiceRefusal {
  return {
    kind: 'wait',
    reason: `sent an unreadable answer: ${saidIn(text)}`.trim(),
    waitMs: null,
  };
}

function retryAfterMs(response: Response): number | null {
  const value = response.headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const wait = Date.parse(value) - Date.parse(response.headers.get('date') ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** For a base with or without the call or a version; null if invalid. */
export function serviceAddress(url: string, call: string): string | null {
  if (!URL.canParse(url)) return null;
  const base = new URL(url);
  const path = base.pathname.replace(/\/+$/, '');
  if (path.endsWith(call)) base.pathname = path;
  else base.pathname = `${path}${/\/v\d+\w*$/.test(path) ? '' : '/v1'}${call}`;
  return base.href;
}

/** The service's error message, cut for a log line. */
export function saidIn(body: string): string {
  const { error, detail, message } = recordOf(parseJson(body));
  const said = [recordOf(error).message, error, detail, message, body].find(
    (each) => typeof each === 'string',
  );
  return String(said).replace(/\s+/g, ' ').trim().slice(0, KEPT_CHARACTERS);
}

export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
