import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { checkSession, login } from '#contract/account.ts';
import { followAnalysis } from '#contract/analyses.ts';
import { changeCampaign, listCampaigns, readCampaign } from '#contract/campaigns.ts';
import { errorCatalogue, errorCodes } from '#contract/errors.ts';
import { version } from '#contract/server.ts';
import { importTranscript } from '#contract/transcripts.ts';
import { settle } from '#tests/support/settle.ts';
import { campaign } from '#tests/support/web-fixtures.ts';
import { type ApiClient, createApiClient, tokenTimeout } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { callTimeout } from '#web/api/time-limit.ts';

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

let clock: SimulatedClock;
let requests: { url: string; init: RequestInit & { headers: Headers } }[];
let answer: () => Promise<Response>;
let token: () => Promise<string>;
let unauthorized: ReturnType<typeof vi.fn<() => void>>;
let client: ApiClient;

const campaignId = campaign.id;
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: unknown) => error as ApiFailure,
  );

beforeEach(() => {
  clock = new SimulatedClock();
  requests = [];
  answer = async () => json(campaign);
  token = async () => 'the-token';
  unauthorized = vi.fn<() => void>();
  client = createApiClient({
    baseUrl: 'https://api.example',
    fetch: async (url, init) => {
      requests.push({ url: String(url), init: init as RequestInit & { headers: Headers } });
      return answer();
    },
    identityToken: () => token(),
    trackingHeaders: () => ({ 'x-ga': 'GA1.1' }),
    onUnauthorized: unauthorized,
    timers: clock,
  });
});

describe('a refusal with Retry-After', () => {
  const refusal = (code: 'overloaded' | 'tooManyRequests' | 'unavailable', seconds: number) => async () =>
    new Response(JSON.stringify({ error: { code, message: 'Not now.' } }), {
      status: errorCatalogue[code].status,
      headers: { 'retry-after': String(seconds) },
    });
  const read = (signal?: AbortSignal) =>
    client.call(readCampaign, { params: { campaignId }, ...(signal === undefined ? {} : { signal }) });

  it.each(['overloaded', 'tooManyRequests'] as const)(
    'repeats the call after that time if the server has not begun it (%s)',
    async (code) => {
      answer = refusal(code, 2);
      const reading = read();
      await settle();
      expect(requests).toHaveLength(1);
      answer = async () => json(campaign);
      clock.increment(1999);
      await settle();
      expect(requests).toHaveLength(1);
      clock.increment(1);
      expect((await reading).id).toBe(campaignId);
      expect(requests).toHaveLength(2);
    },
  );

  it('is left to the flow if the pause is longer or the work may have begun', async () => {
    answer = refusal('overloaded', 11);
    expect(await failure(read())).toMatchObject({ code: 'overloaded', waitSeconds: 11 });
    answer = refusal('unavailable', 5);
    expect(await failure(read())).toMatchObject({ code: 'unavailable', waitSeconds: 5 });
    expect(requests).toHaveLength(2);
  });

  it('ends with the call: by its time limit, or by its signal', async () => {
    answer = refusal('overloaded', 10);
    const late = failure(read());
    for (let pause = 0; pause < 6; pause += 1) {
      await settle();
      clock.increment(10_000);
    }
    expect((await late).code).toBe('timeout');
    const leaving = new AbortController();
    const left = failure(read(leaving.signal));
    await settle();
    const asked = requests.length;
    leaving.abort(new Error('left'));
    expect((await left).message).toBe('left');
    clock.increment(10_000);
    await settle();
    expect(requests).toHaveLength(asked);
  });
});

