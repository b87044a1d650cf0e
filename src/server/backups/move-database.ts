import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseLimits } from '#server/platform/database/connections.ts';
import { databaseFolderOf } from '#server/platform/database/database-folder.ts';
import { openUrl } from '#server/platform/database/open-database.ts';
import { portableRows, type RowCounts } from '#server/platform/database/portable-rows.ts';
import type { Logger } from '#server/platform/log.ts';
import { assertEmpty, fillDatabase, readRanMigrations } from './copy-rows.ts';
import { openStoppedSource } from './source.ts';

/**
 * Renames the folder: a start without DATABASE_URL must not continue with old rows and delete newer
 * recordings.
 * @throws StartError without having changed anything
 */
export async function moveDatabase(options: {
  dataFolder: string;
  to: string;
  databaseLimits: DatabaseLimits;
  log: Logger;
}): Promise<{ counts: RowCounts; kept: string }> {
  const { dataFolder, log } = options;
  const kept = join(
    dataFolder,
    `database.moved-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`,
  );
  let counts: RowCounts | null = null;
  const source = await openStoppedSource(dataFolder, log, async () => {
    if (counts !== null) await rename(databaseFolderOf(dataFolder), kept);
  });
  try {
    const target = await openUrl({ ...options, url: options.to });
    try {
      counts = await source.snapshot(async (from) => {
        const ran = await readRanMigrations(from, source.place);
        return target.scriptTransaction(async (to) => {
          await assertEmpty(to, 'The database to move to');
          return fillDatabase(to, ran, portableRows(from), `The database in ${source.place}`);
        });
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  return { counts, kept };
}
