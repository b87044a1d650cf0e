import { eq } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { sessions } from './tables.ts';

/** Lock a session before any change to its uploads, transcripts, analyses or notes. */
export async function lockSession(tx: Orm, sessionId: string): Promise<void> {
  await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('update');
}
