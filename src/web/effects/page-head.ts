import type { Timers } from '#web/api/timers.ts';

export type HeadSource = { readonly path: string } | { readonly title: string };

/** Writes the head 10 ms after the last of several changes in a row (R9.11). */
export function createPageHead(timers: Timers, writerOf: (source: HeadSource) => Promise<() => void>) {
  let latest: HeadSource | null = null;
  let timer: unknown = null;
  let settled: Promise<void> | null = null;
  let settle = () => {};

  async function write(source: HeadSource): Promise<void> {
    const writeHead = await writerOf(source).catch(() => () => {});
    if (source !== latest) return;
    writeHead();
    settled = null;
    settle();
  }

  return {
    show(source: HeadSource): void {
      latest = source;
      settled ??= new Promise((resolve) => {
        settle = resolve;
      });
      timers.clearTimeout(timer);
      timer = timers.setTimeout(() => void write(source), 10);
    },
    /** Null if the head is that of the page. */
    settled: (): Promise<void> | null => settled,
    stop(): void {
      latest = null;
      timers.clearTimeout(timer);
    },
  };
}
