import process from 'node:process';
import { setAlphaTester } from '#contract/alpha-testers.ts';
import { markAlphaTesters } from '#server/accounts/alpha-testers.ts';
import { readConfig } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import { runCommand } from './run-command.ts';
import { askOrOpen } from './running-server.ts';

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

/** Exits with 1 if no user has the address. */
await runCommand(usage, async (argv) => {
  const request = readArguments(argv);
  const { changed } = await askOrOpen(
    readConfig({ ...process.env, NODE_ENV: '' }),
    setAlphaTester,
    request,
    async (database) => ({ changed: await markAlphaTesters(database, request.email, request.isAlphaTester) }),
  );
  const what = request.isAlphaTester ? 'an alpha tester' : 'no alpha tester';
  if (changed > 0) return [`${request.email} is ${what} now.`];
  process.exitCode = 1;
  return [`No user has the email address ${request.email}.`];
});
