import { moveDatabase } from '#server/backups/move-database.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { settings } from '#server/platform/settings.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readOption, rowsOf } from './backup-words.ts';
import { runCommand } from './run-command.ts';

const usage = 'Usage: npm run --silent move -- --to DATABASE_URL';

await runCommand(usage, async (argv) => {
  const to = readOption(argv, 'to', usage);
  // Never print the value: it contains a password.
  if (!settings.DATABASE_URL.schema.safeParse(to).success)
    throw new StartError(`--to must be an address that begins with postgres:// or postgresql://. ${usage}`);
  const config = readConfig({ ...process.env, NODE_ENV: '', DATABASE_URL: '', DATABASE_URL_FILE: '' });
  const { counts, kept } = await moveDatabase({ ...config, to, log: createLog('warn') });
  return [
    `Moved ${rowsOf(counts)}. From now on, start with DATABASE_URL set to that address.`,
    `Recordings stay where they are. The embedded database is kept in ${kept}: delete it when all is well.`,
  ];
});
