import process from 'node:process';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf } from '#contract/unknown-values.ts';
import { StartError } from '#server/platform/start-error.ts';

/** @throws StartError */
export function readOptions<const Options extends ParseArgsConfig>(usage: string, options: Options) {
  try {
    return parseArgs(options);
  } catch (error) {
    throw new StartError(`${messageOf(error).split('. ')[0]}. ${usage}`);
  }
}

/** Exits with 2 after a StartError, which the operator can correct, and with 1 after other failures. */
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
  endProcess();
}

/** With `process.exitCode`, once all is printed. Node 20 can end with 0 when the thread of the loader ends before it is used. */
export function endProcess(): void {
  process.stdout.write('', () => process.exit());
}
