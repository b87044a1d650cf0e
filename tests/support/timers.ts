import type { StartTimer } from '#server/engines/engine-service.ts';

export interface Timers {
  start: StartTimer;
  pass(milliseconds: number): void;
  waiting(): number;
}

export function createTimers(): Timers {
  const timers = new Set<{ dueAt: number; run: () => void }>();
  let now = 0;
  return {
    start(milliseconds, run) {
      const timer = { dueAt: now + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass(milliseconds) {
      now += milliseconds;
      for (const timer of [...timers]) {
        if (timer.dueAt > now) continue;
        timers.delete(timer);
        timer.run();
      }
    },
    waiting: () => timers.size,
  };
}