describe('a request', () => {
  it('goes to the one base address, with escaped parameters and its query', async () => {
    answer = async () => json({ campaigns: [], nextCursor: null });
    await client.call(listCampaigns, { query: { limit: 20, cursor: 'a b' } });
    expect(requests[0]?.url).toBe('https://api.example/campaigns?limit=20&cursor=a+b');
    answer = async () => json(campaign);
    await client.call(readCampaign, { params: { campaignId: '../x?y' } });
    expect(requests[1]?.url).toBe('https://api.example/campaigns/..%2Fx%3Fy');
  });

  it('[R3.8] carries the identity token and the tracking headers', async () => {
    await client.call(readCampaign, { params: { campaignId } });
    expect(requests[0]?.init.headers.get('authorization')).toBe('Bearer the-token');
    expect(requests[0]?.init.headers.get('x-ga')).toBe('GA1.1');
  });

  it('has an empty bearer token if none is available within 10 seconds', async () => {
    answer = async () => json({ isAuthenticated: false, allowedCountry: true, country: null });
    token = () => Promise.reject(new Error('no'));
    await client.call(checkSession, {});
    token = () => new Promise(() => {});
    const waiting = client.call(checkSession, {});
    clock.increment(tokenTimeout - 1);
    await settle();
    expect(requests).toHaveLength(1);
    clock.increment(1);
    await waiting;
    for (const { init } of requests) expect(init.headers.get('authorization')).toBe('Bearer');
  });

  it('without need of a user requests no token', async () => {
    token = () => Promise.reject(new Error('not asked'));
    answer = async () => new Response('abc1234');
    expect(await client.call(version, {})).toBe('abc1234');
    expect(requests[0]?.init.headers.has('authorization')).toBe(false);
  });

  it('carries JSON and If-Match, or bytes as they are', async () => {
    await client.call(changeCampaign, {
      params: { campaignId },
      headers: { 'if-match': '7' },
      body: { title: 'New' },
    });
    expect(requests[0]?.init.headers.get('if-match')).toBe('7');
    expect(requests[0]?.init.body).toBe('{"title":"New"}');
    const file = new File(['GM: Hello'], 'evening.txt');
    await failure(
      client.call(importTranscript, {
        params: { sessionId: campaignId },
        headers: { 'x-file-name': 'evening.txt' },
        body: file,
      }),
    );
    expect(requests[1]?.init.body).toBe(file);
    expect(requests[1]?.init.headers.get('content-type')).toBe('application/octet-stream');
  });
});

describe('a response', () => {
  it('is what the contract says, or a failure', async () => {
    expect(await client.call(readCampaign, { params: { campaignId } })).toEqual(campaign);
    answer = async () => json({ ...campaign, revision: 'seven' });
    expect((await failure(client.call(readCampaign, { params: { campaignId } }))).code).toBe(
      'invalidResponse',
    );
    answer = async () => new Response('<html>', { status: 202 });
    expect((await failure(client.call(readCampaign, { params: { campaignId } }))).code).toBe(
      'invalidResponse',
    );
  });

  it('keeps code, message, status and details of a refusal', async () => {
    answer = async () =>
      json({ error: { code: 'insufficientCredits', message: 'Too few.', details: { missing: 7 } } }, 402);
    const refused = await failure(client.call(readCampaign, { params: { campaignId } }));
    expect(refused).toBeInstanceOf(ApiFailure);
    expect(refused).toMatchObject({
      code: 'insufficientCredits',
      message: 'Too few.',
      status: 402,
      details: { missing: 7 },
    });
    answer = async () => json({ error: { code: 'notFound', message: 'Nothing here.' } }, 404);
    expect(await failure(client.call(readCampaign, { params: { campaignId } }))).toMatchObject({
      code: 'notFound',
      status: 404,
    });
  });

  it('from something in between is a failure that can be shown', async () => {
    answer = async () => new Response('I am a teapot', { status: 418 });
    expect(await failure(client.call(readCampaign, { params: { campaignId } }))).toMatchObject({
      code: 'unexpected',
      status: 418,
      message: 'Something went wrong. Please try again.',
    });
    answer = async () => {
      throw new TypeError('fetch failed');
    };
    expect(await failure(client.call(readCampaign, { params: { campaignId } }))).toMatchObject({
      code: 'network',
      status: 0,
    });
  });

  it.each([502, 503, 504])('from a restarting server (%i of its proxy) can be retried', async (status) => {
    answer = async () => new Response('<h1>Bad Gateway</h1>', { status });
    expect(await failure(client.call(readCampaign, { params: { campaignId } }))).toMatchObject({
      code: 'unavailable',
      status,
    });
    expect(unauthorized).not.toHaveBeenCalled();
  });

  it('[R2.18] [R8.1] reports a 401 from any call', async () => {
    answer = async () => json({ error: { code: 'unauthorized', message: 'Please sign in again.' } }, 401);
    await failure(client.call(readCampaign, { params: { campaignId } }));
    await failure(client.call(login, { body: { idToken: 'x' } }));
    expect(unauthorized).toHaveBeenCalledTimes(2);
  });

  it('is awaited for 60 seconds and no longer', async () => {
    answer = () => new Promise(() => {});
    let ended: ApiFailure | null = null;
    const waiting = failure(client.call(readCampaign, { params: { campaignId } })).then((error) => {
      ended = error;
    });
    await settle();
    clock.increment(callTimeout - 1);
    await settle();
    expect(ended).toBeNull();
    clock.increment(1);
    await waiting;
    expect(ended).toMatchObject({ code: 'timeout' });
    expect(requests[0]?.init.signal?.aborted).toBe(true);
  });

  it('ends with the caller’s reason when aborted', async () => {
    answer = () => new Promise(() => {});
    const controller = new AbortController();
    const waiting = failure(client.call(readCampaign, { params: { campaignId }, signal: controller.signal }));
    const reason = new Error('left the page');
    controller.abort(reason);
    expect(await waiting).toBe(reason);
  });
});

