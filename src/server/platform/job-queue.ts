import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Job as BossJob, fromDrizzle, PgBoss, type QueueOptions } from 'pg-boss';
import { recordOf } from '#contract/unknown-values.ts';
import { currentCause, readCause, withCause } from './cause.ts';
import type { Database, Orm } from './database/database.ts';
import { isDatabaseLost } from './database/lost-database.ts';
import { newId } from './ids.ts';
import type { Logger } from './log.ts';
import { noTelemetry, type Telemetry } from './telemetry.ts';

export interface Job<Data> {
  id: string;
  data: Data;
  /** Aborts when the server stops or the job belongs to another process: throw at the next checkpoint. */
  signal: AbortSignal;
  /** 0 the first time; a crash or stop of the server also counts as an attempt. */
  attempt: number;
}

export interface QueueSettings {
  retryLimit?: number;
  expireHours?: number;
  concurrency?: number;
}

export interface QueueDepth {
  queue: string;
  /** `retry`: failed once at least, and waits. */
  state: 'created' | 'retry' | 'active' | 'failed';
  jobs: number;
  /** How long the oldest has been waiting beyond its time, or has been running. */
  oldestSeconds: number;
}

/**
 * Durable jobs in the database. Each job runs at least once, even after a crash: handlers must detect what is
 * already done.
 */
export interface JobQueue {
  work<Data extends object>(
    name: string,
    handler: (job: Job<Data>) => Promise<void>,
    settings?: QueueSettings,
  ): void;
  /**
   * Recovers what a dead process left unfinished, then starts work.
   * @param options.takesWork false: only sends, for commands
   */
  start(options?: { takesWork?: boolean }): Promise<void>;
  /**
   * Queues a job when the transaction commits.
   * @param options.singletonKey at most one waiting job of this queue has it; returns null if there is one
   * @param options.afterSeconds how long it waits first
   */
  send(
    tx: Orm,
    name: string,
    data: object,
    options?: { singletonKey?: string; afterSeconds?: number },
  ): Promise<string | null>;
  unfinished(name: string): Promise<unknown[]>;
  /** How many unfinished and failed jobs each queue has, in all processes. */
  depths(): Promise<QueueDepth[]>;
  stop(): Promise<void>;
}

const schema = 'pgboss';
/** Beside the job's own data. */
const causeKey = '$cause';

function withCauseOf(data: object): object {
  const cause = currentCause();
  return cause === undefined ? data : { ...data, [causeKey]: cause };
}

const lostLogMs = 30_000;
const stopTimeoutMs = 20_000;
/** On a shared database, another process takes over a job after this silence. */
const heartbeatSeconds = 60;

function atMostEvery<Argument>(milliseconds: number, act: (argument: Argument) => void) {
  let actedAt = Number.NEGATIVE_INFINITY;
  return (argument: Argument) => {
    const now = performance.now();
    if (now - actedAt < milliseconds) return;
    actedAt = now;
    act(argument);
  };
}

