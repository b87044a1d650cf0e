import process from 'node:process';
import type { Logger } from './log.ts';
import { StartError } from './start-error.ts';

/** npm passes Ctrl-C on although the terminal has sent it to everyone: that second signal is not a person's. */
const echoMs = 1_000;

/** Ends the process once `close` is done, on SIGTERM and SIGINT; a second signal ends it at once. */
export function closeOnSignal(log: Logger, close: () => Promise<void>): void {
  let signalledAt: number | null = null;
  async function handle(signal: NodeJS.Signals): Promise<void> {
    if (signalledAt !== null) {
      if (performance.now() - signalledAt > echoMs) process.exit(1);
      return;
    }
    signalledAt = performance.now();
    log.info({ signal }, 'Stopping.');
    try {
      await close();
      log.info('Stopped.');
      process.exit(0);
    } catch (error) {
      log.fatal({ err: error }, 'The server did not stop cleanly.');
      process.exit(1);
    }
  }
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}

/** Runs the program; what it cannot start with is told in one line, without a stack. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const text = error instanceof StartError ? error.message : String((error as Error)?.stack ?? error);
    process.stderr.write(`${text}\n`, () => process.exit(1));
  }
}
