import type { Clock } from './clock.ts';
import type { Database, Orm } from './database/database.ts';
import { readValue, writeValue } from './installation-values.ts';
import type { JobQueue } from './job-queue.ts';

const forgetJob = 'forget-deleted-rows';
const forgottenAt = 'deleted-rows-forgotten-at';
/** Several deletions in a row are forgotten together. */
const SOON_SECONDS = 30;
const EVERY_MS = 20 * 3_600_000;

/** A deleted row stays in the database's files until its table is vacuumed. */
export interface Forgetting {
  nightly(): Promise<void>;
}

/** Call in the transaction that deletes. */
export async function forgetSoon(queue: Pick<JobQueue, 'send'>, tx: Orm): Promise<void> {
  await queue.send(tx, forgetJob, {}, { singletonKey: 'all', afterSeconds: SOON_SECONDS });
}

export function createForgetting({
  database,
  queue,
  clock,
}: {
  database: Database;
  queue: JobQueue;
  clock: Clock;
}): Forgetting {
  async function forget(): Promise<void> {
    await database.forgetDeleted();
    await writeValue(database.orm, forgottenAt, clock.now().toISOString());
  }
  queue.work(forgetJob, forget, { concurrency: 1, retryLimit: 5 });
  return {
    async nightly() {
      const last = await readValue(database.orm, forgottenAt);
      const now = clock.now();
      if (last === null) await writeValue(database.orm, forgottenAt, now.toISOString());
      else if (now.getTime() - Date.parse(last) >= EVERY_MS) await forget();
    },
  };
}
