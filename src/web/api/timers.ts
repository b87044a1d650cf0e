export interface Timers {
  setTimeout(work: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const realTimers: Timers = {
  setTimeout: (work, milliseconds) => globalThis.setTimeout(work, milliseconds),
  // biome-ignore lint/plugin: it came from `setTimeout` above.
  clearTimeout: (timer) => globalThis.clearTimeout(timer as number),
};
