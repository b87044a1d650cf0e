import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '#server/compose/listen.ts';
import { openServer } from '#server/compose/open-server.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { readOperatorKey } from '#server/platform/operator-key.ts';
import { identityTokenAt } from '#tests/support/identity-client.ts';

const someId = '018f0000-0000-7000-8000-000000000000';
const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-chunked-'));
const logged: Record<string, unknown>[] = [];
let url = '';
let bearer = '';
let close = async () => {};

interface Sent {
  path: string;
  headers: Record<string, string>;
  body: string;
}
interface Route {
  method: string;
  path: string;
}
let routes: Route[] = [];
let operatorKey: string;

beforeAll(async () => {
  const config = readConfig({ PORT: '0', HEARTHSCRIBE_DATA: folder });
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) });
  const server = await openServer({ config, log, web: null, isDevelopment: false });
  const listening = await listen(server, config);
  close = async () => {
    await listening.close(0);
    await server.close();
  };
  operatorKey = (await readOperatorKey(folder)) ?? '';
  url = listening.url.replace('localhost', '127.0.0.1');
  const idToken = await identityTokenAt(url);
  bearer = `Bearer ${idToken}`;
  const signedIn = await ask('POST', { ...sentTo('/login'), body: JSON.stringify({ idToken }) });
  expect(signedIn.status).toBe(200);
  const known = new Set<string>();
  routes = server.app.routes
    .filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
    .map(({ method, path }) => ({ method, path }))
    .filter(({ method, path }) => !known.has(`${method} ${path}`) && known.add(`${method} ${path}`));
}, 120_000);
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

function sentTo(path: string): Sent {
  const at = path.replaceAll(/:\w+(\{[^}]*\})?/g, someId).replace('*', '');
  const form = { 'content-type': 'application/x-www-form-urlencoded', host: new URL(url).host, origin: url };
  if (path === '/idp/oauth2/token')
    return {
      path: at,
      headers: form,
      body: `grant_type=authorization_code&client_id=hearthscribe-web&code=none&redirect_uri=x&code_verifier=${'v'.repeat(43)}`,
    };
  if (path.startsWith('/idp/oauth2') || path.startsWith('/dev/'))
    return { path: at, headers: form, body: 'do=hold&choice=pay&subscription=sub_1&client_id=other' };
  if (path.startsWith('/idp/'))
    return {
      path: at,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser',
      },
      body: '{"AccessToken":"none"}',
    };
  return {
    path: at,
    headers: {
      authorization: bearer,
      'content-type': 'application/json',
      'if-match': '1',
      'idempotency-key': 'chunked-or-not',
      'stripe-signature': 't=1,v1=none',
      'x-operator-key': operatorKey,
    },
    body: '{}',
  };
}

interface Told {
  status: number;
  text: string;
}

/** Imports may have 32 MB. */
const moreThanAnyTakes = 40 * 1024 ** 2;

/** `endless` streams until the server answers. Keep-alive: closing with unread data loses the answer. */
function ask(
  method: string,
  { path, headers, body }: Sent,
  how: 'sized' | 'chunked' | 'endless' | 'announced' = 'sized',
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const length = {
      sized: { 'content-length': String(Buffer.byteLength(body)) },
      announced: { 'content-length': String(moreThanAnyTakes) },
      chunked: { 'transfer-encoding': 'chunked' },
      endless: { 'transfer-encoding': 'chunked' },
    }[how];
    let isAnswered = false;
    const sent = httpRequest(
      new URL(url),
      { path, method, headers: { ...headers, ...length }, agent: new Agent({ keepAlive: true }) },
      (answer) => {
        isAnswered = true;
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        const done = () => {
          resolve({ status: answer.statusCode ?? 0, text });
          sent.destroy();
        };
        answer.on('end', done).on('error', done);
      },
    );
    sent.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    if (how === 'sized') sent.end(body);
    else if (how === 'announced') sent.flushHeaders();
    else if (how === 'chunked') {
      const middle = Math.floor(body.length / 2);
      sent.write(body.slice(0, middle));
      setImmediate(() => sent.end(body.slice(middle)));
    } else {
      const piece = Buffer.alloc(64 * 1024, ' ');
      let left = moreThanAnyTakes / piece.length;
      const more = (): void => {
        while (!isAnswered && left > 0) {
          left -= 1;
          if (!sent.write(piece)) {
            sent.once('drain', more);
            return;
          }
        }
        if (!isAnswered) sent.end();
      };
      more();
    }
  });
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

const lasting = ({ status, text }: Told) => [status, status >= 400 ? text : ''];

