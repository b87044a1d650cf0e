import { join, resolve } from 'node:path';
import { copyDatabase, DatabaseCopy } from '#contract/backups.ts';
import { openSource } from '#server/backups/source.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { buildVersion } from '#server/compose/open-server.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { DataFolderInUse } from '#server/platform/database/data-lock.ts';
import { databaseFolderOf } from '#server/platform/database/database-folder.ts';
import { workFolderOf } from '#server/platform/files/work-folder.ts';
import { createLog } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { openStore } from '#server/recordings/open-store.ts';
import { describeBackup, readOption } from './backup-words.ts';
import { runCommand } from './run-command.ts';
import { askRunningServer, originOf } from './running-server.ts';

const usage = 'Usage: npm run --silent backup -- --to FOLDER';

await runCommand(usage, async (argv) => {
  const to = resolve(readOption(argv, 'to', usage));
  const config = readConfig({ ...process.env, NODE_ENV: '' });
  const log = createLog('warn');
  const copyByServer = async () => {
    const answer = await askRunningServer(config, copyDatabase);
    return answer === null
      ? null
      : databaseFolderOf(join(workFolderOf(config.dataFolder), DatabaseCopy.parse(answer).folder));
  };
  const source = await openSource(config, copyByServer, log).catch((error: unknown) => {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new StartError(
      `Nothing answers at ${originOf(config)}: set PORT to the running server’s port. ${error.message}`,
    );
  });
  try {
    const manifest = await writeBackup({
      source,
      store: await openStore(config, log),
      dataFolder: config.dataFolder,
      to,
      version: buildVersion(),
      now: systemClock.now(),
    });
    return [`Backed up to ${to}.`, ...describeBackup(manifest)];
  } finally {
    await source.close();
  }
});
