import { Refusal } from '#server/platform/refusal.ts';

/** Limits how much a process works on at once, so that it soon finishes what it has accepted. */
export interface Gate {
  /** @throws Refusal overloaded if the queue is full */
  assertRoom(): void;
  /**
   * Runs `work` when it is its turn.
   * @param signal aborts when the caller no longer waits for the result
   * @throws Refusal overloaded if the queue is full, or the caller has left
   */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** Long enough for a full queue to be processed. */
const waitSeconds = 2;

/** Runs `atOnce` at a time; up to as many more wait, in order of arrival. */
export function createGate(atOnce: number): Gate {
  let working = 0;
  const waiting: (() => void)[] = [];

  function assertRoom(): void {
    if (waiting.length >= atOnce) throw new Refusal('overloaded', { waitSeconds });
  }

  async function turn(): Promise<void> {
    if (working < atOnce) {
      working += 1;
      return;
    }
    assertRoom();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return {
    assertRoom,
    async run(work, signal) {
      await turn();
      try {
        // The client has left, so the answer reaches no one; as a refusal it is counted, and costs no stack in the log.
        if (signal.aborted) throw new Refusal('overloaded', { waitSeconds });
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) working -= 1;
        else next();
      }
    },
  };
}
