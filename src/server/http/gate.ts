import { Refusal } from '#server/platform/refusal.ts';

/** How much work a process takes on at once, so that what it takes on is done soon. */
export interface Gate {
  /** @throws Refusal overloaded if as many wait as may */
  assertRoom(): void;
  /**
   * Runs `work` when it is its turn.
   * @param signal aborts where nobody waits for the result any more
   * @throws Refusal overloaded if as many wait as may
   */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** Long enough for a queue of calls to be worked off. */
const waitSeconds = 2;

/** Works on `atOnce` at a time; as many more wait, in the order of arrival. */
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
        signal.throwIfAborted();
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) working -= 1;
        else next();
      }
    },
  };
}
