import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { S3Settings } from '#server/platform/config.ts';
import { freePort } from './postgres.ts';

const python = '/usr/bin/python3';
const bucket = 'evenings';

/** Why there is no S3 server here, for the title of a skipped test; null when there is one. */
export function noS3Reason(): string | null {
  return existsSync('/usr/lib/python3/dist-packages/swift/proxy/server.py')
    ? null
    : 'OpenStack Swift is not installed (Debian: python3-swift)';
}

/** What a test makes of a request to the store: passes it on, answers 503, or cuts the connection. */
export type Fault = null | 'busy' | 'cut';

/** A real S3 server, and in front of it a proxy that can fail. */
export interface TestS3 {
  settings: S3Settings;
  /** The same for a server in a process of its own. */
  environment: Record<string, string>;
  /** Decides about each request; all pass unless told. */
  fault: (request: IncomingMessage) => Fault;
  /** Requests so far, such as `PUT /evenings/audio/…`, with their headers. */
  seen: { line: string; headers: IncomingMessage['headers'] }[];
  /** Ends the server behind the proxy, without a word (SIGKILL). */
  kill(): Promise<void>;
  /** Starts it again, with what it stored. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-s3-'));
  const port = await freePort();
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const script = join(import.meta.dirname, 'swift-server.py');
    const started = spawn(python, [script, folder, String(port), bucket], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server = started;
    process.once('exit', () => started.kill('SIGKILL'));
    let said = '';
    started.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await Promise.race([
      once(started.stdout, 'data'),
      once(started, 'exit').then(([code]) => {
        throw new Error(`The S3 server ended with ${code}: ${said}`);
      }),
    ]);
  }

  async function kill(): Promise<void> {
    const running = server;
    server = null;
    if (running === null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  const proxy: Server = createServer((incoming, outgoing) => {
    s3.seen.push({ line: `${incoming.method} ${incoming.url}`, headers: incoming.headers });
    const fault = s3.fault(incoming);
    if (fault === 'cut') {
      incoming.socket.destroy();
      return;
    }
    if (fault === 'busy') {
      outgoing.writeHead(503, { 'content-type': 'application/xml', connection: 'close' });
      outgoing.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>');
      return;
    }
    const { method, url, headers } = incoming;
    const passed = request(
      {
        port,
        host: '127.0.0.1',
        agent: false,
        method,
        path: url,
        headers: { ...headers, connection: 'close' },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => incoming.socket.destroy());
    incoming.pipe(passed);
  });

  await start();
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const s3: TestS3 = {
    settings: {
      bucket,
      url,
      region: 'us-east-1',
      keys: { id: 'test:tester', secret: 'testing' },
      encryption: null,
    },
    environment: {
      S3_BUCKET: bucket,
      S3_URL: url,
      S3_ACCESS_KEY_ID: 'test:tester',
      S3_SECRET_ACCESS_KEY: 'testing',
    },
    fault: () => null,
    seen: [],
    kill,
    start,
    async stop() {
      await kill();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
  return s3;
}
