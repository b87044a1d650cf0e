import process from 'node:process';
import { readConfig } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import { checksOf, type Finding, runChecks, secretsOf } from '#server/status/checks.ts';

/** Exits with 1 on an error. */
async function diagnose(): Promise<Finding[]> {
  try {
    const config = readConfig();
    const settings: Finding = { name: 'Settings', level: 'ok', text: 'All are valid.' };
    return [settings, ...(await runChecks(checksOf(config), { secrets: secretsOf(config) }))];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message.split('\n').map((text) => ({ name: 'Settings', level: 'error', text }));
  }
}

const findings = await diagnose();
for (const { name, level, text } of findings)
  process.stdout.write(`${level.padEnd(8)} ${`${name}:`.padEnd(13)} ${text}\n`);
const hasErrors = findings.some(({ level }) => level === 'error');
// Abandoned checks may still have open connections.
process.stdout.write('', () => process.exit(hasErrors ? 1 : 0));
