import { ApiFailure, isUnavailable } from './api-failure.ts';
import { callTimeout, withTimeLimit } from './time-limit.ts';
import type { Timers } from './timers.ts';

interface Options {
  signal?: AbortSignal;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: unknown;
}

export type PlainCalls = ReturnType<typeof createPlainCalls>;

export function createPlainCalls(dependencies: { fetch: typeof globalThis.fetch; timers: Timers }) {
  const ask = <Value>(path: string, options: Options, read: (response: Response) => Promise<Value>) =>
    withTimeLimit(dependencies.timers, callTimeout, options.signal, async (signal) => {
      const { body, method = 'GET', headers } = options;
      const response = await dependencies.fetch(path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
      });
      const { status } = response;
      if (!response.ok)
        throw new ApiFailure(isUnavailable(status) ? 'unavailable' : 'unexpected', { status });
      return read(response);
    });
  return {
    json: (path: string, options: Options = {}) =>
      ask(path, options, (response) =>
        response.json().catch((cause) => {
          throw new ApiFailure('invalidResponse', { status: response.status, cause });
        }),
      ),
    text: (path: string, options: Options = {}) => ask(path, options, (response) => response.text()),
  };
}
