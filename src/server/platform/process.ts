import process from 'node:process';
import { recordOf } from '#contract/unknown-values.ts';
import { isDatabaseLost } from './database/lost-database.ts';
import type { Logger } from './log.ts';
import { StartError } from './start-error.ts';
import { within } from './within.ts';

/** npm repeats the Ctrl-C that the terminal already sent to the whole group. */
const echoMs = 1_000;

export interface ClosingStep {
  name: string;
  /** Of the time limit, 0 to 1. */
  share: number;
  close(milliseconds: number): Promise<void>;
}

/** Runs the steps in order, skipping one that fails or hangs. @returns whether all finished */
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

/** A second signal exits at once. */
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

/** A lost connection or unawaited promise affects one task. After other exceptions the state is unknown. */
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
  process.stdout.on('error', () => undefined);
}

function isLostConnection(error: Error): boolean {
  const { code } = recordOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE' || isDatabaseLost(error);
}

/** Prints start errors as one line, without a stack. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const text = error instanceof StartError ? error.message : String(recordOf(error).stack ?? error);
    process.stderr.write(`${text}\n`, () => process.exit(1));
  }
}
