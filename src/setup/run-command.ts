import process from 'node:process';
import { isExpected } from '#flows/command/misuse.ts';

/** Ends the process with what `work` returns. What is asked wrongly is one line and the usage, with exit code 2. */
export async function runCommand(usage: string, work: () => number | Promise<number>): Promise<never> {
  try {
    process.exit(await work());
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(`${error.message.replace(/ To specify a positional .*/s, '')}\n${usage}`);
    process.exit(2);
  }
}
