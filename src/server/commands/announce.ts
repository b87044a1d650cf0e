import process from 'node:process';
import { Announcements } from '#contract/announcements.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createLog } from '#server/platform/log.ts';
import { changeAnnouncements } from '#server/status/announcements.ts';
import { announce, announceUsage } from './announce-words.ts';
import { runCommand } from './run-command.ts';
import { askRunningServer } from './running-server.ts';

/** Through the running server, because only it can use the embedded database. */
async function apply(config: Config, change: Partial<Announcements>): Promise<Announcements> {
  const answer = await askRunningServer(config, 'PUT', '/operator/announcements', change);
  if (answer !== null) return Announcements.parse(answer);
  const database = await openDatabase({ ...config, log: createLog('warn') });
  try {
    return await changeAnnouncements(database, change);
  } finally {
    await database.close();
  }
}

await runCommand(announceUsage, async (argv) => {
  // Only the server needs identity settings, even in production.
  const config = readConfig({ ...process.env, NODE_ENV: '' });
  return [await announce(argv, { apply: (change) => apply(config, change), now: new Date() })];
});
