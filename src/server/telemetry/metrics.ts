import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { waitingEvents } from '#server/billing/reconciliation.ts';
import { findLedgerFaults, ledgerChecks } from '#server/credits/ledger-checks.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Operation, Telemetry } from '#server/platform/telemetry.ts';
import { within } from '#server/platform/within.ts';

/** The checks read whole tables. */
const checkEveryMs = 15 * 60_000;
/** Less than Prometheus waits. */
const databaseMs = 5_000;

/** Seconds. */
const buckets: Record<Operation['kind'], number[]> = {
  call: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
  job: [0.1, 1, 10, 60, 300, 900, 3_600, 10_800],
  stage: [0.1, 1, 10, 60, 300, 900, 3_600, 10_800],
};

export interface MetricsSources extends Pick<Shared, 'database' | 'clock'> {
  queue: Pick<JobQueue, 'depths'>;
}

export interface Metrics extends Telemetry {
  follow(sources: MetricsSources): void;
  read(): Promise<{ text: string; type: string }>;
}

/** No label can take more values than the code names. */
export function createMetrics({ version, log }: { version: string; log: Logger }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'hearthscribe_build_info',
    help: 'Always 1; the label is the build’s version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);

  const histogram = (name: string, help: string, kind: Operation['kind'], label: string) =>
    new Histogram<string>({ name, help, labelNames: [label, 'outcome'], buckets: buckets[kind], registers });
  const durations = {
    call: histogram('hearthscribe_http_request_duration_seconds', 'Time to answer a call.', 'call', 'route'),
    job: histogram('hearthscribe_job_duration_seconds', 'Time of one attempt of a job.', 'job', 'queue'),
    stage: histogram(
      'hearthscribe_analysis_stage_duration_seconds',
      'Time of a stage of an analysis.',
      'stage',
      'stage',
    ),
  };
  const labelOf = { call: 'route', job: 'queue', stage: 'stage' } as const;
  const refusals = new Counter({
    name: 'hearthscribe_refusals_total',
    help: 'Calls that were refused, by the code of the error.',
    labelNames: ['code'],
    registers,
  });

  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const databaseUp = gauge(
    'hearthscribe_database_up',
    'Whether the database answered this request for metrics.',
  );
  const jobs = gauge('hearthscribe_jobs', 'Jobs by queue and state, in all processes.', ['queue', 'state']);
  const oldest = gauge(
    'hearthscribe_oldest_job_seconds',
    'How long the oldest job has been waiting beyond its time, or has been running.',
    ['queue', 'state'],
  );
  const faults = gauge(
    'hearthscribe_ledger_faults',
    'Violations of what must be true of the ledger; `npm run reconcile` lists them.',
    ['check'],
  );
  const waiting = gauge(
    'hearthscribe_payment_events_waiting',
    'Events of the payment provider that could not be processed for an hour.',
  );
  const checkedAt = gauge(
    'hearthscribe_ledger_checked_timestamp_seconds',
    'When the ledger was last checked.',
  );

  let sources: MetricsSources | null = null;
  let checkAgainAt = 0;

  async function checkLedger({ database, clock }: MetricsSources): Promise<void> {
    const now = clock.now();
    if (now.getTime() < checkAgainAt) return;
    const found = await findLedgerFaults(database.orm);
    for (const check of ledgerChecks)
      faults.set({ check }, found.filter((one) => one.check === check).length);
    waiting.set((await waitingEvents(database.orm, now)).length);
    checkedAt.set(now.getTime() / 1000);
    checkAgainAt = now.getTime() + checkEveryMs;
  }

  async function readDatabase(): Promise<boolean> {
    jobs.reset();
    oldest.reset();
    if (sources === null) return false;
    try {
      for (const { queue, state, jobs: count, oldestSeconds } of await sources.queue.depths()) {
        jobs.set({ queue, state }, count);
        oldest.set({ queue, state }, oldestSeconds);
      }
      await checkLedger(sources);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'The metrics of the database could not be read.');
      return false;
    }
  }

  return {
    async measure(operation, work) {
      const began = performance.now();
      let outcome = 'failed';
      try {
        const result = await work(operation);
        outcome = 'done';
        return result;
      } finally {
        const { kind, name } = operation;
        const labels = { [labelOf[kind]]: name, outcome: operation.outcome ?? outcome };
        durations[kind].observe(labels, (performance.now() - began) / 1000);
      }
    },
    refused: (code) => refusals.inc({ code }),
    follow(followed) {
      sources = followed;
    },
    async read() {
      databaseUp.set(0);
      await within(
        databaseMs,
        readDatabase().then((hasAnswered) => databaseUp.set(hasAnswered ? 1 : 0)),
      );
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
}
