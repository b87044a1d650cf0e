import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicOrigin } from '#contract/pages.ts';
import { type Listening, listen } from '#server/compose/listen.ts';
import { openServer } from '#server/compose/open-server.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { openWebFiles } from '#server/http/web-files.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { silentLog } from '#tests/support/database.ts';
import { rawBytes, rawRequest } from './raw-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-hosts-'));
const opened: (() => Promise<void>)[] = [];

type Opened = Listening & { paths: string[]; port: string };

async function open(name: string, environment: Record<string, string>): Promise<Opened> {
  const dataFolder = join(folder, name);
  const config: Config = readConfig({ PORT: '0', HEARTHSCRIBE_DATA: dataFolder, ...environment });
  const web = openWebFiles(join(folder, 'web'), { publicOrigin: config.publicUrl });
  const server = await openServer({ config, log: silentLog, web: () => web, isDevelopment: false });
  const listening = await listen(server, config);
  opened.push(async () => {
    await listening.close(0);
    await server.close();
  });
  const paths = server.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return {
    ...listening,
    url: listening.url.replace('localhost', '127.0.0.1'),
    paths,
    port: new URL(listening.url).port,
  };
}

let own: Opened;
let published: Opened;
let given: Opened;
beforeAll(async () => {
  mkdirSync(join(folder, 'web', 'pricing'), { recursive: true });
  const page = `<!doctype html><link rel="canonical" href="${publicOrigin}/pricing"><div id="root"></div>`;
  for (const path of ['index.html', 'pricing/index.html']) writeFileSync(join(folder, 'web', path), page);
  own = await open('own', {});
  published = await open('published', { PUBLIC_URL: 'https://notes.example.org' });
  given = await open('given', {
    PUBLIC_URL: 'https://notes.example.org',
    HEARTHSCRIBE_EMBEDDED_BILLING: '1',
  });
}, 120_000);
afterAll(async () => {
  for (const close of opened) await close();
  rmSync(folder, { recursive: true, force: true });
});

function localPages(): string[] {
  const dev = own.paths
    .filter((path) => path.startsWith('/dev/') && !path.includes('*'))
    .map((path) => path.replaceAll(/:\w+(\{[^}]*\})?/g, 'change'));
  return [...new Set(dev), '/idp/oauth2/authorize'];
}

const closed = /is not set up on this server|"notFound"/;

describe('pages for users of this computer', () => {
  it('include at least these', () => {
    expect(localPages()).toEqual(
      expect.arrayContaining(['/dev/mail', '/dev/mail.json', '/dev/billing', '/dev/billing/checkout/change']),
    );
  });

  it('have the mailbox whose address the sign-in gets, unless others can reach the server', async () => {
    const mailPageOf = async ({ url }: Opened) => {
      const { text } = await rawRequest(url, '/app-config.json', { headers: { host: new URL(url).host } });
      return /"mailPage":(null|"[^"]*")/.exec(text)?.[1];
    };
    expect(await mailPageOf(own)).toBe('"/dev/mail"');
    expect(await mailPageOf(published)).toBe('null');
  });

  it('open for a request from this computer', async () => {
    for (const path of localPages()) {
      for (const host of [`localhost:${own.port}`, `127.0.0.1:${own.port}`]) {
        const { text } = await rawRequest(own.url, path, { headers: { host } });
        expect([path, closed.test(text)]).toEqual([path, false]);
      }
    }
  });

  it.each([
    ['X-Forwarded-For', '203.0.113.7'],
    ['X-Forwarded-Host', 'notes.example.org'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded', 'for=203.0.113.7'],
    ['Forwarded', 'for=203.0.113.7;host=notes.example.org'],
    ['Via', '1.1 proxy'],
    ['X-Real-IP', '203.0.113.7'],
    ['X-Client-IP', '203.0.113.7'],
    ['X-Cluster-Client-IP', '203.0.113.7'],
    ['True-Client-IP', '203.0.113.7'],
    ['CF-Connecting-IP', '203.0.113.7'],
    ['CF-Ray', '7d9'],
    ['CDN-Loop', 'cloudflare'],
    ['Fastly-Client-IP', '203.0.113.7'],
    ['Fly-Client-IP', '203.0.113.7'],
    ['X-Envoy-External-Address', '203.0.113.7'],
    ['X-Azure-ClientIP', '203.0.113.7'],
    ['X-Amzn-Trace-Id', 'Root=1'],
    ['X-Original-Host', 'notes.example.org'],
    ['Ngrok-Trace-Id', '1'],
    ['Tailscale-User-Login', 'mira'],
  ])('reject a request with %s, whatever its Host', async (name, value) => {
    for (const path of localPages()) {
      for (const host of [`localhost:${own.port}`, '127.0.0.1', 'localhost']) {
        const { status, text } = await rawRequest(own.url, path, { headers: { host, [name]: value } });
        expect([path, status >= 400, closed.test(text)]).toEqual([path, true, true]);
      }
    }
  });

  it('reject HTTP/1.0, which nginx uses upstream', async () => {
    for (const path of localPages().filter((each) => !each.endsWith('.css'))) {
      const answer = await rawBytes(own.url, `GET ${path} HTTP/1.0\r\nHost: localhost:${own.port}\r\n\r\n`);
      expect([path, closed.test(answer)]).toEqual([path, true]);
    }
  });

  it('are open to everyone if the operator allows it', async () => {
    const headers = { host: 'notes.example.org', 'x-forwarded-for': '203.0.113.7' };
    expect((await rawRequest(given.url, '/dev/billing', { headers })).status).toBe(200);
    expect((await rawRequest(published.url, '/dev/billing', { headers })).status).toBe(404);
  });
});

describe('if PUBLIC_URL is set', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };

  it.each([
    ['its host', 'notes.example.org', {}, '/pricing', 200],
    ['its host in capitals', 'NOTES.example.org', forwarded, '/pricing', 200],
    ['its host with the port that https has anyway', 'notes.example.org:443', forwarded, '/pricing', 200],
    ['another port of its host', 'notes.example.org:8443', forwarded, '/pricing', 421],
    ['another host', 'evil.example', {}, '/pricing', 421],
    ['another host behind the proxy', 'evil.example', forwarded, '/version', 421],
    ['a name of this machine, called by the machine itself', 'localhost', {}, '/pricing', 200],
    ['a name of this machine behind the proxy', 'localhost', forwarded, '/pricing', 421],
    ['any host, for the health check', '10.1.2.3:8080', forwarded, '/healthz', 200],
    ['any host, for whether it lives', '10.1.2.3:8080', forwarded, '/livez', 200],
    ['any host, for whether it is ready', '10.1.2.3:8080', forwarded, '/readyz', 200],
    ['any host, for what begins like those', '10.1.2.3:8080', forwarded, '/readyz/x', 421],
    ['any host, for what begins like the health check', '10.1.2.3', forwarded, '/healthz/x', 421],
  ])('%s', async (_, host, headers, path, status) => {
    const answer = await rawRequest(published.url, path, { headers: { host, ...headers } });
    expect(answer.status).toBe(status);
  });

  it('tells people and programs the right address', async () => {
    const sentence =
      'This server answers only at https://notes.example.org. Open that address. If this server runs behind a proxy, the proxy must forward the Host header.';
    const headers = { host: 'evil.example' };
    const page = await rawRequest(published.url, '/', { headers: { ...headers, accept: 'text/html' } });
    expect([page.headers['content-type'], page.text]).toEqual(['text/plain; charset=utf-8', `${sentence}\n`]);
    const { text } = await rawRequest(published.url, '/check-session', { headers });
    expect(JSON.parse(text)).toEqual({ error: { code: 'unknownHost', message: sentence } });
  });
});