describe('a stream of events', () => {
  const params = { analysisId: campaignId };

  it('is read to its end, and resumes after the last event', async () => {
    answer = async () => new Response('id: 4\nevent: progress\ndata: {"a":1}\n\n');
    const heard: unknown[] = [];
    await client.events(followAnalysis, { params, lastEventId: '3', onEvent: (event) => heard.push(event) });
    expect(heard).toEqual([{ name: 'progress', data: '{"a":1}', id: '4' }]);
    expect(requests[0]?.init.headers.get('last-event-id')).toBe('3');
    expect(requests[0]?.init.headers.get('accept')).toBe('text/event-stream');
  });

  it('may last longer than 60 seconds, but not 90 of silence', async () => {
    let write: (text: string) => void = () => {};
    answer = async () =>
      new Response(
        new ReadableStream({
          start(controller) {
            write = (text) => controller.enqueue(new TextEncoder().encode(text));
          },
        }),
      );
    const ended = failure(client.events(followAnalysis, { params, lastEventId: null, onEvent: () => {} }));
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    await settle();
    clock.increment(89_000);
    write(': still here\n\n');
    await settle();
    clock.increment(89_000);
    await settle();
    expect(isOver).toBe(false);
    clock.increment(1000);
    expect(await ended).toMatchObject({ code: 'timeout' });
  });
});

describe('messages of refusals', () => {
  const refuse = async (status: number, body: string) => {
    answer = async () => new Response(body, { status });
    return (await failure(client.call(readCampaign, { params: { campaignId } }))).message;
  };

  it.each(errorCodes)('[R8.13] %s has a message, even if the server sends none', async (code) => {
    const { status, message } = errorCatalogue[code];
    for (const sent of ['', ' ']) {
      expect(await refuse(status, JSON.stringify({ error: { code, message: sent } }))).toBe(message);
    }
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 418, 429, 500, 502, 503, 504])(
    '[R8.13] a %d in another format has a message',
    async (status) => {
      for (const body of [
        '',
        '<h1>Bad Gateway</h1>',
        '{"detail":"invalid_uuid"}',
        '{"error":{"code":"new"}}',
      ]) {
        expect(await refuse(status, body)).toMatch(/^[A-Z][a-z' ]+\b.*\.$/);
        expect(await refuse(status, body)).not.toMatch(/Gateway|uuid|new|unavailable/);
      }
    },
  );

  it('[R8.13] never shows a failure’s code instead of a text', () => {
    for (const code of errorCodes) expect(new ApiFailure(code).message).toMatch(/^[A-Z].* .*\.$/);
  });
});
