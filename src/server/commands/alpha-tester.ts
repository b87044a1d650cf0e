import process from 'node:process';
import { z } from 'zod';
import { markAlphaTesters } from '#server/accounts/alpha-testers.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createLog } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { runCommand } from './run-command.ts';
import { askRunningServer } from './running-server.ts';

const usage = 'Usage: npm run --silent alpha-tester -- ADDRESS on|off';

interface Request {
  email: string;
  isAlphaTester: boolean;
}

function readArguments(argv: readonly string[]): Request {
  const [email = '', state = ''] = argv;
  if (argv.length !== 2 || !/^\S+@\S+$/.test(email) || !['on', 'off'].includes(state))
    throw new StartError(usage);
  return { email: email.toLowerCase(), isAlphaTester: state === 'on' };
}

/** Through the running server, because only it can use the embedded database. */
async function mark(config: Config, request: Request): Promise<number> {
  const answer = await askRunningServer(config, 'PUT', '/operator/alpha-testers', request);
  if (answer !== null) return z.object({ changed: z.int() }).parse(answer).changed;
  const database = await openDatabase({ ...config, log: createLog('warn') });
  try {
    return await markAlphaTesters(database, request.email, request.isAlphaTester);
  } finally {
    await database.close();
  }
}

/** Exits with 1 if no user has the address. */
await runCommand(usage, async (argv) => {
  const request = readArguments(argv);
  const changed = await mark(readConfig({ ...process.env, NODE_ENV: '' }), request);
  const what = request.isAlphaTester ? 'an alpha tester' : 'no alpha tester';
  if (changed > 0) return [`${request.email} is ${what} now.`];
  process.exitCode = 1;
  return [`No user has the email address ${request.email}.`];
});