it('asks browsers to stay with https exactly where PUBLIC_URL begins with it', async () => {
  for (const path of ['/pricing', '/version', '/nothing', '/healthz']) {
    const answer = await rawRequest(published.url, path, { headers: { host: 'notes.example.org' } });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    const { headers } = await rawRequest(own.url, path, { headers: {} });
    expect(headers['strict-transport-security']).toBeUndefined();
  }
  const app = new Hono().use(
    securityHeaders(null, { script: [], connect: [], image: [] }, 'http://10.0.0.5'),
  );
  expect((await app.request('/')).headers.get('strict-transport-security')).toBeNull();
});

describe('an invalid Host', () => {
  it.each([
    'a"onmouseover="alert(1)',
    'a<script>',
    "a'b",
    'a$&b',
    'a`b`',
    'a;b',
    'user@localhost',
    'localhost/..',
    'localhost:99999999',
    'localhost:http',
    'exa mple.org',
    '[::1',
    '%6cocalhost',
    'a,b',
    '999.999.999.999',
  ])('%s: 400, and never in the answer', async (host) => {
    for (const server of [own, published]) {
      const answer = await rawRequest(server.url, '/pricing', { headers: { host, accept: 'text/html' } });
      expect(answer.status).toBe(400);
      expect(answer.text).toMatch(
        /^(The Host header of this request is not a host name\.|This request is malformed: .*\.)\n$/,
      );
      expect(answer.text).not.toContain(host);
    }
  });

  it('is rejected twice, or with another one in the request line', async () => {
    const { port } = own;
    const end = 'Connection: close\r\n\r\n';
    const two = `GET /pricing HTTP/1.1\r\nHost: localhost:${port}\r\nHost: evil.example\r\n${end}`;
    expect(await rawBytes(own.url, two)).toMatch(/^HTTP\/1\.1 400 /);
    const beside = `GET http://evil.example/pricing HTTP/1.1\r\nHost: localhost:${port}\r\n${end}`;
    expect(await rawBytes(own.url, beside)).toMatch(/^HTTP\/1\.1 400 /);
    const same = `GET http://localhost:${port}/pricing HTTP/1.1\r\nHost: localhost:${port}\r\n${end}`;
    expect(await rawBytes(own.url, same)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is not needed for a health check in HTTP/1.0', async () => {
    expect(await rawBytes(published.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await rawBytes(published.url, 'GET /pricing HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('a valid one is the origin of the page', async () => {
    const { text } = await rawRequest(own.url, '/pricing', { headers: { host: 'table.example:8080' } });
    expect(text).toContain('href="http://table.example:8080/pricing"');
  });
});

it('an idle connection is kept longer than a proxy keeps it (60 s)', async () => {
  const { headers } = await rawRequest(own.url, '/healthz', { headers: { connection: 'keep-alive' } });
  expect(headers['keep-alive']).toBe('timeout=75');
});
