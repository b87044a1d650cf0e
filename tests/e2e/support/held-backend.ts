import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { errorCatalogue } from '#contract/errors.ts';

/** JSON or text, a broken connection, or an open stream. */
export type Answer =
  | { kind: 'json'; status: number; body: unknown; headers?: Record<string, string> }
  | { kind: 'text'; status: number; body: string; headers?: Record<string, string> }
  | { kind: 'drop' }
  | { kind: 'stream' };

export interface HeldRequest {
  method: string;
  path: string;
  /** Null for the browser's own requests. */
  call: number | null;
  /** Written to the stream. */
  bytes: number;
  answer(answer: Answer): void;
  write(text: string): void;
  end(): void;
}

export const json = (body: unknown, status = 200): Answer => ({ kind: 'json', status, body });
export const noContent: Answer = { kind: 'text', status: 204, body: '' };
export const dropped: Answer = { kind: 'drop' };

export function failed({ code, ...rest }: { code: string; message?: string; details?: unknown }): Answer {
  if (code === 'network') return dropped;
  const { status } = errorCatalogue[code as keyof typeof errorCatalogue] ?? { status: 500 };
  return json({ error: { code, message: errorCatalogue[code as 'internal']?.message, ...rest } }, status);
}

const inWords = ({ method, path, call }: HeldRequest) => `${method} ${path} (call ${call})`;

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Holds every request until the test answers. Closes connections: browsers retry if a reused one breaks. */
export async function startHeldBackend(folder: string) {
  const held = new Set<HeldRequest>();
  const streams = new Set<HeldRequest>();
  const droppedCalls = new Set<number>();
  let arrivals: number[] = [];
  const news = new EventEmitter();
  let background: (method: string, path: string) => Answer | null = () => null;
  let delay = 0;

  async function serveFile(path: string, response: ServerResponse): Promise<boolean> {
    const name = path.startsWith('/assets/') ? path : '/index.html';
    try {
      const content = await readFile(join(folder, name));
      response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream');
      response.end(content);
      return true;
    } catch {
      return false;
    }
  }

  function hold(request: IncomingMessage, response: ServerResponse, path: string): void {
    const one: HeldRequest = {
      method: request.method ?? '',
      path,
      call: Number(request.headers['x-call-number']) || null,
      bytes: 0,
      answer(answer) {
        held.delete(one);
        if (answer.kind === 'drop') {
          if (one.call !== null) droppedCalls.add(one.call);
          request.socket.destroy();
        } else if (answer.kind === 'stream') {
          streams.add(one);
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.flushHeaders();
        } else {
          const body = answer.kind === 'json' ? JSON.stringify(answer.body) : answer.body;
          const type = answer.kind === 'json' ? 'application/json' : 'text/plain';
          const respond = () => {
            response.writeHead(answer.status, { 'content-type': type, ...answer.headers });
            response.end(answer.status === 204 ? undefined : body);
          };
          // Unread bytes would count as a broken connection.
          if (request.complete) respond();
          else request.once('end', respond);
        }
      },
      write(text) {
        one.bytes += Buffer.byteLength(text);
        response.write(text);
      },
      end() {
        streams.delete(one);
        response.end();
      },
    };
    response.on('close', () => {
      held.delete(one);
      streams.delete(one);
    });
    // The browser retries if a connection breaks that it opened ahead.
    const isDropped = one.call !== null && droppedCalls.has(one.call);
    const atOnce = isDropped ? dropped : background(one.method, path);
    if (atOnce === null) held.add(one);
    else one.answer(atOnce);
    if (one.call !== null) {
      arrivals.push(one.call);
      news.emit('arrived');
    }
  }

  const server = createServer(async (request, response) => {
    response.setHeader('connection', 'close');
    response.setHeader('cache-control', 'no-store');
    const path = request.url ?? '/';
    request.resume();
    if (delay > 0) await setTimeout(delay);
    const isPage = request.headers.accept?.includes('text/html') || path.startsWith('/assets/');
    if (isPage && (await serveFile(path, response))) return;
    hold(request, response, path);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://localhost:${port}`,
    /** Null holds a request. */
    answerInBackground(next: typeof background) {
      background = next;
    },
    /** In milliseconds, as on a busy machine. */
    delayRequests(milliseconds: number) {
      delay = milliseconds;
    },
    request: (call: number): HeldRequest | undefined => [...held].find((one) => one.call === call),
    /** Answers a held request as a stream. */
    stream(call: number): HeldRequest | undefined {
      const waiting = [...held].find((one) => one.call === call);
      waiting?.answer({ kind: 'stream' });
      return [...streams].find((one) => one.call === call);
    },
    /** Each arrival once. */
    known() {
      const told = arrivals;
      arrivals = [];
      return {
        arrived: told,
        held: [...held].flatMap(({ call }) => call ?? []),
        streams: [...streams].flatMap(({ call, bytes }) => (call === null ? [] : [[call, bytes] as const])),
      };
    },
    /** A page may abandon a request on its way. */
    async nextArrival(patience: number): Promise<void> {
      if (arrivals.length > 0) return;
      await once(news, 'arrived', { signal: AbortSignal.timeout(patience) }).catch(() => {});
    },
    heldRequests: (): string[] => [...held].map(inWords),
    /** Also what may still come. */
    release() {
      background = () => dropped;
      for (const one of [...held, ...streams]) one.answer(dropped);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export type HeldBackend = Awaited<ReturnType<typeof startHeldBackend>>;
