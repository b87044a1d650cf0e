import { eq, lt, sql } from 'drizzle-orm';
import { addImportedSessions, addNotes, replaceNotes } from '#server/campaigns/imported-notes.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { sessionsOf } from '../notes-exports.ts';
import { notesImportStages } from '../tables.ts';
import type { PlannedWrite } from '../threads/notes-messages.ts';

export type Revisions = Awaited<ReturnType<typeof sessionsOf>>;

/** Each statement of the embedded database holds the server's thread. */
const mostAtOnce = { rows: 250, characters: 250_000 };
/** Before the sessions' parts. */
const CHANGES = -1;

/** Written beside the notes, in short statements. Only `publish` makes it visible. */
export interface ImportStage {
  /** @param next null: there are no more @param revisions of the notes that each session has now */
  fill(next: () => Promise<PlannedWrite | null>, revisions: Revisions): Promise<void>;
  /** The caller has locked the sessions and compared `revisions`. */
  publish(tx: Orm, userId: string, now: Date): Promise<void>;
  remove(): Promise<void>;
}

interface NewSession {
  id: string;
  title: string;
  playedAt: string | null;
}

export function createImportStage(
  orm: Orm,
  { campaignId, now: stagedAt }: { campaignId: string; now: Date },
): ImportStage {
  const importId = newId();
  const added: NewSession[] = [];
  let parts = 0;

  /** @param rows JSON, so that long notes are one parameter and are not read here */
  async function insert(rows: readonly string[]): Promise<void> {
    await orm.execute(sql`
      insert into notes_import_stages (import_id, part, campaign_id, session_id, content, staged_at)
      select ${importId}::uuid, part, ${campaignId}::uuid, "sessionId", content, ${stagedAt.toISOString()}::timestamptz
      from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as given (part integer, "sessionId" uuid, content jsonb)`);
    await breath();
  }

  const rowOf = (part: number, sessionId: string, content: string) =>
    `{"part":${part},"sessionId":"${sessionId}","content":${content}}`;

  /** In their order, since positions follow it. */
  async function addSessions(tx: Orm, userId: string, now: Date): Promise<void> {
    for (let from = 0; from < added.length; from += mostAtOnce.rows) {
      await addImportedSessions(tx, { campaignId, userId, now }, added.slice(from, from + mostAtOnce.rows));
      await breath();
    }
  }

  return {
    async fill(next, revisions) {
      const revisionOf = new Map(revisions.map(({ id, revision }) => [id, revision ?? 0]));
      const changes: string[] = [];
      let rows: string[] = [];
      let characters = 0;
      for (let write = await next(); write !== null; write = await next()) {
        const { into, title, playedAt, before, after } = write;
        const sessionId = into ?? newId();
        if (into === null) added.push({ id: sessionId, title, playedAt });
        const facts = { sessionId, isNew: into === null, revision: (revisionOf.get(sessionId) ?? 0) + 1 };
        changes.push(`${JSON.stringify(facts).slice(0, -1)},"before":${before}}`);
        rows.push(rowOf(parts, sessionId, after));
        parts += 1;
        characters += after.length;
        if (rows.length < mostAtOnce.rows && characters < mostAtOnce.characters) continue;
        await insert(rows);
        rows = [];
        characters = 0;
      }
      if (rows.length > 0) await insert(rows);
      await insert([rowOf(CHANGES, campaignId, `[${changes.join(',')}]`)]);
    },

    async publish(tx, userId, now) {
      await addSessions(tx, userId, now);
      for (let from = 0; from < parts; from += mostAtOnce.rows) {
        const staged = sql`select session_id, content from notes_import_stages
          where import_id = ${importId}::uuid and part >= ${from} and part < ${from + mostAtOnce.rows}`;
        await replaceNotes(tx, staged, now);
        await addNotes(tx, staged, now);
        await breath();
      }
      await tx.execute(sql`
        insert into notes_imports (campaign_id, imported_at, changes)
        select campaign_id, ${now.toISOString()}::timestamptz, content from notes_import_stages
        where import_id = ${importId}::uuid and part = ${CHANGES}
        on conflict (campaign_id) do update set imported_at = excluded.imported_at, changes = excluded.changes`);
    },

    async remove() {
      await orm.delete(notesImportStages).where(eq(notesImportStages.importId, importId));
    },
  };
}

/** Of imports whose process ended. */
export async function removeAbandonedStages(orm: Orm, before: Date): Promise<void> {
  await orm.delete(notesImportStages).where(lt(notesImportStages.stagedAt, before));
}
