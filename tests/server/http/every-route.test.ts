import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probes } from '#contract/server.ts';
import { createLog } from '#server/platform/log.ts';
import type { Operation, Telemetry } from '#server/platform/telemetry.ts';
import { outboxRoute } from '#server/stand-ins/mail/outbox-page.ts';
import { createBillingServer } from '#tests/support/billing-server.ts';
import { createGate } from '#tests/support/fake-engines.ts';
import type { TestServerOptions, TestUser } from '#tests/support/server.ts';
import { sharedThreads } from '#tests/support/shared-threads.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';

const forever = new AbortController().signal;
const visitor = '203.0.113.7';
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

/** With a route that someone added to the app without a thought for its limits. */
async function createWhole(options: TestServerOptions) {
  const held = createGate();
  const server = await createBillingServer({
    ...options,
    overrides: { check: async () => [], ...options.overrides },
  });
  outboxRoute(server.app, { messages: async () => [] });
  server.app.get('/added/later/:code', async (context) => {
    await held.pass(forever);
    return context.text('later');
  });
  const routes = [
    ...new Map(
      server.app.routes
        .filter(({ path }) => path !== '/*')
        .map(({ method, path }) => [
          `${method} ${path}`,
          { method: method === 'ALL' ? 'PATCH' : method, path },
        ]),
    ).values(),
    ...['/', '/pricing', '/assets/main.js', '/nothing'].map((path) => ({ method: 'GET', path })),
  ];
  const ask = (method: string, path: string, address = visitor, headers: Record<string, string> = {}) =>
    server.app.request(path, { method, headers: { host: 'notes.example.org', ...headers } }, from(address));
  return { server, held, routes, ask };
}

const withValue = (path: string, value: string) =>
  path
    .replace(/:\w+\{\[\^\/\]\+([\w-]*)\}/g, (_, end: string) => value + end)
    .replace(/:\w+\{([\w-]+)\|[^}]*\}/g, '$1')
    .replace(/:\w+/g, value)
    .replace('*', value);

