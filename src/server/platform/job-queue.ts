import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Job as BossJob, fromDrizzle, type Db as JobStore, PgBoss } from 'pg-boss';
import { present, recordOf } from '#contract/unknown-values.ts';
import { breath } from './breath.ts';
import { currentCause, readCause, withCause } from './cause.ts';
import type { Database, Orm } from './database/database.ts';
import { isDatabaseLost } from './database/lost-database.ts';
import { isDiskFull } from './disk-full.ts';
import { newId } from './ids.ts';
import type { Logger } from './log.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { noTelemetry, type Telemetry } from './telemetry.ts';

export interface Job<Data> {
  id: string;
  data: Data;
  version: number;
  /** The server stops or another process took the job: throw at the next checkpoint. */
  signal: AbortSignal;
  /** 0 the first time; a crash or stop counts too. */
  attempt: number;
}

export interface QueueSettings {
  retryLimit?: number;
  concurrency?: number;
  /** Of the jobs' data; 1 unless set. Handlers must know all earlier versions. */
  version?: number;
  /** Users take turns. One job more than `concurrency` runs, but at most `concurrency` of one user. */
  isShared?: boolean;
}

interface QueueDepth {
  queue: string;
  /** `retry`: failed at least once, and waits. */
  state: 'created' | 'retry' | 'active' | 'failed';
  jobs: number;
  /** Overdue, or running. */
  oldestSeconds: number;
}

/** Durable. Each job runs at least once, also after a crash: handlers must detect what is done. */
export type JobQueue = ReturnType<typeof createJobQueue>;

const schema = 'pgboss';
const causeKey = '$cause';

function withCauseOf(data: object): object {
  const cause = currentCause();
  return cause === undefined ? data : { ...data, [causeKey]: cause };
}

const lostLogMs = 30_000;
const diskFullPauseMs = 5_000;
const stopTimeoutMs = 20_000;
/** pg-boss requires at least 10 s. With the pause between looks, another process takes over within 15 s. */
const heartbeatSeconds = 10;
const heartbeatRefreshSeconds = 3;
const lookEveryMs = 1000;
/** pg-boss asks once for each slot of each queue, which adds up; looks and notifications say when there is something. */
const pollSeconds = 60;
const unfinishedStates = sql.raw("('created', 'retry', 'active')");