describe('a body in chunks (Transfer-Encoding: chunked)', () => {
  it('is validated on every route that accepts one', () => {
    const names = routes.map(nameOf);
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /login',
        'PATCH /campaigns/:campaignId',
        'PUT /users/:userId/preferences',
        'POST /stripe/webhook',
        'POST /idp/*',
        'POST /idp/oauth2/token',
        'POST /idp/oauth2/authorize',
        'POST /dev/billing',
        'POST /dev/billing/checkout/:checkout',
      ]),
    );
  });

  it('gets the same response on every route as with a length', async () => {
    for (const route of routes) {
      const sent = sentTo(route.path);
      const sized = await ask(route.method, sent, 'sized');
      const chunked = await ask(route.method, sent, 'chunked');
      expect([nameOf(route), ...lasting(chunked)]).toEqual([nameOf(route), ...lasting(sized)]);
      expect([nameOf(route), chunked.status === 500]).toEqual([nameOf(route), false]);
    }
  });

  it.each([
    ['/idp/oauth2/token', '{"error":"invalid_grant"}'],
    ['/idp/', 'NotAuthorizedException'],
    ['/login', 'idToken'],
  ])('is read at %s', async (path, told) => {
    expect((await ask('POST', sentTo(path), 'chunked')).text).toContain(told);
  });

  it('works at the Stripe stand-in', async () => {
    expect((await ask('POST', sentTo('/dev/billing'), 'chunked')).status).toBe(303);
  });

  it('may be as large as with a declared length, and no larger', async () => {
    const refused: string[] = [];
    for (const route of routes) {
      const sent = sentTo(route.path);
      const announced = await ask(route.method, sent, 'announced');
      const endless = await ask(route.method, sent, 'endless');
      expect([nameOf(route), endless.status]).toEqual([nameOf(route), announced.status]);
      if (endless.status === 413) refused.push(nameOf(route));
    }
    expect(refused).toEqual(
      expect.arrayContaining([
        'POST /login',
        'POST /stripe/webhook',
        'POST /idp/*',
        'POST /idp/oauth2/token',
        'POST /dev/billing',
        'POST /sessions/:sessionId/transcripts',
      ]),
    );
  });

  it('is not logged as our failure if the client disconnects', async () => {
    const { hostname, port } = new URL(url);
    for (const { method, path } of routes) {
      for (const length of ['content-length: 100000', 'transfer-encoding: chunked']) {
        const sent = sentTo(path);
        const before = logged.length;
        const headers = Object.entries({ host: `${hostname}:${port}`, ...sent.headers })
          .map(([name, value]) => `${name}: ${value}`)
          .join('\r\n');
        const socket = connect(Number(port), hostname);
        await new Promise<void>((resolve) => {
          socket.once('connect', resolve);
        });
        socket.on('error', () => undefined);
        const piece = length.startsWith('transfer') ? '1\r\n{\r\n' : '{';
        await new Promise<void>((resolve) => {
          socket.write(`${method} ${sent.path} HTTP/1.1\r\n${headers}\r\n${length}\r\n\r\n${piece}`, () =>
            resolve(),
          );
        });
        await ask('GET', { path: '/version', headers: {}, body: '' });
        socket.destroy();
        await vi.waitFor(
          () =>
            expect(logged.slice(before).some(({ route = '/version' }) => route !== '/version')).toBe(true),
          {
            timeout: 30_000,
            interval: 5,
          },
        );
        const failures = logged
          .slice(before)
          .filter(({ level, status }) => Number(level) >= 50 || Number(status) >= 500);
        expect([method, path, length, failures]).toEqual([method, path, length, []]);
      }
    }
  });
});

describe('an upload in chunks of HTTP', () => {
  const tus = (offset: number) => ({
    authorization: bearer,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  });

  async function upload(sizeBytes: number): Promise<{ id: string; tusUrl: string }> {
    const post = async (path: string, body: object) => {
      const { text } = await ask('POST', { ...sentTo(path), body: JSON.stringify(body) });
      return JSON.parse(text);
    };
    const campaign = await post('/campaigns', { title: 'In pieces' });
    const session = await post(`/campaigns/${campaign.id}/sessions`, {});
    return post(`/sessions/${session.id}/uploads`, { fileName: 'x.mp3', sizeBytes, fingerprint: 'print' });
  }
  const offsetOf = async (id: string) =>
    JSON.parse((await ask('GET', { ...sentTo(`/uploads/${id}`), body: '' })).text).offset;

  it('is accepted, and never grows beyond the declared size', async () => {
    const { id, tusUrl } = await upload(10);
    const first = await ask('PATCH', { path: tusUrl, headers: tus(0), body: 'abcd' }, 'chunked');
    expect(first.status).toBe(204);
    expect(await offsetOf(id)).toBe(4);
    const tooMuch = await ask('PATCH', { path: tusUrl, headers: tus(4), body: 'e'.repeat(100) }, 'chunked');
    expect(tooMuch.status).toBeGreaterThanOrEqual(400);
    expect(tooMuch.status).toBeLessThan(500);
    expect(await offsetOf(id)).toBeLessThanOrEqual(10);
  });

  it('keeps what arrived before the client disconnected, without logging a failure', async () => {
    const { id, tusUrl } = await upload(1000);
    const before = logged.length;
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const headers = Object.entries({ host: `${hostname}:${port}`, ...tus(0) })
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n');
    socket.write(`PATCH ${tusUrl} HTTP/1.1\r\n${headers}\r\ntransfer-encoding: chunked\r\n\r\n4\r\nabcd\r\n`);
    await ask('GET', { path: '/version', headers: {}, body: '' });
    socket.destroy();
    await vi.waitFor(
      () => expect(logged.slice(before).some((line) => line.route === '/uploads/tus/:uploadId')).toBe(true),
      {
        timeout: 30_000,
        interval: 5,
      },
    );
    expect(await offsetOf(id)).toBeLessThanOrEqual(4);
    expect(logged.slice(before).filter(({ status }) => Number(status) >= 500)).toEqual([]);
  });
});

it('closes a connection with many requests at once, so that it holds nobody', async () => {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answered = '';
  socket.on('data', (bytes) => {
    answered += bytes.toString('latin1');
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.write(`GET /status HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(1500));
  await ended;
  expect(answered.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(20);
});
