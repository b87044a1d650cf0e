/** The part of a clock that time-outs need; XState's clocks, real and simulated, fit. */
export interface Timers {
  setTimeout(work: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const realTimers: Timers = {
  setTimeout: (work, milliseconds) => globalThis.setTimeout(work, milliseconds),
  clearTimeout: (timer) => globalThis.clearTimeout(timer as number),
};
