import { Refusal } from '#server/platform/refusal.ts';

/** Limits how much a process works on at once. */
export type Gate = ReturnType<typeof createGate>;

const withOwnPlaces = new WeakSet<object>();

/** Marks a handler that takes a place in a gate by itself, so that `door.ts` takes none for it. */
export function takingOwnPlace<Handler extends object>(handler: Handler): Handler {
  withOwnPlaces.add(handler);
  return handler;
}

export const hasOwnPlace = (handler: object): boolean => withOwnPlaces.has(handler);

const waitSeconds = 2;

/** Runs `atOnce` at a time; `mostWaiting` more wait in order. */
export function createGate(atOnce: number, mostWaiting = atOnce) {
  let working = 0;
  const waiting: (() => void)[] = [];

  /** @throws Refusal overloaded if the queue is full */
  function assertRoom(): void {
    if (waiting.length >= mostWaiting) throw new Refusal('overloaded', { waitSeconds });
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
    /** `signal` aborts when the caller leaves. @throws Refusal overloaded if the queue is full */
    async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
      await turn();
      try {
        // The client has left; a refusal is counted without a stack in the log.
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

/** A gate for each user or address, so that a hundred calls of one are no hundred before those of another. */
export type Turns = ReturnType<typeof createTurns>;

export function createTurns(atOnce: number, mostWaiting: number) {
  const gates = new Map<string, { gate: Gate; calls: number }>();
  return {
    async run<Result>(who: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
      const own = gates.get(who) ?? { gate: createGate(atOnce, mostWaiting), calls: 0 };
      gates.set(who, own);
      own.calls += 1;
      try {
        return await own.gate.run(work, signal);
      } finally {
        own.calls -= 1;
        if (own.calls === 0) gates.delete(who);
      }
    },
  };
}
