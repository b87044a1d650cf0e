import process from 'node:process';
import { readConfig } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import { announce, announceUsage, Refused } from './announce-words.ts';

/** `npm run announce`: 0, or 2 and one line for words and settings that mean nothing. */
try {
  const argv = process.argv.slice(2);
  // The settings of identity matter to the server alone, in production too.
  const { dataFolder } = readConfig({ ...process.env, NODE_ENV: '' });
  const isHelp = argv.some((word) => word === '--help' || word === '-h');
  const text = isHelp ? announceUsage : await announce(argv, { dataFolder, now: new Date() });
  process.stdout.write(`${text}\n`);
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text.replace(/\s+/g, ' ').trim()}\n`);
  process.exitCode = error instanceof Refused || error instanceof StartError ? 2 : 1;
}
