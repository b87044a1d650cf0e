import type { Timers } from '#web/api/timers.ts';

/** `GA1.1.<number>.<time>` without its first two parts. */
export function clientIdOf(cookies: string): string | null {
  return /(?:^|;\s*)_ga=GA\d+\.\d+\.(\d+\.\d+)(?:;|$)/.exec(cookies)?.[1] ?? null;
}

/** Looks every 100 ms, for at most 200 (R9.11). Null without one, or if the browser blocks cookies. */
export async function lookUpClientId(cookies: () => string, timers: Timers): Promise<string | null> {
  try {
    for (let waited = 0; waited < 200; waited += 100) {
      const id = clientIdOf(cookies());
      if (id !== null) return id;
      await new Promise<void>((resolve) => timers.setTimeout(resolve, 100));
    }
  } catch {}
  return null;
}
