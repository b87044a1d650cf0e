/** What the speech service and the notes service have in common: both speak HTTP in OpenAI's way. */

const KEPT_CHARACTERS = 200;

/**
 * Why a service did not give what it was asked for. `wait`: try later. `setUp`: nothing helps but another setting.
 * `format`: it does not know the format of answers asked for. `request`: this request will not succeed, others may.
 */
export interface ServiceRefusal {
  kind: 'wait' | 'setUp' | 'format' | 'request';
  reason: string;
  /** How long the service asks to wait, in milliseconds; null: it does not say. */
  waitMs: number | null;
}

export interface ServiceRequest<Answer> {
  address: string;
  key: string | null | undefined;
  /** JSON text, or a form. */
  body: string | FormData;
  timeoutMs: number;
  signal: AbortSignal;
  fetch: typeof fetch;
  /** Reads an answer of status 2xx; null where it cannot be read. */
  read: (text: string) => Answer | null;
  /** Begins the names of the settings to look at. */
  setting: 'SPEECH' | 'NOTES';
  /** Words in a refusal that tell of an unknown format of answers. */
  formatWords: RegExp;
}

/** Asks once. Throws only the signal's reason: whatever else goes wrong is a refusal. */
export async function askService<Answer>(request: ServiceRequest<Answer>): Promise<Answer | ServiceRefusal> {
  const { signal, body, key, timeoutMs } = request;
  const timeLimit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request.fetch(request.address, {
      method: 'POST',
      headers: {
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body,
      signal: AbortSignal.any([signal, timeLimit]),
    });
    const text = await response.text();
    if (!response.ok) return refusalOf(response, text, request);
    return request.read(text) ?? unreadableAnswer(text);
  } catch (error) {
    signal.throwIfAborted();
    const reason = timeLimit.aborted
      ? `did not answer within ${timeoutMs / 1000} s`
      : `could not be reached (${reasonOf(error)})`;
    return { kind: 'wait', reason, waitMs: null };
  }
}

function refusalOf(
  response: Response,
  body: string,
  { setting, formatWords }: Pick<ServiceRequest<unknown>, 'setting' | 'formatWords'>,
): ServiceRefusal {
  const { status } = response;
  const said = `${status} ${messageOf(body)}`.trim();
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

/** An answer of status 200 that cannot be read; the next one may be better. */
function unreadableAnswer(text: string): ServiceRefusal {
  return {
    kind: 'wait',
    reason: `sent an unreadable answer: ${messageOf(text)}`.trim(),
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

/** The address of a call such as `/chat/completions`, of a base that may end in it or in a version; null for a base that is none. */
export function serviceAddress(url: string, call: string): string | null {
  if (!URL.canParse(url)) return null;
  const base = new URL(url);
  const path = base.pathname.replace(/\/+$/, '');
  if (path.endsWith(call)) base.pathname = path;
  else base.pathname = `${path}${/\/v\d+\w*$/.test(path) ? '' : '/v1'}${call}`;
  return base.href;
}

/** JSON, or undefined where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The service's own words for what is wrong, short enough for a log line. */
function messageOf(body: string): string {
  const parsed = parseJson(body) as { error?: { message?: unknown } } | null | undefined;
  const said = typeof parsed?.error?.message === 'string' ? parsed.error.message : body;
  return said.replace(/\s+/g, ' ').trim().slice(0, KEPT_CHARACTERS);
}

/** Why a request never got an answer. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
