import process from 'node:process';
import { changeAnnouncements } from '#contract/announcements.ts';
import { readConfig } from '#server/platform/config.ts';
import { changeAnnouncements as change } from '#server/status/announcements.ts';
import { announce, announceUsage } from './announce-words.ts';
import { runCommand } from './run-command.ts';
import { askOrOpen } from './running-server.ts';

await runCommand(announceUsage, async (argv) => {
  // Only the server needs identity settings, even in production.
  const config = readConfig({ ...process.env, NODE_ENV: '' });
  return [
    await announce(argv, {
      apply: (body) => askOrOpen(config, changeAnnouncements, body, (database) => change(database, body)),
      now: new Date(),
    }),
  ];
});
