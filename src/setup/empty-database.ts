import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { databaseFolderOf } from '#server/platform/database/database-folder.ts';
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
  // Copies of the template databases are two thirds of a new folder, and no part of the product uses them.
  for (const text of [
    'update pg_database set datistemplate = false',
    'drop database template0',
    'drop database template1',
  ])
    await database.orm.execute(text);
  await database.close();
  keepEmptyDatabase(databaseFolderOf(dataFolder));
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}
