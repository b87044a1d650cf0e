import type { z } from 'zod';
import type { BodyInputOf, Call, HeadersOf, ParamsOf, QueryInputOf, ResponseOf } from '#contract/call.ts';
import { ErrorBody, type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { ApiFailure, isUnavailable, pauseAfter, waitSecondsOf } from './api-failure.ts';
import { readEventStream, type ServerSentEvent } from './event-stream.ts';
import { paused } from './paused.ts';
import { readBlob } from './read-blob.ts';
import { callTimeout, withTimeLimit } from './time-limit.ts';
import type { Timers } from './timers.ts';

/** R7: the header then stays empty. */
export const tokenTimeout = 10_000;
const streamSilence = 90_000;

interface ApiClientDependencies {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  identityToken: () => Promise<string>;
  trackingHeaders: () => Record<string, string>;
  onUnauthorized: () => void;
  timers: Timers;
}

type When<Schema, Given> = Schema extends z.ZodType ? Given : unknown;

type CallInput<C extends Call> = {
  signal?: AbortSignal;
  bearer?: string;
} & When<C['params'], { params: ParamsOf<C> }> &
  When<C['query'], { query?: QueryInputOf<C> }> &
  (C extends { headers: z.ZodObject }
    ? { headers: HeadersOf<C> & Record<string, string> }
    : { headers?: Record<string, string> }) &
  When<C['body'], { body: BodyInputOf<C> }> &
  (C extends { bodyType: 'bytes' } ? { body: Blob } : unknown);

export interface ApiClient {
  /** Rejects with an `ApiFailure`, or with the signal's reason. */
  call<C extends Call>(definition: C, input: CallInput<C>): Promise<ResponseOf<C>>;
  events<C extends Call>(
    definition: C,
    input: CallInput<C> & { lastEventId: string | null; onEvent: (event: ServerSentEvent) => void },
  ): Promise<void>;
  /** For `'bytes'` calls, however long they take. Fails after 60 s without data. */
  download<C extends Call>(definition: C, input: CallInput<C>): Promise<Blob>;
  authorization(): Promise<Record<string, string>>;
}

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
  bearer?: string;
}

function addressOf(baseUrl: string, definition: Call, input: AnyInput): string {
  const path = definition.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${baseUrl}${path}${query.size === 0 ? '' : `?${query}`}`;
}

const codesOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  413: 'payloadTooLarge',
  429: 'tooManyRequests',
};

async function refusalOf(response: Response): Promise<ApiFailure> {
  const { status } = response;
  const waitSeconds = waitSecondsOf(response.headers.get('retry-after'));
  const body = ErrorBody.safeParse(await response.json().catch(() => null));
  if (!body.success) {
    const known = isUnavailable(status) ? 'unavailable' : codesOfStatus[status];
    return known === undefined
      ? new ApiFailure('unexpected', { status })
      : new ApiFailure(known, { status, waitSeconds, message: errorCatalogue[known].message });
  }
  const { code, message, details } = body.data.error;
  const { portal_url: portalUrl } = body.data;
  const told = portalUrl === undefined ? details : { ...details, portalUrl };
  const words = message.trim() === '' ? errorCatalogue[code].message : message;
  return new ApiFailure(code, {
    status,
    waitSeconds,
    message: words,
    ...(told === undefined ? {} : { details: told }),
  });
}

async function answerOf(definition: Call, response: Response): Promise<unknown> {
  const { status } = response;
  if (!(status in definition.responses)) throw new ApiFailure('invalidResponse', { status });
  const expected = definition.responses[status] ?? null;
  if (expected === null) return undefined;
  if (typeof expected === 'string') return response.text();
  const answer = expected.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new ApiFailure('invalidResponse', { status, cause: answer.error });
  return answer.data;
}

/** R7. The only place that calls fetch. */
export function createApiClient(dependencies: ApiClientDependencies): ApiClient {
  const { baseUrl, timers } = dependencies;

  function identityToken(): Promise<string> {
    return new Promise((resolve) => {
      const timer = timers.setTimeout(() => resolve(''), tokenTimeout);
      const answer = (token: string) => {
        timers.clearTimeout(timer);
        resolve(token);
      };
      dependencies.identityToken().then(answer, () => answer(''));
    });
  }

  const authorization = async () => ({
    authorization: `Bearer ${await identityToken()}`,
    ...dependencies.trackingHeaders(),
  });

  async function request(
    definition: Call,
    given: object,
    extra: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    // biome-ignore lint/plugin: `CallInput` has checked it for its call; here the call may be any.
    const input = given as AnyInput;
    const headers = new Headers({
      ...(input.bearer !== undefined
        ? { authorization: `Bearer ${input.bearer}`, ...dependencies.trackingHeaders() }
        : definition.auth === 'none'
          ? dependencies.trackingHeaders()
          : await authorization()),
      ...extra,
      ...input.headers,
    });
    const init: RequestInit = { method: definition.method, headers, signal };
    if (definition.bodyType === 'bytes') {
      headers.set('content-type', 'application/octet-stream');
      // biome-ignore lint/plugin: `CallInput` asks for a Blob where a call sends bytes.
      init.body = input.body as Blob;
    } else if (definition.body !== undefined) {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(input.body);
    }
    signal.throwIfAborted();
    const response = await dependencies.fetch(addressOf(baseUrl, definition, input), init);
    if (response.ok) return response;
    const refusal = await refusalOf(response);
    const pause = pauseAfter(refusal);
    if (pause !== null) {
      await paused(timers, pause, signal);
      return request(definition, input, extra, signal);
    }
    if (response.status === 401) dependencies.onUnauthorized();
    throw refusal;
  }

  return {
    authorization,
    call: (definition, input) =>
      // biome-ignore lint/plugin: `answerOf` has parsed it with the schema of this call.
      withTimeLimit(timers, callTimeout, input.signal, async (signal) =>
        answerOf(
          definition,
          await request(definition, input, { accept: 'application/json, text/plain' }, signal),
        ),
      ) as Promise<never>,
    download: (definition, input) =>
      withTimeLimit(timers, callTimeout, input.signal, async (signal, extend) => {
        const response = await request(definition, input, {}, signal);
        if (response.body === null) throw new ApiFailure('invalidResponse', { status: response.status });
        return readBlob(response.body, response.headers.get('content-type'), () => extend(callTimeout));
      }),
    events: (definition, input) =>
      withTimeLimit(timers, callTimeout, input.signal, async (signal, extend) => {
        const response = await request(
          definition,
          input,
          {
            accept: 'text/event-stream',
            ...(input.lastEventId === null ? {} : { 'last-event-id': input.lastEventId }),
          },
          signal,
        );
        if (response.body === null) throw new ApiFailure('invalidResponse', { status: response.status });
        extend(streamSilence);
        await readEventStream(response.body, {
          onEvent: input.onEvent,
          onBytes: () => extend(streamSilence),
        });
      }),
  };
}
