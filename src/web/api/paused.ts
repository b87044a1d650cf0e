import type { Timers } from './timers.ts';

export function paused(timers: Timers, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      timers.clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = timers.setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', leave, { once: true });
  });
}
