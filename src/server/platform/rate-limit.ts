export interface RateLimit {
  count: number;
  windowMs: number;
}

/** Counts uses of a key in memory, in fixed windows. @returns whether this one is within the limit */
export function createRateLimit(limit: RateLimit, now: () => Date): (key: string) => boolean {
  const waitFor = createWaitLimit(limit, now);
  return (key) => waitFor(key) === 0;
}

/** The same. @returns whole seconds until the next window, 0 within the limit */
export function createWaitLimit(limit: RateLimit, now: () => Date): (key: string) => number {
  let windowStartedAt = now().getTime();
  let counts = new Map<string, number>();
  return (key) => {
    const at = now().getTime();
    if (at - windowStartedAt >= limit.windowMs) {
      windowStartedAt = at;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= limit.count ? 0 : Math.ceil((windowStartedAt + limit.windowMs - at) / 1000);
  };
}
