import { eq, type SQL, sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { refuseBeyond } from '#server/platform/text-limits.ts';
import { sessions } from './tables.ts';

/** In their order, after the campaign's last session. */
export async function addImportedSessions(
  tx: Orm,
  { campaignId, userId, now }: { campaignId: string; userId: string; now: Date },
  added: readonly { id: string; title: string; playedAt: string | null }[],
): Promise<void> {
  const present = await tx.$count(sessions, eq(sessions.campaignId, campaignId));
  refuseBeyond('campaignSessions', present + added.length);
  const rows = added.map((row, at) => ({ ...row, at: at + 1 }));
  await tx.execute(sql`
    insert into sessions (id, campaign_id, user_id, position, title, played_at, created_at, updated_at)
    select id, ${campaignId}::uuid, ${userId}::uuid, last + at, title, "playedAt", moment, moment
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (id uuid, title text, "playedAt" timestamptz, at integer),
      (select coalesce(max(position), 0) as last from sessions where campaign_id = ${campaignId}::uuid) as present,
      (select ${now.toISOString()}::timestamptz as moment) as clock
    order by at`);
}

/**
 * In the database, so that the server's thread does not read them.
 * @param staged selects `session_id` and `content`
 */
export async function replaceNotes(tx: Orm, staged: SQL, now: Date): Promise<void> {
  await tx.execute(sql`
    update notes set sections = content, cause = 'import', revision = notes.revision + 1,
      updated_at = ${now.toISOString()}::timestamptz
    from (${staged}) as stage where notes.session_id = stage.session_id`);
}

/** Of sessions without notes. @param staged as for `replaceNotes` */
export async function addNotes(tx: Orm, staged: SQL, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into notes (session_id, sections, cause, revision, updated_at)
    select session_id, content, 'import', 1, ${now.toISOString()}::timestamptz from (${staged}) as stage
    where not exists (select 1 from notes where notes.session_id = stage.session_id)`);
}
