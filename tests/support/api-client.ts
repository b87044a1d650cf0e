import { vi } from 'vitest';
import { recordOf } from '#contract/unknown-values.ts';
import { callAs } from './call-as.ts';
import type { TypedAnswer, TypedBody } from './typed-answer.ts';

export interface ApiClient {
  token: string;
  request<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TypedAnswer<Method, Path>>;
  get<const Path extends string>(path: Path): Promise<TypedAnswer<'GET', Path>>;
  post<const Path extends string>(
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TypedAnswer<'POST', Path>>;
  login(): Promise<void>;
  newSession(): Promise<string>;
  start(sessionId: string, key: string): Promise<TypedAnswer<'POST', `/sessions/${string}/analyses`>>;
  until<const Path extends `/uploads/${string}` | `/analyses/${string}`>(
    path: Path,
    statuses: readonly string[],
    timeoutMs?: number,
  ): Promise<TypedBody<'GET', Path>>;
}

export function createApiClient(address: () => string, token: string): ApiClient {
  const client: ApiClient = {
    token,
    async request(method, path, body, headers) {
      const response = await callAs(client.token, method, `${address()}${path}`, body, headers);
      const text = await response.text();
      return {
        status: response.status,
        body: text.startsWith('{') ? JSON.parse(text) : text,
        headers: response.headers,
      };
    },
    get: (path) => client.request('GET', path),
    post: (path, body, headers) => client.request('POST', path, body, headers),
    async login() {
      const { status, body } = await client.post('/login', { idToken: client.token });
      if (status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(body)}`);
    },
    async newSession() {
      const campaign = await client.post('/campaigns', { title: 'The Lantern Coast' });
      const session = await client.post(`/campaigns/${campaign.body.id}/sessions`, {});
      if (session.status !== 201) throw new Error(`No session: ${JSON.stringify(session.body)}`);
      return session.body.id;
    },
    async start(sessionId, key) {
      const quote = await client.post(`/sessions/${sessionId}/quote`);
      const body = { quoteId: quote.body.id, detailLevel: 'comprehensive' };
      return client.post(`/sessions/${sessionId}/analyses`, body, { 'idempotency-key': key });
    },
    until: (path, statuses, timeoutMs = 60_000) =>
      vi.waitFor(
        async () => {
          const { body } = await client.get(path);
          const { status } = recordOf(body);
          if (!statuses.some((one) => one === status))
            throw new Error(`${path} is ${JSON.stringify(status)}`);
          return body;
        },
        { timeout: timeoutMs, interval: 100 },
      ),
  };
  return client;
}
