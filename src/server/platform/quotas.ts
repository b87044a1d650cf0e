import { sql } from 'drizzle-orm';
import { byteSize } from '#contract/byte-size.ts';
import { recordOf } from '#contract/unknown-values.ts';
import type { Orm } from './database/database.ts';
import type { Locks, LockUse } from './database/locks.ts';
import type { RateLimit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

export interface Quotas {
  storedBytes: number;
  textBytes: number;
  uploads: number;
  campaigns: number;
  streams: number;
  imports: number;
  analyses: number;
  callsPerMinute: number;
}

/** Until the transaction ends. Take it before the rows of sessions. @throws Refusal unauthorized */
export async function lockUser(tx: Orm, userId: string): Promise<void> {
  const { rows } = await tx.execute(sql`select id from users where id = ${userId} for no key update`);
  if (rows.length === 0) throw new Refusal('unauthorized');
}

/** Reserves a fiftieth in advance to save queries. */
export const limitOfCalls = ({ callsPerMinute }: Pick<Quotas, 'callsPerMinute'>): RateLimit => ({
  count: callsPerMinute,
  windowMs: 60_000,
  ahead: Math.ceil(callsPerMinute / 50),
});

/** Only the user can make room. */
export const quotaReached = (
  quota: 'storedBytes' | 'textBytes' | 'uploads' | 'campaigns',
  { limit, message }: { limit: number; message: string },
): Refusal => new Refusal('quotaReached', { message, details: { quota, limit } });

/** For the database's triggers (migration 0032), which check every transaction that stores text. */
export async function limitText(orm: Orm, { textBytes }: Pick<Quotas, 'textBytes'>): Promise<void> {
  await orm.execute(
    sql`insert into text_limit (bytes) values (${textBytes}) on conflict (singleton) do update set bytes = excluded.bytes`,
  );
}

export async function textOf(orm: Orm, userId: string): Promise<number> {
  const { rows } = await orm.execute(sql`select text_of_user(${userId}) as bytes`);
  return Number(recordOf(rows[0]).bytes);
}

/** What this transaction stores counts, but is not refused. */
export async function storeTextUnchecked(tx: Orm): Promise<void> {
  await tx.execute(sql`select set_config('hearthscribe.text_unchecked', 'on', true)`);
}

/** At the end of what stored texts unchecked, in several transactions. @throws Refusal quotaReached */
export async function refuseTextBeyond(tx: Orm, userId: string): Promise<void> {
  const { rows } = await tx.execute(sql`select bytes from text_limit where bytes < text_of_user(${userId})`);
  const [limit] = rows;
  if (limit !== undefined) throw textQuotaReached({ code: 'HS001', detail: recordOf(limit).bytes });
}

/** The refusal that the triggers of migration 0032 mean; null for other errors. */
export function textQuotaReached(error: unknown): Refusal | null {
  const { code, detail, cause } = recordOf(error);
  if (code !== 'HS001') return cause instanceof Error ? textQuotaReached(cause) : null;
  const limit = Number(detail);
  return quotaReached('textBytes', {
    limit,
    message: `Your notes and transcripts would take more than ${byteSize(limit)}, the most that one account can store. Nothing was saved. Delete sessions or campaigns that you no longer need, then try again.`,
  });
}

/** Ends by itself, so the client retries. */
export const waitForQuota = (
  quota: 'streams' | 'imports' | 'analyses',
  { limit, message, waitSeconds }: { limit: number; message: string; waitSeconds: number },
): Refusal => new Refusal('tooManyRequests', { message, details: { quota, limit }, waitSeconds });

/** Takes one of the user's places, across processes. @returns the release; null if all are taken */
export const takePlace = (
  locks: Locks,
  { of, userId, most }: { of: string; userId: string; most: number },
  use?: LockUse,
): Promise<(() => Promise<void>) | null> =>
  locks.takeOneOf(
    Array.from({ length: most }, (_, place) => `${of} ${userId} ${place}`),
    use,
  );

/** @throws Refusal tooManyRequests if all of the user's places are taken */
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
