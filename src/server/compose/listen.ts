import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from '#server/platform/log.ts';
import { portOf } from '#server/platform/port-of.ts';
import { StartError } from '#server/platform/start-error.ts';
import { within } from '#server/platform/within.ts';
import type { Server } from './app.ts';

/** Longer than proxies keep an idle connection (60 s), so that none sends a request while it is being closed. */
const KEEP_ALIVE_MS = 75_000;

/** On one connection, of requests that were sent without waiting for answers; browsers and proxies send one. */
const MOST_UNANSWERED = 20;

export type Listening = Awaited<ReturnType<typeof listen>>;

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use. Stop what uses it, or set PORT to another.`,
  EACCES: (_, port) => `Port ${port} may not be used by this user. Set PORT to one from 1024.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `HOST ${host} is not an address of this machine.`,
};

function addressOf(host: string, port: number): string {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|::)$/.test(host);
  return `http://${local ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A request line may contain a whole URL, which must not bypass the check of Host. */
function namesTwoHosts({ url = '', headers }: IncomingMessage): boolean {
  if (url.startsWith('/') || !URL.canParse(url)) return false;
  const asked = `http://${headers.host ?? ''}`;
  return !URL.canParse(asked) || new URL(asked).host !== new URL(url).host;
}

/** @param before receives each request first and may pass it on (development) @throws StartError */
export async function listen(
  server: Server,
  options: {
    host: string;
    port: number;
    before?: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;
    log?: Pick<Logger, 'error'>;
  },
) {
  const { host, port, before } = options;
  let isClosing = false;
  const answer = getRequestListener((request, env) => server.fetch(request, env), {
    overrideGlobalObjects: false,
    // Health checks in HTTP/1.0 may lack a Host.
    hostname: 'host.invalid',
    errorHandler(error) {
      if (!(error instanceof RequestError)) throw error;
      return new Response(`This request is malformed: ${error.message}.\n`, {
        status: 400,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      });
    },
  });
  const unanswered = new WeakMap<Socket, number>();
  const http = createHttpServer((request, response) => {
    const { socket } = request;
    const waiting = (unanswered.get(socket) ?? 0) + 1;
    if (waiting > MOST_UNANSWERED) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, waiting);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (isClosing) response.setHeader('connection', 'close');
    if (namesTwoHosts(request)) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('This request is malformed: its address and its Host header name different hosts.\n');
      return;
    }
    if (before) before(request, response, () => void answer(request, response));
    else void answer(request, response);
  });
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? '']?.(host, port);
      reject(reason === undefined ? error : new StartError(reason));
    });
    http.listen(port, host, resolve);
  });
  http.on('error', (error) => options.log?.error({ err: error }, 'A connection could not be accepted.'));

  return {
    url: addressOf(host, portOf(http)),
    async close(graceMs: number): Promise<void> {
      isClosing = true;
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await within(graceMs, Promise.all([server.closeStreams(), closed]));
      http.closeAllConnections();
      await closed;
    },
  };
}