export function createJobQueue(
  database: Database,
  options: { log: Logger; telemetry?: Telemetry },
): JobQueue {
  const { log, telemetry = noTelemetry } = options;
  const embedded = database.kind === 'embedded';
  const boss = new PgBoss({
    ...(database.jobs.backend === 'pglite'
      ? { db: database.jobs.store, backend: 'pglite' as const }
      : { ...(database.jobs.connection as object), max: 4 }),
    schema,
    schedule: false,
    useListenNotify: true,
    // The embedded database has one connection, and these run maintenance on a busy shared one.
    ...(embedded
      ? { reindex: false, monitorVacuum: false }
      : { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 }),
  });
  const logLost = atMostEvery(lostLogMs, (error: unknown) =>
    log.warn({ err: error }, 'The job queue cannot reach the database; it goes on once it can.'),
  );
  boss.on('error', (error) => {
    if (isDatabaseLost(error)) logLost(error);
    else log.error({ err: error }, 'The job queue reports an error.');
  });
  boss.on('warning', (warning) => log.warn({ warning }, 'Job queue warning.'));

  const queues = new Map<string, { handler: (job: Job<never>) => Promise<void>; settings: QueueSettings }>();
  const stopping = new AbortController();
  let started = false;

  async function define(name: string, settings: QueueSettings): Promise<void> {
    const wanted: QueueOptions & { notify: boolean } = {
      notify: true,
      retryLimit: settings.retryLimit ?? 50,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: Math.round((settings.expireHours ?? 24) * 3600),
      deleteAfterSeconds: 24 * 3600,
      ...(embedded ? {} : { heartbeatSeconds }),
    };
    // `short`: one waiting job per singleton key; `send` gives the others unique keys.
    await boss.createQueue(name, { ...wanted, policy: 'short' });
    await boss.updateQueue(name, wanted);
    // Fills the queue's cache: otherwise the first send inside a transaction would query outside it, and
    // hang.
    await boss.getQueue(name);
  }

  async function takeBack(names: string[]): Promise<void> {
    if (!(await database.isAlone())) return;
    for (const name of names) {
      const { rows } = await boss
        .getDb()
        .executeSql(`select id from ${schema}.job where name = $1 and state = 'active'`, [name]);
      const ids = rows.map((row: { id: string }) => row.id);
      if (ids.length > 0) {
        await boss.fail(name, ids, { message: 'The server ended while this job ran.' });
        log.info({ queue: name, jobs: ids.length }, 'Restarted jobs of a stopped process.');
      }
      await boss
        .getDb()
        .executeSql(`update ${schema}.job set start_after = now() where name = $1 and state = 'retry'`, [
          name,
        ]);
    }
  }

  /** The job's log lines and spans have the cause of the call that queued it. */
  function handle(
    handler: (job: Job<never>) => Promise<void>,
    name: string,
    job: BossJob<object>,
    signal: AbortSignal,
  ): Promise<void> {
    const { [causeKey]: carried, ...data } = recordOf(job.data);
    const cause = readCause(carried) ?? { requestId: job.id };
    return withCause(cause, () =>
      telemetry.measure({ kind: 'job', name, traceParent: cause.traceParent }, () =>
        handler({
          id: job.id,
          // biome-ignore lint/plugin: only the senders of this queue put data there.
          data: data as never,
          signal,
          attempt: job.retryCount,
        }),
      ),
    );
  }

  /** If a handler loses the database, it restarts when the database is back, without using up an attempt. */
  async function run(name: string, job: BossJob<object>): Promise<void> {
    const queue = queues.get(name);
    if (!queue) return;
    const signal = AbortSignal.any([job.signal, stopping.signal]);
    for (let losses = 0; ; losses += 1) {
      try {
        return await handle(queue.handler, name, job, signal);
      } catch (error) {
        if (signal.aborted || !isDatabaseLost(error)) throw error;
        log.warn({ err: error, queue: name, jobId: job.id }, 'A job waits for the database.');
        await wait(Math.min(100 * 2 ** losses, 10_000), undefined, { signal });
        await database.answers(signal);
        log.info({ queue: name, jobId: job.id }, 'A job resumes.');
      }
    }
  }

  return {
    work(name, handler, settings = {}) {
      if (started) throw new Error(`Queue "${name}" was added too late: the job queue has started.`);
      queues.set(name, { handler: handler as (job: Job<never>) => Promise<void>, settings });
    },
    async start({ takesWork = true } = {}) {
      started = true;
      await boss.start();
      for (const [name, { settings }] of queues) await define(name, settings);
      if (!takesWork) return;
      await takeBack([...queues.keys()]);
      for (const [name, { settings }] of queues) {
        await boss.work<object>(
          name,
          {
            localConcurrency: settings.concurrency ?? 1,
            pollingIntervalSeconds: 1,
            // Retries raise no notification.
            notifyPollingIntervalSeconds: 1,
          },
          async (jobs) => {
            for (const job of jobs) await run(name, job);
          },
        );
      }
    },
    send: (tx, name, data, sendOptions = {}) =>
      boss.send(name, withCauseOf(data), {
        singletonKey: sendOptions.singletonKey ?? newId(),
        ...(sendOptions.afterSeconds === undefined ? {} : { startAfter: sendOptions.afterSeconds }),
        db: fromDrizzle(tx as Parameters<typeof fromDrizzle>[0], sql),
      }),
    async unfinished(name) {
      const { rows } = await boss
        .getDb()
        .executeSql(
          `select data from ${schema}.job where name = $1 and state in ('created', 'retry', 'active')`,
          [name],
        );
      return rows.map((row: { data: unknown }) => row.data);
    },
    async depths() {
      const { rows } = await boss.getDb().executeSql(
        `select name, state, count(*)::int as jobs,
           extract(epoch from now() - min(case when state = 'active' then started_on else start_after end))::float8 as oldest
         from ${schema}.job where state in ('created', 'retry', 'active', 'failed') group by name, state`,
      );
      return rows.map((row: { name: string; state: QueueDepth['state']; jobs: number; oldest: number }) => ({
        queue: row.name,
        state: row.state,
        jobs: row.jobs,
        oldestSeconds: Math.max(0, row.oldest),
      }));
    },
    async stop() {
      if (!started) return;
      // First stop taking new work, or the aborted handlers would get their own jobs again.
      await Promise.all([...queues.keys()].map((name) => boss.offWork(name, { wait: false })));
      stopping.abort(new Error('The server is stopping.'));
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
    },
  };
}