/** So a process only sees versions that it knows. */
const versionName = (name: string, version: number) => (version === 1 ? name : `${name}.v${version}`);

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
  options: { log: Logger; telemetry?: Telemetry; pauses?: { diskFullMs: number } },
) {
  const { log, telemetry = noTelemetry, pauses = { diskFullMs: diskFullPauseMs } } = options;
  const embedded = database.kind === 'embedded';
  const stopping = new AbortController();
  let started = false;
  let takesJobs = false;
  const logFull = atMostEvery(lostLogMs, (error: unknown) =>
    log.warn({ err: error }, 'The job queue waits for room on the disk.'),
  );

  const inTurn = oneAtATime();
  /**
   * Polls and the ends of jobs: one after another, so that a call waits for one of them. On a full disk they wait:
   * an end that failed would leave its job active.
   */
  const patient = (store: JobStore): JobStore => ({
    ...store,
    async executeSql(text, values) {
      for (;;) {
        try {
          return await inTurn(async () => {
            await breath();
            return store.executeSql(text, values);
          });
        } catch (error) {
          if (!takesJobs || stopping.signal.aborted || !isDiskFull(error)) throw error;
          logFull(error);
          await wait(pauses.diskFullMs, undefined, { signal: stopping.signal });
        }
      }
    },
  });
  const boss = new PgBoss({
    ...(database.jobs.backend === 'pglite'
      ? { db: patient(database.jobs.store), backend: 'pglite' as const }
      : // biome-ignore lint/plugin: node-postgres and pg-boss take the same settings, typed apart.
        { ...(database.jobs.connection as object), max: 4 }),
    schema,
    schedule: false,
    useListenNotify: true,
    // The embedded database has one connection, and these are maintenance of a busy shared one.
    ...(embedded ? { reindex: false, monitorVacuum: false } : { monitorIntervalSeconds: 1 }),
  });
  const logLost = atMostEvery(lostLogMs, (error: unknown) =>
    log.warn({ err: error }, 'The job queue cannot reach the database; it goes on once it can.'),
  );
  const report = (error: unknown) => {
    if (isDatabaseLost(error)) logLost(error);
    else if (isDiskFull(error)) logFull(error);
    else log.error({ err: error }, 'The job queue reports an error.');
  };
  boss.on('error', report);
  boss.on('warning', (warning) => log.warn({ warning }, 'Job queue warning.'));

  const queues = new Map<string, { handler: (job: Job<never>) => Promise<void>; settings: QueueSettings }>();

  const versionsOf = (name: string) =>
    Array.from({ length: queues.get(name)?.settings.version ?? 1 }, (_, index) => index + 1);

  const latestVersionOf = (name: string) => versionName(name, queues.get(name)?.settings.version ?? 1);

  const optionsOf = (settings: QueueSettings) => ({
    notify: true,
    retryLimit: settings.retryLimit ?? 50,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 24 * 3600,
    deleteAfterSeconds: 24 * 3600,
    ...(embedded ? {} : { heartbeatSeconds }),
  });

  /** Each that is as wanted costs no statement: a start has a dozen. */
  async function define(all: readonly { queue: string; settings: QueueSettings }[]): Promise<void> {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, recordOf(queue)]));
    for (const { queue, settings } of all) {
      const wanted = optionsOf(settings);
      const found = known.get(queue);
      if (found && Object.entries(wanted).every(([name, value]) => found[name] === value)) continue;
      // One waiting job per singleton key; `send` gives the others unique keys.
      if (!found) await boss.createQueue(queue, { ...wanted, policy: 'short' });
      // Another process may have created it since, with other settings.
      await boss.updateQueue(queue, wanted);
      // pg-boss remembers the queue: otherwise the first send inside a transaction would ask outside it, and hang.
      await boss.getJobById(queue, newId());
    }
    // Jobs that were moved from the embedded database have no heartbeat.
    if (!embedded)
      await boss.getDb().executeSql(
        `update ${schema}.job set heartbeat_seconds = ${heartbeatSeconds}
           where name = any($1) and heartbeat_seconds is null and state in ('created', 'retry')`,
        [all.map(({ queue }) => queue)],
      );
  }

  async function takeBack(names: string[]): Promise<void> {
    if (!(await database.isAlone())) return;
    const { rows } = await boss
      .getDb()
      .executeSql(`select name, id from ${schema}.job where name = any($1) and state = 'active'`, [names]);
    for (const name of names) {
      const ids = rows
        .filter((row: { name: string }) => row.name === name)
        .map((row: { id: string }) => row.id);
      if (ids.length === 0) continue;
      await boss.fail(name, ids, { message: 'The server ended while this job ran.' });
      log.info({ queue: name, jobs: ids.length }, 'Restarted jobs of a stopped process.');
    }
    await boss
      .getDb()
      .executeSql(`update ${schema}.job set start_after = now() where name = any($1) and state = 'retry'`, [
        names,
      ]);
  }

  function handle(
    handler: (job: Job<never>) => Promise<void>,
    name: string,
    version: number,
    job: BossJob<object>,
    signal: AbortSignal,
  ): Promise<void> {
    const { [causeKey]: carried, ...data } = recordOf(job.data);
    const cause = readCause(carried) ?? { requestId: job.id };
    return withCause(cause, () =>
      telemetry.measure({ kind: 'job', name, traceParent: cause.traceParent }, () =>
        handler({
          id: job.id,
          // biome-ignore lint/plugin: only the senders of this queue write this data.
          data: data as never,
          version,
          signal,
          attempt: job.retryCount,
        }),
      ),
    );
  }

  /**
   * Restarts a job that lost the database, or met a full disk, without using up an attempt. On a full disk not even its
   * failure could be stored, so that it would stay active.
   */
  async function run(name: string, version: number, job: BossJob<object>): Promise<void> {
    const queue = present(queues.get(name), `queue ${name}`);
    const signal = AbortSignal.any([job.signal, stopping.signal]);
    for (let losses = 0; ; losses += 1) {
      try {
        return await handle(queue.handler, name, version, job, signal);
      } catch (error) {
        if (signal.aborted || !(isDatabaseLost(error) || isDiskFull(error))) throw error;
        log.warn({ err: error, queue: name, jobId: job.id }, 'A job waits for the database.');
        await wait(Math.min(100 * 2 ** losses, 10_000), undefined, { signal });
        await database.answers(signal);
        log.info({ queue: name, jobId: job.id }, 'A job resumes.');
      }
    }
  }

  /** Start-time fair queueing: users take turns however many jobs each has. */
  async function turnOf(tx: Orm, queue: string, owner: string): Promise<number> {
    const { rows } = await tx.execute<{ turn: number }>(
      sql`select greatest(
          max(-priority) filter (where group_id = ${owner}) + 1,
          coalesce(min(-priority) filter (where state <> 'active'), max(-priority), 0)
        )::int as turn
        from ${sql.raw(schema)}.job where name = ${queue} and state in ${unfinishedStates}`,
    );
    return present(rows[0], 'turn of the job').turn;
  }

  async function take(name: string, version: number, settings: QueueSettings): Promise<void> {
    const queue = versionName(name, version);
    const { concurrency = 1, isShared = false } = settings;
    const options = {
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
      ...(embedded ? {} : { heartbeatRefreshSeconds }),
    };
    const slots = isShared
      ? { localConcurrency: concurrency + 1, localGroupConcurrency: concurrency }
      : { localConcurrency: concurrency };
    await boss.work<object>(queue, { ...options, ...slots }, async (jobs) => {
      for (const job of jobs) await run(name, version, job);
    });
  }

  /** Retries, jobs for later and dead processes send no notification. */
  async function look(): Promise<void> {
    const workers = boss.getWipData();
    const { rows } = await boss.getDb().executeSql(
      `select distinct name, state = 'active' as lost from ${schema}.job
         where name = any($1) and (state in ('created', 'retry') and start_after <= now()
           or state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < now())`,
      [workers.map(({ name }) => name)],
    );
    for (const { name, lost } of rows)
      if (lost) await boss.supervise(name);
      else for (const { id } of workers.filter((worker) => worker.name === name)) boss.notifyWorker(id);
  }

  async function keepLooking(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await wait(lookEveryMs, undefined, { signal })
        .then(look)
        .catch((error) => signal.aborted || report(error));
    }
  }

  /** Null if a waiting job has the same `singletonKey`. @param options.owner the user, in shared queues */
  async function send(
    tx: Orm,
    name: string,
    data: object,
    {
      singletonKey = newId(),
      afterSeconds,
      owner,
    }: { singletonKey?: string; afterSeconds?: number; owner?: string } = {},
  ): Promise<string | null> {
    const queue = latestVersionOf(name);
    return boss.send(queue, withCauseOf(data), {
      singletonKey,
      ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
      ...(owner === undefined ? {} : { group: { id: owner }, priority: -(await turnOf(tx, queue, owner)) }),
      // biome-ignore lint/plugin: pg-boss only calls `execute`, which every transaction has.
      db: fromDrizzle(tx as Parameters<typeof fromDrizzle>[0], sql),
    });
  }

  const recurring = new Set<string>();

  return {
    /** Runs work at each start and then regularly, in only one process. Call before `start`. */
    every(name: string, seconds: number, work: () => Promise<void>): void {
      recurring.add(name);
      this.work(name, async () => {
        await work();
        await database.transaction((tx) =>
          send(tx, name, {}, { singletonKey: 'next', afterSeconds: seconds }),
        );
      });
    },
    work<Data extends object>(
      name: string,
      handler: (job: Job<Data>) => Promise<void>,
      settings: QueueSettings = {},
    ): void {
      if (started) throw new Error(`Queue "${name}" was added too late: the job queue has started.`);
      // biome-ignore lint/plugin: only the senders of this queue put data there.
      queues.set(name, { handler: handler as (job: Job<never>) => Promise<void>, settings });
    },
    /** Recovers a dead process's jobs, then starts work. @param options.takesWork false: only sends */
    async start({ takesWork = true }: { takesWork?: boolean } = {}): Promise<void> {
      started = true;
      await boss.start();
      const all = [...queues].flatMap(([name, { settings }]) =>
        versionsOf(name).map((version) => ({ name, version, settings, queue: versionName(name, version) })),
      );
      await define(all);
      if (!takesWork) return;
      await takeBack(all.map(({ queue }) => queue));
      takesJobs = true;
      for (const { name, version, settings } of all) await take(name, version, settings);
      void keepLooking();
      for (const name of recurring)
        await database.transaction((tx) => send(tx, name, {}, { singletonKey: 'start' }));
    },
    send,
    async unfinished<Data extends object>(name: string): Promise<Data[]> {
      const { rows } = await boss
        .getDb()
        .executeSql(
          `select data from ${schema}.job where (name = $1 or name like $2) and state in ('created', 'retry', 'active')`,
          [name, `${name}.v%`],
        );
      return rows.map((row: { data: Data }) => row.data);
    },
    /** Jobs of a shared queue that come before an owner's next one, and those that run. */
    async ahead<Data extends object>(tx: Orm, name: string, owner: string) {
      const queue = latestVersionOf(name);
      const turn = await turnOf(tx, queue, owner);
      const { rows } = await tx.execute<{ data: Data; runs: boolean }>(
        sql`select data, state = 'active' as runs from ${sql.raw(schema)}.job
          where name = ${queue} and state in ${unfinishedStates} and (state = 'active' or -priority <= ${turn})`,
      );
      const dataOf = (isRunning: boolean) =>
        rows.filter(({ runs }) => runs === isRunning).map(({ data }) => data);
      return { waiting: dataOf(false), running: dataOf(true) };
    },
    async depths(): Promise<QueueDepth[]> {
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
    async stop(): Promise<void> {
      if (!started) return;
      // First, or the aborted handlers would get their own jobs again.
      const names = [...queues.keys()].flatMap((name) =>
        versionsOf(name).map((version) => versionName(name, version)),
      );
      await Promise.all(names.map((name) => boss.offWork(name, { wait: false })));
      stopping.abort(new Error('The server is stopping.'));
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
    },
  };
}
