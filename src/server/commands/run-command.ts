import process from 'node:process';
import { messageOf } from '#contract/unknown-values.ts';
import { StartError } from '#server/platform/start-error.ts';

/**
 * Runs an operator's command: prints the lines that `run` returns, or the usage if asked for help. Exits with 0, or as `run`
 * decides; after a failure with one line and 2 if the operator can correct it (StartError), otherwise 1.
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
    process.stderr.write(`${messageOf(error).replace(/\s+/g, ' ').trim()}\n`);
    process.exitCode = error instanceof StartError ? 2 : 1;
  }
}
