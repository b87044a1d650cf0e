import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { recordOf } from '#contract/unknown-values.ts';
import type { SpeechEngine } from '#server/engines/speech/port.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { tenMinuteMp3 } from '#tests/support/audio.ts';
import { silentLog } from '#tests/support/database.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { longSession } from '#tests/support/small-session.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { openWorkServer } from '#tests/support/work-server.ts';
import { childrenOf, readCpu } from './cpu.ts';
import type { Figure } from './figure.ts';

/** Of ten minutes each. */
const RECORDINGS = 6;
const WORDS_A_MINUTE = 165;

/** The cost of an hour of session by stage. Speech recognition only answers. */
export async function benchCost(): Promise<Figure[]> {
  const path = await tenMinuteMp3();
  const recording = await readFile(path);
  const cluster = await startCluster();
  const database = await openDatabase({ databaseUrl: cluster.url, dataFolder: null, log: silentLog });
  const server = await openWorkServer({ database, speech: talkative() });
  const user = await server.addUser({ credits: 10_000 });
  const sessions: string[] = [];
  for (let index = 0; index < RECORDINGS; index += 1) sessions.push(await server.addSession(user));
  const rowsBefore = await rows();
  const bytesBefore = await bytes();

  const spent = { upload: 0, verify: 0, analyse: 0, postgres: -cpuOfPostgres() };
  for (const session of sessions) {
    const wanted = { fileName: 'evening.mp3', sizeBytes: recording.length, fingerprint: session };
    const { body } = await server.request(user, 'POST', `/sessions/${session}/uploads`, wanted);
    spent.upload -= ownCpu();
    const sending = sendByTus({
      url: server.url + body.tusUrl,
      token: user.token,
      file: recording,
      sizeBytes: recording.length,
      chunkBytes: 5 * 1024 ** 2,
    });
    await sending.done;
    spent.upload += ownCpu();
    spent.verify -= ownCpu();
    await until(`/uploads/${body.id}`, 'ready');
    spent.verify += ownCpu();
    const quote = await server.request(user, 'POST', `/sessions/${session}/quote`);
    spent.analyse -= ownCpu();
    const started = await server.request(
      user,
      'POST',
      `/sessions/${session}/analyses`,
      { quoteId: quote.body.id, detailLevel: 'comprehensive' },
      { 'idempotency-key': session },
    );
    await until(`/analyses/${started.body.id}`, 'completed');
    spent.analyse += ownCpu();
  }
  spent.postgres += cpuOfPostgres();
  await database.orm.execute(sql`vacuum full`);
  const rowsAfter = await rows();
  const bytesAfter = await bytes();
  const { size } = await stat(path);
  await server.close();
  await cluster.stop();

  const figure = (
    name: string,
    value: number,
    unit: string,
    peer = 'one core, an hour of session',
  ): Figure => ({
    name: `An hour of session: ${name}`,
    value,
    unit,
    peer,
  });
  return [
    figure('upload', spent.upload, 's of CPU'),
    figure('check of the recording', spent.verify, 's of CPU'),
    figure('analysis without recognition of speech', spent.analyse, 's of CPU'),
    figure('PostgreSQL, all of it', spent.postgres, 's of CPU'),
    figure('rows', rowsAfter - rowsBefore, 'rows', 'in the database'),
    figure('database', (bytesAfter - bytesBefore) / 1024, 'KiB', 'after vacuum full'),
    figure('recording', (size * RECORDINGS) / 1024 ** 2, 'MiB', 'MP3 at 32 kbit/s; usually 64 to 128'),
  ];

  async function until(address: `/uploads/${string}` | `/analyses/${string}`, status: string): Promise<void> {
    for (;;) {
      const { body } = await server.request(user, 'GET', address);
      const { status: now } = recordOf(body);
      if (now === status) return;
      if (now === 'failed' || now === 'rejected' || now === undefined) throw new Error(JSON.stringify(body));
      await pause(100);
    }
  }

  async function rows(): Promise<number> {
    await database.orm.execute(sql`analyze`);
    const { rows: found } = await database.orm.execute<{ count: number }>(
      sql`select coalesce(sum(reltuples) filter (where reltuples > 0), 0)::int as count from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace where nspname = 'public' and relkind = 'r'`,
    );
    return found[0]!.count;
  }

  async function bytes(): Promise<number> {
    const { rows: found } = await database.orm.execute<{ size: number }>(
      sql`select sum(pg_total_relation_size(pg_class.oid))::float8 as size from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace where nspname = 'public' and relkind = 'r'`,
    );
    return found[0]!.size;
  }
}

/** Ten thousand words an hour. */
function talkative(): SpeechEngine {
  const said = longSession(WORDS_A_MINUTE * 10).map(({ text }) => text);
  return {
    id: 'talkative',
    maxChunkSeconds: 30,
    concurrency: 1,
    prepare: async () => undefined,
    close: async () => undefined,
    async hear(chunk) {
      const length = chunk.endMs - chunk.startMs;
      const wanted = (length / 60_000) * WORDS_A_MINUTE;
      const texts: string[] = [];
      for (let words = 0, next = chunk.index * 5; words < wanted; next += 1) {
        const text = said[next % said.length]!;
        texts.push(text);
        words += text.split(/\s+/).length;
      }
      const each = length / texts.length;
      return {
        language: 'en',
        segments: texts.map((text, index) => ({
          startMs: Math.round(index * each),
          endMs: Math.round((index + 1) * each),
          text,
          confidence: 0.9,
          words: null,
          speaker: null,
        })),
      };
    },
  };
}

/** In seconds, with threads and ended children. */
function ownCpu(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1e6 + readCpu(process.pid).children;
}

/** In seconds. Its first process waits for the backends, which are its children. */
function cpuOfPostgres(): number {
  const first = childrenOf(process.pid).find(
    (pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres',
  );
  if (first === undefined) throw new Error('There is no PostgreSQL.');
  return [first, ...childrenOf(first)]
    .map((pid) => readCpu(pid))
    .reduce((sum, { own, children }) => sum + own + children, 0);
}
