import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { ErrorBody } from '#contract/errors.ts';
import { publicOrigin } from '#contract/pages.ts';
import { createMount } from '#server/http/mount.ts';
import { openWebFiles } from '#server/http/web-files.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const script = `console.log(${'"a long script".length,'.repeat(200)}0)`;

function buildOf(folder: string): void {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, '.vite'));
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Hearthscribe</title><link rel="canonical" href="${publicOrigin}/"><div id="root">start</div>`,
  );
  for (const path of ['pricing', '404', 'app-ssg']) {
    mkdirSync(join(folder, path));
    writeFileSync(
      join(folder, path, 'index.html'),
      `<!doctype html><title>${path}</title><link rel="canonical" href="${publicOrigin}/${path}"><div id="root">${path}</div>`,
    );
  }
  writeFileSync(join(folder, 'sitemap.xml'), `<urlset><loc>${publicOrigin}/pricing</loc></urlset>`);
  mkdirSync(join(folder, 'social'));
  writeFileSync(join(folder, 'social', 'start.png'), 'a picture');
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
  beforeAll(async () => {
    buildOf(join(root, 'web'));
    server = await createTestServer({
      overrides: {
        web: openWebFiles(join(root, 'web')),
        log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
        version: 'abc12345',
      },
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers });
  const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  describe('the server itself', () => {
    it('[R7.13] reports its health and its build', async () => {
      const health = await get('/healthz');
      expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version: 'abc12345' }]);
      const version = await get('/version');
      expect(version.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(await version.text()).toBe('abc12345');
    });

    it('reports the release beside its build, which stays plain', async () => {
      const answer = await get('/version.json');
      expect(await answer.json()).toEqual({
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        build: 'abc12345',
      });
    });

    it('names the operator’s address for reports of weaknesses, for a while, and nothing without an operator', async () => {
      expect((await get('/.well-known/security.txt')).status).toBe(404);
      const email = 'help@example.org';
      const operator = { name: 'Mira', address: 'Harbour 1', email, country: 'Ireland', law: 'Irish law' };
      const own = await createTestServer({ config: { operator } });
      const answer = await own.app.request('/.well-known/security.txt');
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const expires = new Date(own.clock.now().getTime() + 90 * 86_400_000).toISOString();
      expect(await answer.text()).toBe(
        `Contact: mailto:${email}\nExpires: ${expires}\nPreferred-Languages: en\n`,
      );
      await own.close();
    });

    it('returns the settings for signing in', async () => {
      expect(await (await get('/app-config.json')).json()).toMatchObject({
        apiBase: '',
        identity: { userPoolEndpoint: '/idp/', insecure: true },
      });
      expect((await get('/idp/.well-known/jwks.json', { host: 'localhost' })).status).toBe(200);
    });

    it('[R1.7] leads who shares a recording before the app was ready to a page that says so, and reads nothing of it', async () => {
      const endless = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      });
      const answer = await server.app.request('/incoming-recordings', {
        method: 'POST',
        body: endless,
        duplex: 'half',
      } as RequestInit);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/campaign?incoming=missed#join');
    });

    it('protects every response, including refusals and files', async () => {
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

    it('logs a request with its duration, but without token, email address and query', async () => {
      logged.length = 0;
      const token = await server.issuer.idToken({ email: 'secret@example.org' });
      await server.call('POST', '/login', { idToken: token });
      await get('/campaigns?cursor=secret', { authorization: `Bearer ${token}` });
      const lines = logged.map((line) => JSON.parse(line));
      expect(lines).toMatchObject([
        { method: 'POST', route: '/login', status: 200, milliseconds: expect.any(Number) },
        { method: 'GET', route: '/campaigns', status: 400, userId: expect.any(String) },
      ]);
      expect(logged.join('')).not.toMatch(/secret|ey[\w-]{10,}\./);
    });
  });

  describe('pages and files', () => {
    it.each([
      ['[R2.1]', '/', 'start'],
      ['[R2.4]', '/campaign', 'app-ssg'],
      ['[R2.4]', '/campaign?campaignId=x', 'app-ssg'],
      ['[R2.6]', '/app-ssg', 'app-ssg'],
      ['[R2.9]', '/pricing', 'pricing'],
      ['[R2.9]', '/pricing?utm_source=x', 'pricing'],
      ['[R2.2]', '/t/pricing/3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'pricing'],
      ['[R2.2]', '/t/campaign/3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'start'],
      ['[R2.2]', '/t/', 'start'],
    ])('%s %s is served as built: %s', async (_, path, content) => {
      const answer = await get(path, page);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(await answer.text()).toContain(`<div id="root">${content}</div>`);
      const again = await get(path, { ...page, 'if-none-match': answer.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    });

    it('[R2.15] returns the 404 page with status 404 for any other path, or JSON to requests for no page', async () => {
      for (const path of [
        '/no/such/page',
        '/404',
        '/pricing/more',
        '/sessions/1/public/2',
        '/campaign/1/public/2',
      ]) {
        const shown = await get(path, page);
        expect([path, shown.status]).toEqual([path, 404]);
        expect(await shown.text()).toContain('<div id="root">404</div>');
      }
      const told = await get('/no/such/call', { accept: 'application/json' });
      expect([told.status, (await told.json()).error.code]).toEqual([404, 'notFound']);
    });

    it.each([
      ['/campaign/index.html?campaignId=7', '/campaign?campaignId=7'],
      ['/index.html', '/'],
      ['/pricing/index.html?a=1&b=2', '/pricing?a=1&b=2'],
      ['/campaign/', '/campaign'],
      ['/pricing/', '/pricing'],
    ])('[R2.16] %s redirects to %s', async (from, to) => {
      const answer = await get(from, page);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, to]);
    });

    it('[R2.5] /app_index.html redirects to /campaign and keeps the query', async () => {
      const answer = await get('/app_index.html?campaignId=7&sessionId=8');
      expect([answer.status, answer.headers.get('location')]).toEqual([
        301,
        '/campaign?campaignId=7&sessionId=8',
      ]);
    });

    it('never redirects off the site', async () => {
      for (const path of ['//example.org/index.html', '/\\example.org/index.html', '/example.org/index.html'])
        expect((await server.app.request(`http://localhost${path}`)).headers.get('location')).toBeNull();
    });

    it('inserts its origin into the build’s placeholders, and compresses the result', async () => {
      const own = await server.app.request('https://tales.example.org/pricing', {
        headers: { ...page, 'accept-encoding': 'br' },
      });
      const html = brotliDecompressSync(Buffer.from(await own.arrayBuffer())).toString();
      expect(html).toContain('<link rel="canonical" href="https://tales.example.org/pricing">');
      const map = await server.app.request('http://localhost/sitemap.xml', {
        headers: { 'accept-encoding': 'gzip' },
      });
      expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8');
      expect(gunzipSync(Buffer.from(await map.arrayBuffer())).toString()).toContain(
        'http://localhost/pricing',
      );
    });

    it('uses the operator’s origin, whatever a request calls it', async () => {
      const web = openWebFiles(join(root, 'web'), { publicOrigin: 'https://notes.example.org' });
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((host) =>
          web!.page('/pricing', new Request(`http://${host}.example.org/pricing`), 200),
        ),
      );
      for (const answer of answers)
        expect(await answer.text()).toContain('https://notes.example.org/pricing');
      const many = openWebFiles(join(root, 'web'));
      for (const host of ['a', 'b', 'c', 'd', 'e', 'f', 'a']) {
        const answer = await many!.page('/', new Request(`http://${host}.example.org/`), 200);
        expect(await answer.text()).toContain(`http://${host}.example.org/`);
      }
    });

    it('allows caching pictures for links for a day', async () => {
      expect((await get('/social/start.png')).headers.get('cache-control')).toBe('public, max-age=86400');
    });

    it('serves files compressed as the browser prefers, cached forever', async () => {
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

  describe('internal failures', () => {
    it('reveal nothing, and are logged', async () => {
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
        authenticator: { required: never, optional: never, verify: never, identify: never },
        checkResponses: true,
        mounted: [],
      });
      mount(broken, async ({ params }) => {
        if (params.how === 'throws') throw new Error('select * from secrets');
        if (params.how === 'database') throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
        return { count: 'many' as unknown as number };
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
