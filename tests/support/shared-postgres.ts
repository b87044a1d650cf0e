import process from 'node:process';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createJobQueue } from '#server/platform/job-queue.ts';
import { silentLog } from './database.ts';
import { noPostgresReason, startCluster, type TestPostgres, withDatabase } from './postgres.ts';

/** And a migrated database for test files to copy. TEST_DATABASE=embedded: none. @returns what ends it */
export default async function sharePostgres(): Promise<() => Promise<void>> {
  const isShared = process.env.DATABASE_TEMPLATE_TEST !== undefined;
  if (isShared || process.env.TEST_DATABASE === 'embedded' || noPostgresReason() !== null)
    return async () => undefined;
  const given = process.env.DATABASE_URL_TEST;
  const cluster: TestPostgres =
    given === undefined ? await startCluster() : { url: given, stop: async () => undefined };
  const template = await withDatabase(cluster.url);
  const database = await openDatabase({ databaseUrl: template.url, dataFolder: null, log: silentLog });
  const queue = createJobQueue(database, { log: silentLog });
  await queue.start({ takesWork: false });
  await queue.stop();
  await database.close();
  process.env.DATABASE_URL_TEST = cluster.url;
  process.env.DATABASE_TEMPLATE_TEST = template.name;
  return async () => {
    await template.drop();
    await cluster.stop();
  };
}
