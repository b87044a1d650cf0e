import { eq } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { sessions } from '#server/platform/database/tables/core.ts';

/**
 * Locks a session until the transaction ends. Any change to its uploads, transcripts, analyses or notes locks
 * the session first, and its rows after.
 */
export async function lockSession(tx: Orm, sessionId: string): Promise<void> {
  await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('update');
}
