import { eq } from 'drizzle-orm';
import type { Orm } from './database/database.ts';
import type { Locks, LockUse } from './database/locks.ts';
import { users } from './database/tables/core.ts';
import type { RateLimit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

/** The most that one user may have. */
export interface Quotas {
  storedBytes: number;
  /** Uploads that have not ended. */
  uploads: number;
  campaigns: number;
  /** Event streams open at once. */
  streams: number;
  /** Transcripts and notes imported at once. */
  imports: number;
  /** Analyses that wait or run. */
  analyses: number;
  callsPerMinute: number;
}

/**
 * Locks the user's row until the transaction ends, so that no other process adds to what is being counted. Take it before the
 * rows of sessions, as deleting an account does.
 * @throws Refusal unauthorized if the user is gone
 */
export async function lockUser(tx: Orm, userId: string): Promise<void> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (row === undefined) throw new Refusal('unauthorized');
}

/** Processes count a fiftieth in advance, so that few calls need the database for it. */
export const limitOfCalls = ({ callsPerMinute }: Pick<Quotas, 'callsPerMinute'>): RateLimit => ({
  count: callsPerMinute,
  windowMs: 60_000,
  ahead: Math.ceil(callsPerMinute / 50),
});

/** Refuses what only the user can make room for. */
export const quotaReached = (
  quota: 'storedBytes' | 'uploads' | 'campaigns',
  { limit, message }: { limit: number; message: string },
): Refusal => new Refusal('quotaReached', { message, details: { quota, limit } });

/** Refuses what ends by itself, so that the client asks again. */
export const waitForQuota = (
  quota: 'streams' | 'imports' | 'analyses',
  { limit, message, waitSeconds }: { limit: number; message: string; waitSeconds: number },
): Refusal => new Refusal('tooManyRequests', { message, details: { quota, limit }, waitSeconds });

/**
 * Takes one of the places that a user has for something, in all processes together. It is free again when it is released, or
 * its process ends.
 * @returns what releases it; null if all are taken
 */
export const takePlace = (
  locks: Locks,
  { of, userId, most }: { of: string; userId: string; most: number },
  use?: LockUse,
): Promise<(() => Promise<void>) | null> =>
  locks.takeOneOf(
    Array.from({ length: most }, (_, place) => `${of} ${userId} ${place}`),
    use,
  );

/** Runs an import in one of its user's places. @throws Refusal tooManyRequests if all are taken */
export async function importing<Result>(
  locks: Locks,
  { userId, most }: { userId: string; most: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = await takePlace(locks, { of: 'import', userId, most });
  if (leave === null)
    throw waitForQuota('imports', {
      limit: most,
      message: `You are importing ${most} files already. Wait until they are done, then try again.`,
      waitSeconds: 10,
    });
  try {
    return await work();
  } finally {
    await leave();
  }
}
