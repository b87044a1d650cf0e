import { type StartTimer, startTimer } from '../engine-service.ts';
import { unlessAborted } from '../unless-aborted.ts';

interface Ending {
  readonly ended: boolean;
  /** Resolves once it is gone, and its memory with it. */
  stop(): Promise<void>;
}

export type Report = (fraction: number, message: string) => void;

interface KeptProcess<Process extends Ending> {
  /** Starts it unless it runs; callers share one start, and a failed one is not kept. @throws what `start` throws */
  prepare(options: { signal: AbortSignal; progress: Report }): Promise<void>;
  /** One that ends in the middle is started again once. @throws what `work` throws; the signal's reason */
  use<Value>(
    options: { signal: AbortSignal; hangsAfterMs: number },
    work: (process: Process) => Promise<Value>,
  ): Promise<Value>;
  /** It can be used again afterwards. */
  stop(): Promise<void>;
}

/** A process with a loaded model: started when it is needed, stopped when it has done nothing for a while. */
export function keepProcess<Process extends Ending>(options: {
  start(signal: AbortSignal, report: Report): Promise<Process>;
  idleMs: number;
  startTimer?: StartTimer | undefined;
}): KeptProcess<Process> {
  const startAfter = options.startTimer ?? startTimer;
  const listeners = new Set<Report>();
  let closing = new AbortController();
  let starting: Promise<Process> | null = null;
  let users = 0;
  let idle: NodeJS.Timeout | undefined;

  const report: Report = (fraction, message) => {
    for (const listener of listeners) listener(fraction, message);
  };

  async function running(signal: AbortSignal): Promise<Process> {
    signal.throwIfAborted();
    if (starting) {
      const current = starting;
      const process = await unlessAborted(current, signal);
      if (!process.ended) return process;
      if (starting === current) starting = null;
      return running(signal);
    }
    const mine = options.start(closing.signal, report);
    starting = mine;
    mine.catch(() => {
      if (starting === mine) starting = null;
    });
    return unlessAborted(mine, signal);
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    closing.abort();
    closing = new AbortController();
    const current = starting;
    starting = null;
    await (await current?.catch(() => null))?.stop();
  }

  async function whileUsed<Value>(work: () => Promise<Value>): Promise<Value> {
    users += 1;
    clearTimeout(idle);
    try {
      return await work();
    } finally {
      users -= 1;
      if (users === 0) idle = setTimeout(stop, options.idleMs).unref();
    }
  }

  return {
    prepare: ({ signal, progress }) =>
      whileUsed(async () => {
        listeners.add(progress);
        try {
          await running(signal);
        } finally {
          listeners.delete(progress);
        }
      }),
    use: ({ signal, hangsAfterMs }, work) =>
      whileUsed(async () => {
        for (let attempt = 1; ; attempt += 1) {
          const process = await running(signal);
          let hangs = false;
          const stopTimer = startAfter(hangsAfterMs, () => {
            hangs = true;
            void process.stop();
          });
          try {
            return await unlessAborted(work(process), signal);
          } catch (error) {
            signal.throwIfAborted();
            if (!process.ended || hangs || attempt > 1) throw error;
          } finally {
            stopTimer();
          }
        }
      }),
    stop,
  };
}
