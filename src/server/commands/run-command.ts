import process from 'node:process';
import { StartError } from '#server/platform/start-error.ts';

/**
 * Runs an operator's command, which prints what `run` returns, or the usage. Exits with 0; with 2 and one line for what the
 * operator can change, with 1 for other failures.
 */
export async function runCommand(
  usage: string,
  run: (argv: readonly string[]) => Promise<string[]>,
): Promise<void> {
  try {
    const argv = process.argv.slice(2);
    const isHelp = argv.some((word) => word === '--help' || word === '-h');
    process.stdout.write(`${(isHelp ? [usage] : await run(argv)).join('\n')}\n`);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${text.replace(/\s+/g, ' ').trim()}\n`);
    process.exitCode = error instanceof StartError ? 2 : 1;
  }
}
