import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { S3Settings } from '#server/platform/config.ts';
import { onOwnPort } from './postgres.ts';

const python = '/usr/bin/python3';
const bucket = 'evenings';

/** For the title of a skipped test; null if there is a server. */
export function noS3Reason(): string | null {
  return existsSync('/usr/lib/python3/dist-packages/swift/proxy/server.py')
    ? null
    : 'OpenStack Swift is not installed (Debian: python3-swift)';
}

/** `busy`: answers 503; `cut`: closes the connection. */
export type Fault = null | 'busy' | 'cut';

/** A real S3 server behind a proxy that can fail. */
export interface TestS3 {
  settings: S3Settings;
  /** For a server in its own process. */
  environment: Record<string, string>;
  fault: (request: IncomingMessage) => Fault;
  /** Such as `PUT /evenings/audio/…`. */
  seen: { line: string; headers: IncomingMessage['headers'] }[];
  /** SIGKILL; the proxy continues. */
  kill(): Promise<void>;
  /** Keeps what was stored. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-s3-'));
  let port = 0;
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
      once(started, 'close').then(([code]) => {
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

  await onOwnPort((own) => {
    port = own;
    return start();
  });
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
