import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import pg from 'pg';

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

export interface TestCluster extends TestPostgres {
  /** `fast` notifies every connection, `immediate` is a crash. */
  end(mode: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  /** SIGSTOP: connections stay open, and nothing answers. */
  freeze(): void;
  thaw(): void;
}

const packages = '/usr/lib/postgresql';

function binaries(): string | null {
  if (!existsSync(packages)) return null;
  const newest = readdirSync(packages).sort((a, b) => Number(b) - Number(a))[0];
  const folder = newest === undefined ? null : join(packages, newest, 'bin');
  return folder !== null && existsSync(join(folder, 'initdb')) ? folder : null;
}

/** PostgreSQL refuses to run as root; its package creates a user. */
function owner(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {};
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' })),
    );
    return { uid: uid!, gid: gid! };
  } catch {
    return null;
  }
}

/** For the title of a skipped test; null if there is a PostgreSQL. */
export function noPostgresReason(): string | null {
  if (process.env.DATABASE_URL_TEST) return null;
  if (binaries() === null) return 'no DATABASE_URL_TEST and no PostgreSQL installed';
  return owner() === null ? 'PostgreSQL does not run as root, and there is no user postgres' : null;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/**
 * Begins with other ports as long as somebody else has the one tried. Below those lent to connections, so that a port is
 * still free at a restart; at random, so that runs do not meet.
 */
export async function onOwnPort(begin: (port: number) => Promise<void>, tries = 20): Promise<void> {
  try {
    await begin(randomInt(10_000, 32_000));
  } catch (error) {
    if (tries === 1 || !String(error).includes('Address already in use')) throw error;
    await onOwnPort(begin, tries - 1);
  }
}

export interface TestDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

let databases = 0;

/** Empty, or a copy of a database without connections. */
export async function withDatabase(adminUrl: string, template = 'template1'): Promise<TestDatabase> {
  databases += 1;
  const name = `hearthscribe_test_${process.pid}_${databases}_${Math.floor(performance.now())}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // Copying files takes two thirds of the CPU of writing their pages to the log, which is the default.
  await run(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/** A migrated, empty database in the PostgreSQL of this run of tests; null without one. */
export async function copyTestDatabase(): Promise<TestDatabase | null> {
  const { DATABASE_URL_TEST: url, DATABASE_TEMPLATE_TEST: template } = process.env;
  return url === undefined || template === undefined ? null : withDatabase(url, template);
}

/** In DATABASE_URL_TEST, which a run of tests sets, or in a temporary cluster. */
export async function startPostgres(): Promise<TestPostgres> {
  if (process.env.DATABASE_URL_TEST === undefined) return startCluster();
  const { url, drop } = await withDatabase(process.env.DATABASE_URL_TEST);
  return { url, stop: drop };
}

/** Null if a test can have its own cluster. */
export function noClusterReason(): string | null {
  if (binaries() === null) return 'no PostgreSQL installed';
  return owner() === null ? 'PostgreSQL does not run as root, and there is no user postgres' : null;
}

type Owner = NonNullable<ReturnType<typeof owner>>;

function makeFolder({ uid, gid }: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-postgres-'));
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'hearthscribe-tests');

/** Copying takes a fraction of the time of creating. */
function copyEmptyCluster(bin: string, as: Owner, data: string): void {
  const kept = join(cache, `postgres-${basename(dirname(bin))}`);
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to], { stdio: 'pipe' });
  if (existsSync(kept)) {
    copy(kept, data);
    return;
  }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8'],
    { ...as, cwd: dirname(data), stdio: 'pipe' },
  );
  mkdirSync(cache, { recursive: true });
  const unfinished = `${kept}.${process.pid}`;
  copy(data, unfinished);
  try {
    renameSync(unfinished, kept);
  } catch {
    // Another process was faster.
    rmSync(unfinished, { recursive: true });
  }
}

/** Nothing needs to reach the disk, and no database lives long enough for a vacuum. */
const settings = [
  'listen_addresses=127.0.0.1',
  'max_connections=300',
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'jit=off',
];

export async function startCluster(): Promise<TestCluster> {
  const bin = binaries()!;
  const as = owner() ?? {};
  const folder = makeFolder(as);
  const data = join(folder, 'data');
  const options = { ...as, cwd: folder, stdio: 'pipe' as const };
  copyEmptyCluster(bin, as, data);
  let port = 0;
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const started = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
      // The dynamic linker finds all functions once, not again in the process of each connection.
      { ...options, env: { ...process.env, LD_BIND_NOW: '1' }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    server = started;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      started.once('close', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
      started.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('ready to accept connections')) resolve();
      });
    });
    started.removeAllListeners('close');
    const leave = () => started.kill('SIGQUIT');
    process.once('exit', leave);
    started.once('exit', () => process.off('exit', leave));
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = server;
    server = null;
    if (running === null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }

  /** Backends are sessions of their own, so a signal to the group does not reach them. */
  function signalAll(signal: NodeJS.Signals): void {
    const pid = server?.pid;
    if (pid === undefined) return;
    process.kill(pid, signal);
    for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []) {
      try {
        process.kill(Number(child), signal);
      } catch {
        // The backend has ended meanwhile.
      }
    }
  }

  await onOwnPort((own) => {
    port = own;
    return start();
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    end: (mode) => end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async stop() {
      signalAll('SIGCONT');
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
