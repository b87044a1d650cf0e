import process from 'node:process';
import { isDatabaseLost } from './database/lost-database.ts';
import type { Logger } from './log.ts';
import { StartError } from './start-error.ts';
import { within } from './within.ts';

/** npm passes Ctrl-C on although the terminal has sent it to everyone: that second signal is not a person's. */
const echoMs = 1_000;

/** One step of stopping. */
export interface ClosingStep {
  /** What is ended, for the log. */
  name: string;
  /** Of the whole time limit, how much the step may take: 0 to 1. */
  share: number;
  /** @param milliseconds its share; what does not end by itself in that time may be cut off */
  close(milliseconds: number): Promise<void>;
}

/**
 * Takes the steps in their order. One that fails or takes longer than its share is left behind: what it would have saved is
 * safe, as after a kill.
 * @returns whether all of them ended
 */
export async function closeInSteps(
  log: Pick<Logger, 'error'>,
  limitMs: number,
  steps: readonly ClosingStep[],
  inTime: typeof within = within,
): Promise<boolean> {
  let isClean = true;
  for (const { name, share, close } of steps) {
    try {
      if (await inTime(limitMs * share, close(limitMs * share))) continue;
      log.error({ step: name }, 'A shutdown step timed out.');
    } catch (error) {
      log.error({ err: error, step: name }, 'A shutdown step failed.');
    }
    isClean = false;
  }
  return isClean;
}

/** Ends the process once the steps are taken, on SIGTERM and SIGINT; a second signal ends it at once. */
export function closeOnSignal(log: Logger, limitMs: number, steps: readonly ClosingStep[]): void {
  let signalledAt: number | null = null;
  async function handle(signal: NodeJS.Signals): Promise<void> {
    if (signalledAt !== null) {
      if (performance.now() - signalledAt > echoMs) process.exit(1);
      return;
    }
    signalledAt = performance.now();
    log.info({ signal }, 'Stopping.');
    const isClean = await closeInSteps(log, limitMs, steps);
    if (isClean) log.info('Stopped.');
    else log.fatal('The server did not stop cleanly. Jobs resume at the next start.');
    process.exit(isClean ? 0 : 1);
  }
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}

/**
 * What the process does about errors that nothing has caught. A lost connection ends with what used it; a promise that
 * nobody waits for belongs to one piece of work in the background. Both are logged, and the process goes on. After any other
 * exception its state is unknown: it ends, and whoever supervises it starts it again.
 */
export function watchProcess(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'An unawaited background task failed.');
  });
  process.on('uncaughtException', (error) => {
    if (isLostConnection(error)) {
      log.error({ err: error }, 'A connection without an error handler was lost.');
      return;
    }
    log.fatal({ err: error }, 'The process exits after an uncaught exception.');
    process.exit(1);
  });
  // Who reads the output may leave, as `head` does.
  process.stdout.on('error', () => undefined);
}

function isLostConnection(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || isDatabaseLost(error);
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
