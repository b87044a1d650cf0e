import process from 'node:process';
import { readConfig } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import { announce, announceUsage, Refused } from './announce-words.ts';

/** `npm run announce`: exits with 0, or 2 for invalid arguments or settings. */
try {
  const argv = process.argv.slice(2);
  // Identity settings only matter to the server, even in production.
  const { dataFolder } = readConfig({ ...process.env, NODE_ENV: '' });
  const isHelp = argv.some((word) => word === '--help' || word === '-h');
  const text = isHelp ? announceUsage : await announce(argv, { dataFolder, now: new Date() });
  process.stdout.write(`${text}\n`);
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text.replace(/\s+/g, ' ').trim()}\n`);
  process.exitCode = error instanceof Refused || error instanceof StartError ? 2 : 1;
}
