import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { callAs } from '#tests/support/call-as.ts';
import { threadMilliseconds } from '#tests/support/longest-stretch.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { buildPrograms } from '../../src/setup/server-build.ts';

const here = join(import.meta.dirname, '..', '..');
const source = join('tests', 'support', 'dying-server-main.ts');

/** As `npm start` runs it: packed, with its options. */
const packed = new Map<string, Promise<string[]>>();
async function pack(): Promise<string[]> {
  const folder = join(here, 'node_modules', '.cache', 'hearthscribe-bench', String(process.pid));
  await buildPrograms(folder, { main: source });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { scripts } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const options: string[] = scripts.start.split(' ').filter((word: string) => word.startsWith('--'));
  return [...options, join(folder, 'main.js')];
}

export interface Host {
  url: string;
  /** How much CPU time its main thread has used; the time that passed, outside Linux. */
  threadMilliseconds(): number;
  pid: number;
  stop(): Promise<void>;
}

/** A token is its user's id. @param root a clone, from its sources; default: this one, packed */
export async function startHost(environment: Record<string, string>, root = here): Promise<Host> {
  if (root === here && !packed.has(root)) packed.set(root, pack());
  const program = (await packed.get(root)) ?? ['--import', 'tsx', join(root, source)];
  const child = spawn(process.execPath, program, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DATABASE_POOL: '6',
      WELCOME_CREDITS: '10000',
      FREE_ANALYSES: '0',
      ...environment,
    },
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /^Hearthscribe is ready at (\S+)$/.exec(line)?.[1];
      if (ready !== undefined) resolve(ready.replace('localhost', '127.0.0.1'));
    });
    void ended.then(() => reject(new Error('The server did not start.')));
  });
  return {
    url,
    threadMilliseconds: () => threadMilliseconds(child.pid),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark reads answers of many shapes
  body: any;
  retryAfter: string | null;
}

export interface User {
  token: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** @throws for a refusal */
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark reads answers of many shapes
  must(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<any>;
}

export async function newUser(url: string): Promise<User> {
  const token = randomUUID();
  const user: User = {
    token,
    async call(method, path, body, headers) {
      const response = await callAs(token, method, url + path, body, headers);
      const text = await response.text();
      return {
        status: response.status,
        body: text.startsWith('{') ? JSON.parse(text) : text,
        retryAfter: response.headers.get('retry-after'),
      };
    },
    async must(method, path, body, headers) {
      const answer = await user.call(method, path, body, headers);
      if (answer.status >= 400)
        throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
  await user.must('POST', '/login', { idToken: token });
  return user;
}

export async function newSession(user: User): Promise<string> {
  const campaign = await user.must('POST', '/campaigns', { title: 'The Lantern Coast' });
  return (await user.must('POST', `/campaigns/${campaign.id}/sessions`, {})).id;
}

/** @returns what starts the analysis */
export async function prepared(user: User): Promise<() => Promise<Answer>> {
  const sessionId = await newSession(user);
  await user.must('POST', `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
  return startOf(user, sessionId);
}

export async function startOf(user: User, sessionId: string): Promise<() => Promise<Answer>> {
  const { id: quoteId } = await user.must('POST', `/sessions/${sessionId}/quote`);
  const terms = { quoteId, detailLevel: 'brief' };
  return () => user.call('POST', `/sessions/${sessionId}/analyses`, terms, { 'idempotency-key': sessionId });
}

/** @throws if it ends with another status */
export async function until(user: User, path: string, statuses: readonly string[]): Promise<string> {
  for (;;) {
    const { status } = await user.must('GET', path);
    if (statuses.includes(status)) return status;
    if (['rejected', 'expired', 'cancelled', 'failed'].includes(status))
      throw new Error(`${path} is ${status}.`);
    await wait(100);
  }
}
