import process from 'node:process';
import { Announcements } from '#contract/announcements.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createLog } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { changeAnnouncements } from '#server/status/announcements.ts';
import { announce, announceUsage, Refused } from './announce-words.ts';
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

try {
  const argv = process.argv.slice(2);
  // Only the server needs identity settings, even in production.
  const config = readConfig({ ...process.env, NODE_ENV: '' });
  const isHelp = argv.some((word) => word === '--help' || word === '-h');
  const text = isHelp
    ? announceUsage
    : await announce(argv, { apply: (change) => apply(config, change), now: new Date() });
  process.stdout.write(`${text}\n`);
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text.replace(/\s+/g, ' ').trim()}\n`);
  process.exitCode = error instanceof Refused || error instanceof StartError ? 2 : 1;
}
