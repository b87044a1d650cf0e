import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { ErrorBody } from '#contract/errors.ts';
import { createMount } from '#server/http/mount.ts';
import { openWebFiles } from '#server/http/web-files.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const script = `console.log(${'"a long script".length,'.repeat(200)}0)`;

function buildOf(folder: string): void {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, '.vite'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Hearthscribe</title><div id="root"></div>',
  );
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), script);
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(script));
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(folder, '..', 'outside.txt'), 'not for anyone');
}

describe('HTTP', () => {
  const root = mkdtempSync(join(tmpdir(), 'hearthscribe-http-'));
  const logged: string[] = [];
  let server: TestServer;
  let mira: TestUser;
  let campaignId: string;
  beforeAll(async () => {
    buildOf(join(root, 'web'));
    server = await createTestServer({
      overrides: {
        web: openWebFiles(join(root, 'web')),
        log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
        version: 'abc12345',
      },
    });
    mira = await server.signIn();
    campaignId = (await (await mira.call('POST', '/campaigns', { title: 'Here' })).json()).id;
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers });
  const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  describe('the server itself', () => {
    it('[R7.13] tells its health and its build', async () => {
      const health = await get('/healthz');
      expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version: 'abc12345' }]);
      const version = await get('/version');
      expect(version.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(await version.text()).toBe('abc12345');
    });

    it('tells the browser how to sign in', async () => {
      expect(await (await get('/app-config.json')).json()).toMatchObject({
        apiBase: '',
        identity: { userPoolEndpoint: '/idp/', insecure: true },
      });
      expect((await get('/idp/.well-known/jwks.json', { host: 'localhost' })).status).toBe(200);
    });

    it('protects every answer, refusals and files too', async () => {
      for (const path of ['/', '/healthz', '/campaigns', '/nothing', '/assets/main-abc123.js']) {
        const { headers } = await get(path);
        expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
        expect(headers.get('content-security-policy')).toContain("script-src 'self';");
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
        expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    });

    it('logs a request with its duration, and neither token nor e-mail address nor query', async () => {
      logged.length = 0;
      const token = await server.issuer.idToken({ email: 'secret@example.org' });
      await server.call('POST', '/login', { idToken: token });
      await get('/campaigns?cursor=secret', { authorization: `Bearer ${token}` });
      const lines = logged.map((line) => JSON.parse(line));
      expect(lines).toMatchObject([
        { method: 'POST', path: '/login', status: 200, milliseconds: expect.any(Number) },
        { method: 'GET', path: '/campaigns', status: 400, userId: expect.any(String) },
      ]);
      expect(logged.join('')).not.toMatch(/secret|ey[\w-]{10,}\./);
    });
  });

  describe('pages and files', () => {
    it.each(['/', '/campaign', '/campaign?campaignId=x'])('[R2.4] serves the app at %s', async (path) => {
      const answer = await get(path, page);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(await answer.text()).toContain('<div id="root">');
    });

    it('[R2.15] answers any other path with the app and status 404, or with JSON to who asks for no page', async () => {
      const shown = await get('/no/such/page', page);
      expect([shown.status, await shown.text()]).toEqual([404, expect.stringContaining('<div id="root">')]);
      const told = await get('/no/such/call', { accept: 'application/json' });
      expect([told.status, (await told.json()).error.code]).toEqual([404, 'notFound']);
    });

    it.each([
      ['/campaign/index.html?campaignId=7', '/campaign?campaignId=7'],
      ['/index.html', '/'],
      ['/campaign/', '/campaign'],
    ])('[R2.16] %s leads to %s', async (from, to) => {
      const answer = await get(from, page);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, to]);
    });

    it('[R2.5] /app_index.html leads to /campaign and keeps the query', async () => {
      const answer = await get('/app_index.html?campaignId=7&sessionId=8');
      expect([answer.status, answer.headers.get('location')]).toEqual([
        301,
        '/campaign?campaignId=7&sessionId=8',
      ]);
    });

    it('leads nowhere off the site', async () => {
      for (const path of ['//example.org/index.html', '/\\example.org/index.html', '/example.org/index.html'])
        expect((await server.app.request(`http://localhost${path}`)).headers.get('location')).toBeNull();
    });

    it('serves files compressed as the browser likes, to keep for ever', async () => {
      const path = '/assets/main-abc123.js';
      const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
      expect(brotli.headers.get('content-encoding')).toBe('br');
      expect(brotli.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(script);
      expect((await get(path, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip');
      const plain = await get(path, { 'accept-encoding': 'br;q=0' });
      expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script]);
      const again = await get(path, { 'if-none-match': plain.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    });

    it.each([
      '/../outside.txt',
      '/assets/../../outside.txt',
      '/assets/..%2f..%2foutside.txt',
      '/%2e%2e/outside.txt',
      '/assets%5c..%5c..%5coutside.txt',
      '/.vite/manifest.json',
      '/assets/main-abc123.js.br',
      '/assets/main-abc123.js%00.html',
      '/assets',
      '/%',
      '/%E0%A4%A',
      '/constructor',
      '/__proto__',
    ])('does not find %s', async (path) => {
      const answer = await server.app.request(`http://localhost${path}`);
      expect([answer.status, ErrorBody.parse(await answer.json()).error.code]).toEqual([404, 'notFound']);
    });
  });

  describe('hostile and mistaken requests', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const cases: [string, string, string, RequestInit, number, string, string?][] = [
      [
        'no body',
        'POST',
        '/campaigns',
        { headers: { 'content-type': 'application/json' } },
        400,
        'invalidRequest',
      ],
      ['malformed JSON', 'POST', '/campaigns', { body: '{"title":' }, 400, 'invalidRequest'],
      [
        'JSON that is not UTF-8',
        'POST',
        '/campaigns',
        { body: new Uint8Array([0x22, 0xff, 0x22]) },
        400,
        'invalidRequest',
      ],
      ['JSON of another shape', 'POST', '/campaigns', { body: '[1,2]' }, 400, 'invalidRequest', 'body'],
      ['null', 'POST', '/campaigns', { body: 'null' }, 400, 'invalidRequest', 'body'],
      ['deep nesting', 'POST', '/campaigns', { body: `{"title":${deep}}` }, 400, 'invalidRequest'],
      ['a missing field', 'POST', '/campaigns', { body: '{}' }, 400, 'invalidRequest', 'body.title'],
      [
        'a blank title',
        'POST',
        '/campaigns',
        { body: '{"title":"   "}' },
        400,
        'invalidRequest',
        'body.title',
      ],
      [
        'a title that is too long',
        'POST',
        '/campaigns',
        { body: JSON.stringify({ title: 'x'.repeat(201) }) },
        400,
        'invalidRequest',
        'body.title',
      ],
      [
        'a field that is too long',
        'POST',
        '/campaigns',
        { body: JSON.stringify({ title: 'x', description: 'x'.repeat(5001) }) },
        400,
        'invalidRequest',
        'body.description',
      ],
      [
        'too many entries',
        'POST',
        '/campaigns',
        { body: JSON.stringify({ title: 'x', recapStyles: Array(21).fill('y') }) },
        400,
        'invalidRequest',
        'body.recapStyles',
      ],
      [
        'a wrong kind of value',
        'POST',
        '/campaigns',
        { body: '{"title":{"$ne":null}}' },
        400,
        'invalidRequest',
        'body.title',
      ],
      [
        'NUL in a text',
        'POST',
        '/campaigns',
        { body: '{"title":"a\\u0000b"}' },
        400,
        'invalidRequest',
        'title',
      ],
      [
        'half a surrogate pair',
        'POST',
        '/campaigns',
        { body: '{"title":"a\\ud800b"}' },
        400,
        'invalidRequest',
        'title',
      ],
      [
        'a body that is too large',
        'POST',
        '/campaigns',
        { body: JSON.stringify({ title: 'x'.repeat(1_100_000) }) },
        413,
        'payloadTooLarge',
      ],
      [
        'a body that says it is huge',
        'POST',
        '/campaigns',
        { headers: { 'content-type': 'application/json', 'content-length': '99999999999' }, body: '{}' },
        413,
        'payloadTooLarge',
      ],
      [
        'a form',
        'POST',
        '/campaigns',
        { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'title=x' },
        415,
        'unsupportedMediaType',
      ],
      [
        'plain text',
        'POST',
        '/campaigns',
        { headers: { 'content-type': 'text/plain' }, body: '{"title":"x"}' },
        415,
        'unsupportedMediaType',
      ],
      ['an id that is none', 'GET', '/campaigns/7', {}, 400, 'invalidRequest', 'params.campaignId'],
      ['SQL in an id', 'GET', "/campaigns/'%20or%201=1--", {}, 400, 'invalidRequest', 'params.campaignId'],
      ['a limit that is too high', 'GET', '/campaigns?limit=501', {}, 400, 'invalidRequest', 'query.limit'],
      [
        'a limit that is no number',
        'GET',
        '/campaigns?limit=1e9999',
        {},
        400,
        'invalidRequest',
        'query.limit',
      ],
      [
        'a cursor of our own making',
        'GET',
        '/campaigns?cursor=bm9uc2Vuc2U',
        {},
        400,
        'invalidRequest',
        'query.cursor',
      ],
      [
        'a cursor beyond any place',
        'GET',
        `/campaigns/{campaignId}/sessions?cursor=${Buffer.from('99999999999').toString('base64url')}`,
        {},
        400,
        'invalidRequest',
        'query.cursor',
      ],
      [
        'a cursor with SQL in it',
        'GET',
        `/campaigns?cursor=${Buffer.from('["2026-01-01T00:00:00Z","\' or 1=1"]').toString('base64url')}`,
        {},
        400,
        'invalidRequest',
        'query.cursor',
      ],
      ['NUL in the query', 'GET', '/campaigns?cursor=%00', {}, 400, 'invalidRequest'],
      [
        'a weak If-Match',
        'PATCH',
        '/campaigns/0190a000-0000-7000-8000-000000000000',
        { headers: { 'content-type': 'application/json', 'if-match': 'W/"1"' }, body: '{}' },
        400,
        'invalidRequest',
        'headers.if-match',
      ],
      [
        'a revision beyond any',
        'PATCH',
        '/campaigns/0190a000-0000-7000-8000-000000000000',
        { headers: { 'content-type': 'application/json', 'if-match': '999999999999999' }, body: '{}' },
        404,
        'notFound',
      ],
      ['another method', 'PUT', '/campaigns', { body: '{}' }, 405, 'methodNotAllowed'],
    ];

    it.each(cases)('%s', async (_, method, path, init, status, code, field) => {
      const answer = await server.app.request(path.replace('{campaignId}', campaignId), {
        method,
        ...init,
        headers: {
          'content-type': 'application/json',
          ...(init.headers as Record<string, string>),
          authorization: `Bearer ${mira.token}`,
        },
      });
      const { error } = ErrorBody.parse(await answer.json());
      expect([answer.status, error.code]).toEqual([status, code]);
      if (field) expect(error.details).toEqual({ field });
      if (field) expect(error.message).toContain(field);
    });

    it('measures a body that does not say how large it is', async () => {
      let sent = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536).fill(0x20));
        },
      });
      const answer = await server.app.request('/campaigns', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${mira.token}` },
        body: endless,
        duplex: 'half',
      } as RequestInit);
      expect(answer.status).toBe(413);
      expect(sent).toBeLessThan(2 * 1024 ** 2);
    });

    it('adds nothing to objects through __proto__', async () => {
      const answer = await server.app.request('/campaigns', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${mira.token}` },
        body: '{"title":"x","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"userId":"someone"}',
      });
      expect(answer.status).toBe(201);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      expect(await answer.json()).not.toHaveProperty('userId');
    });

    it('asks who is there before it looks at anything else', async () => {
      for (const headers of [
        {},
        { authorization: 'Basic bWlyYTpodXNo' },
        { authorization: 'Bearer a.b.c' },
      ]) {
        const answer = await server.app.request('/campaigns/not-an-id', { method: 'PATCH', headers });
        expect([answer.status, (await answer.json()).error.code]).toEqual([401, 'unauthorized']);
      }
    });

    it('names the methods of an address', async () => {
      const answer = await mira.call('PUT', '/sessions/0190a000-0000-7000-8000-000000000000', {});
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PATCH, DELETE']);
    });
  });

  describe('failures of our own', () => {
    it('tells nothing of them but that they happened, and logs them', async () => {
      const broken = defineCall({
        method: 'GET',
        path: '/broken/{how}',
        auth: 'none',
        params: z.object({ how: z.string() }),
        responses: { 200: z.object({ count: z.int() }) },
        errors: [],
        description: 'For this test.',
      });
      const other = await createTestServer({
        database: server.database,
        overrides: { log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }) },
      });
      const mount = createMount({
        app: other.app,
        authenticator: { required: never, optional: never, verify: never },
        checkResponses: true,
        mounted: [],
      });
      mount(broken, async ({ params }) => {
        if (params.how === 'throws') throw new Error('select * from secrets');
        if (params.how === 'database') throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
        return { status: 200, body: { count: 'many' as unknown as number } };
      });
      logged.length = 0;
      for (const [how, status, code] of [
        ['throws', 500, 'internal'],
        ['breaks its contract', 500, 'internal'],
        ['database', 503, 'unavailable'],
      ]) {
        const answer = await other.app.request(`/broken/${how}`);
        const text = await answer.text();
        expect([answer.status, JSON.parse(text).error.code]).toEqual([status, code]);
        expect(text).not.toMatch(/secrets|gone|stack/);
      }
      expect(logged.join('')).toContain('select * from secrets');
      await other.close();
    });
  });
});

async function never(): Promise<never> {
  throw new Error('Not asked for in this test.');
}
