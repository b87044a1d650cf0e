import { eq } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { sessions } from '#server/platform/database/tables/core.ts';

/**
 * Holds a session until the transaction ends. Whatever changes what a session has (uploads, transcripts, analyses,
 * notes) locks the session first, and the rows below it after.
 */
export async function lockSession(tx: Orm, sessionId: string): Promise<void> {
  await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('update');
}