describe('[R7.13] every route, however it was added', () => {
  let whole: Awaited<ReturnType<typeof createWhole>>;
  const importing = createGate();
  let user: TestUser;
  beforeAll(async () => {
    whole = await createWhole({
      config: { callsAtOnce: 1, addressCallsPerMinute: 60 },
      overrides: {
        threads: {
          ...sharedThreads(),
          async readTranscript() {
            await importing.pass(forever);
            throw new Error('held');
          },
        },
      },
    });
    user = await whole.server.signIn();
  });
  afterAll(() => whole.server.close());

  it('is refused with 429 and a short pause beyond what an address may ask in a minute, except health checks', async () => {
    const { routes, ask, server } = whole;
    expect(routes.length).toBeGreaterThan(120);
    for (let asked = 0; asked < 60; asked += 1) expect((await ask('GET', '/version')).status).toBe(200);
    const open: string[] = [];
    for (const { method, path } of routes) {
      const answer = await ask(method, withValue(path, 'x'));
      if (answer.status !== 429 || answer.headers.get('retry-after') !== '1') open.push(`${method} ${path}`);
    }
    expect(open).toEqual(probes.map(({ path }) => `GET ${path}`));
    const page = await ask('GET', '/nothing', visitor, { accept: 'text/html' });
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
      429,
      'text/plain; charset=utf-8',
      'Too many requests. Please wait a moment.\n',
    ]);
    expect(await (await ask('GET', '/version')).json()).toMatchObject({ error: { code: 'tooManyRequests' } });
    expect((await ask('GET', '/version', '203.0.113.8')).status).toBe(200);
    server.clock.advance(1000);
    expect((await ask('GET', '/version')).status).toBe(200);
    expect((await ask('GET', '/version')).status).toBe(429);
  });

  it('counts the /64 of an IPv6 address as one', async () => {
    const statuses = [];
    for (let asked = 0; asked < 61; asked += 1)
      statuses.push((await whole.ask('GET', '/version', `2001:db8::${asked.toString(16)}`)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('is refused with 503 while its gate is full, except health checks', async () => {
    const { server, held, routes } = whole;
    const campaign = await (await user.call('POST', '/campaigns', { title: 'One' })).json();
    const newSession = async () => (await user.call('POST', `/campaigns/${campaign.id}/sessions`, {})).json();
    const session = await newSession();
    const uploads: string[] = [];
    for (const fileName of ['a.mp3', 'b.mp3']) {
      const wanted = { fileName, sizeBytes: 10, fingerprint: fileName };
      const opened = await user.call('POST', `/sessions/${(await newSession()).id}/uploads`, wanted);
      uploads.push((await opened.json()).id);
    }
    const authorization = `Bearer ${user.token}`;
    const request = (path: string, init: RequestInit & { duplex?: 'half' }) => {
      const headers = { authorization, ...(init.headers as Record<string, string>) };
      return server.app.request(new Request(`http://localhost${path}`, { ...init, headers }));
    };
    const never = () => new ReadableStream<Uint8Array>();
    for (const id of uploads)
      void request(`/uploads/tus/${id}`, {
        method: 'PATCH',
        headers: tusHeaders(),
        body: never(),
        duplex: 'half',
      });
    const busy = [0, 1].flatMap(() => [
      server.app.request('/added/later/1'),
      request(`/sessions/${session.id}/transcripts`, { method: 'POST', body: 'Orin: Hello.' }),
    ]);
    await held.arrived;
    await importing.arrived;
    await expect
      .poll(async () => (await request(`/uploads/tus/${uploads[0]}`, { method: 'HEAD' })).status, {
        timeout: 20_000,
      })
      .toBe(503);
    const open: string[] = [];
    for (const { method, path } of routes) {
      const answer = await server.app.request(withValue(path, 'x'), { method });
      if (answer.status !== 503 || answer.headers.get('retry-after') !== '2') open.push(`${method} ${path}`);
    }
    expect(open).toEqual(probes.map(({ path }) => `GET ${path}`));
    held.open();
    importing.open();
    const statuses = (await Promise.all(busy)).map(({ status }) => status);
    expect(statuses).toEqual([200, 500, 200, 500]);
  });
});

describe('[R7.13] a visitor with many calls at once', () => {
  it('keeps no place from another: four are worked on, the others wait and are answered', async () => {
    const { server, held, ask } = await createWhole({
      config: { callsAtOnce: 5, addressCallsPerMinute: 60 },
    });
    const many = Array.from({ length: 20 }, () => ask('GET', '/added/later/1'));
    await held.arrived;
    expect((await ask('GET', '/version', '203.0.113.8')).status).toBe(200);
    held.open();
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
    await server.close();
  });
});

describe('an address that is a permission', () => {
  const secret = 'c4pab1l1ty-5ecret';
  const id = '01890000-0000-7000-8000-00005ec4e700';
  const logged: string[] = [];
  const measured: Operation[] = [];
  const telemetry: Telemetry = {
    async measure(operation, work) {
      measured.push(operation);
      return work(operation);
    },
    refused: (code) => void logged.push(code),
  };
  let whole: Awaited<ReturnType<typeof createWhole>>;
  beforeAll(async () => {
    const log = createLog('trace', { write: (line) => void logged.push(line) });
    whole = await createWhole({ overrides: { log, telemetry } });
    whole.held.open();
  });
  afterAll(() => whole.server.close());

  async function askAll(): Promise<number[]> {
    const statuses = [];
    for (const { method, path } of whole.routes)
      for (const value of [secret, id]) {
        const address = `${withValue(path, value)}?code=${secret}&token=${id}`;
        const headers = { referer: `http://localhost/${secret}` };
        const body = ['GET', 'HEAD', 'DELETE'].includes(method) ? {} : { body: secret };
        statuses.push((await whole.server.app.request(address, { method, headers, ...body })).status);
      }
    return statuses;
  }

  it('stands in no log, trace or metric of any route; the route does', async () => {
    const user = await whole.server.signIn();
    logged.length = 0;
    await askAll();
    await user.call('GET', `/uploads/${id}`);
    await user.call('GET', `/sessions/${id}/notes/versions/${secret}`);
    await whole.server.app.request(`/nothing/${secret}/`);
    const lines = logged.join('');
    expect(lines).not.toMatch(new RegExp(`${secret}|${id}`));
    expect(JSON.stringify(measured)).not.toMatch(new RegExp(`${secret}|${id}`));
    for (const { path } of whole.routes.filter((route) => /public|table|tus|playback/.test(route.path)))
      expect(lines).toContain(`"route":"${path}"`);
  });

  it('nor where the database fails', async () => {
    logged.length = 0;
    await whole.server.database.close();
    expect(await askAll()).toContain(503);
    expect(logged.join('')).not.toMatch(new RegExp(`${secret}|${id}`));
    expect(JSON.stringify(measured)).not.toMatch(new RegExp(`${secret}|${id}`));
  });
});
