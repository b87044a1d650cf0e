import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { keepEmptyDatabase } from '#server/platform/database/empty-database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createJobQueue } from '#server/platform/job-queue.ts';

const log = pino({ level: 'silent' });
const dataFolder = mkdtempSync(join(tmpdir(), 'hearthscribe-empty-'));
try {
  const database = await openDatabase({ databaseUrl: null, dataFolder, log });
  const queue = createJobQueue(database, { log });
  await queue.start({ takesWork: false });
  await queue.stop();
  await database.close();
  keepEmptyDatabase(join(dataFolder, 'database'));
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}
