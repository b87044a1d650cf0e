import { desc, eq, inArray } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { sessions } from './tables.ts';

/** Lock a session before any change to its uploads, transcripts, analyses or notes. */
export async function lockSession(tx: Orm, sessionId: string): Promise<void> {
  await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('update');
}

/** In one statement; from later to earlier, as everywhere, to prevent deadlocks. */
export async function lockSessions(tx: Orm, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, [...ids]))
    .orderBy(desc(sessions.position), desc(sessions.id))
    .for('update');
}
