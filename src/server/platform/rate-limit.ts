import { createHash } from 'node:crypto';
import { lt, lte, sql } from 'drizzle-orm';
import { present } from '#contract/unknown-values.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { rateCounts } from './database/tables.ts';
import { Refusal } from './refusal.ts';

export interface RateLimit {
  count: number;
  windowMs: number;
  /** Uses reserved in advance to save queries. Default: 1. */
  ahead?: number;
}

/** Counts uses across processes. A window starts with the first use. */
export type Limiter = ReturnType<typeof createRateLimit>;

const longestWindowMs = 86_400_000;
const rememberedMost = 10_000;

/** Keys may be email addresses. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');

export function createRateLimit(deps: { database: Database; clock: Clock }, name: string, limit: RateLimit) {
  const { database, clock } = deps;
  const ahead = Math.min(limit.ahead ?? 1, limit.count);
  const leases = new Map<string, { left: number; endsAt: number }>();
  /** Calls at the same moment share a reservation: each would take more of the limit than it uses. */
  const reserving = new Map<string, Promise<number>>();

  async function count(key: string): Promise<number> {
    const now = clock.now();
    const over = lte(rateCounts.startedAt, new Date(now.getTime() - limit.windowMs));
    const [counted] = await database.orm
      .insert(rateCounts)
      .values({ key: hashed(`${name} ${key}`), count: ahead, startedAt: now })
      .onConflictDoUpdate({
        target: rateCounts.key,
        set: {
          count: sql`case when ${over} then excluded.count else least(${rateCounts.count}, ${limit.count}) + excluded.count end`,
          startedAt: sql`case when ${over} then excluded.started_at else ${rateCounts.startedAt} end`,
        },
      })
      .returning({ count: rateCounts.count, startedAt: rateCounts.startedAt });
    const { startedAt, count } = present(counted, 'count of this rate limit');
    const endsAt = startedAt.getTime() + limit.windowMs;
    const left = ahead - Math.max(0, count - limit.count) - 1;
    if (left < 0) return Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
    if (left > 0) {
      if (leases.size >= rememberedMost) leases.clear();
      leases.set(key, { left, endsAt });
    }
    return 0;
  }

  /** @returns whole seconds until the window ends, 0 within the limit */
  async function waitFor(key: string): Promise<number> {
    const lease = leases.get(key);
    if (lease !== undefined && lease.endsAt > clock.now().getTime() && lease.left > 0) {
      lease.left -= 1;
      return 0;
    }
    const under = reserving.get(key);
    if (under !== undefined && ahead > 1) {
      const wait = await under;
      return wait > 0 ? wait : waitFor(key);
    }
    leases.delete(key);
    const reserved = count(key).finally(() => reserving.delete(key));
    reserving.set(key, reserved);
    return reserved;
  }

  return {
    waitFor,
    /** @throws Refusal tooManyRequests */
    async enforce(key: string): Promise<void> {
      const waitSeconds = await waitFor(key);
      if (waitSeconds > 0) throw new Refusal('tooManyRequests', { waitSeconds });
    },
  };
}

export async function forgetRateCounts({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  const longAgo = new Date(clock.now().getTime() - longestWindowMs);
  await database.orm.delete(rateCounts).where(lt(rateCounts.startedAt, longAgo));
}
