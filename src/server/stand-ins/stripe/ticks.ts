import type { Shared } from '#server/platform/shared.ts';

const pauseMs = 30_000;

/** Never concurrent. @param nextAt when something is certainly due */
export function createTicks(
  deps: Pick<Shared, 'log' | 'clock'> & { tick: () => Promise<void>; nextAt: () => Promise<Date | null> },
) {
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | null = null;
  let isHurried = false;

  async function once(): Promise<void> {
    let wait = pauseMs;
    try {
      await deps.tick();
      const next = await deps.nextAt();
      if (next !== null) wait = Math.min(wait, Math.max(next.getTime() - deps.clock.now().getTime(), 0));
    } catch (error) {
      deps.log.error({ err: error }, 'stand-in for Stripe: could not continue');
    }
    current = null;
    schedule(isHurried ? 0 : wait);
    isHurried = false;
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    if (!isRunning) return;
    timer = setTimeout(() => {
      current = once();
    }, wait);
    timer.unref();
  }

  return {
    start(): void {
      isRunning = true;
      schedule(0);
    },
    hurry(): void {
      if (current === null) schedule(0);
      else isHurried = true;
    },
    async stop(): Promise<void> {
      isRunning = false;
      clearTimeout(timer);
      await current;
    },
  };
}
