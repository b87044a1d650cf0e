import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Server } from './app.ts';
import { StartError } from './start-error.ts';

/** Time for requests that are being answered to end by themselves. */
const graceMs = 10_000;

export interface Listening {
  /** As one types it into a browser. */
  url: string;
  /** Takes no new connections, lets open requests end, and closes the rest. */
  close(): Promise<void>;
}

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

/**
 * Serves over HTTP.
 * @param before is offered each request first and calls its third argument to pass it on (development)
 * @throws StartError with one clear line when the address cannot be had
 */
export async function listen(
  server: Server,
  options: {
    host: string;
    port: number;
    before?: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;
  },
): Promise<Listening> {
  const { host, port, before } = options;
  let isClosing = false;
  const answer = getRequestListener((request, env) => server.fetch(request, env), {
    overrideGlobalObjects: false,
  });
  const http = createHttpServer((request, response) => {
    if (isClosing) response.setHeader('connection', 'close');
    if (before) before(request, response, () => void answer(request, response));
    else void answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? '']?.(host, port);
      reject(reason === undefined ? error : new StartError(reason));
    });
    http.listen(port, host, resolve);
  });

  return {
    url: addressOf(host, (http.address() as AddressInfo).port),
    async close() {
      isClosing = true;
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await server.closeStreams();
      const grace = new AbortController();
      await Promise.race([
        closed,
        wait(graceMs, undefined, { signal: grace.signal, ref: false }).catch(() => undefined),
      ]);
      grace.abort();
      http.closeAllConnections();
      await closed;
    },
  };
}
