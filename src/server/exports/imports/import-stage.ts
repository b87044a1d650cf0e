import { isDeepStrictEqual } from 'node:util';
import { eq, lt, sql } from 'drizzle-orm';
import { addImportedSessions, addNotes, replaceNotes } from '#server/campaigns/imported-notes.ts';
import { lockSessions } from '#server/campaigns/lock-session.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { storeTextUnchecked } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sessionsOf } from '../notes-exports.ts';
import { notesImportStages } from '../tables.ts';
import type { PlannedWrite } from '../threads/notes-messages.ts';

export type Revisions = Awaited<ReturnType<typeof sessionsOf>>;

/** Each transaction, and each statement, of the embedded database holds the server's thread. */
const mostAtOnce = { rows: 25, characters: 250_000 };
/** Before the sessions' parts. */
const CHANGES = -1;

/** So many that they are written in one short transaction. @returns where each portion ends */
export function portionsOf(sizes: readonly number[]): number[] {
  const ends: number[] = [];
  let rows = 0;
  let characters = 0;
  for (const [at, size] of sizes.entries()) {
    rows += 1;
    characters += size;
    if (rows < mostAtOnce.rows && characters < mostAtOnce.characters && at < sizes.length - 1) continue;
    ends.push(at + 1);
    rows = 0;
    characters = 0;
  }
  return ends;
}

/** Written beside the notes, in short statements. Only `publish` makes it visible. */
export type ImportStage = ReturnType<typeof createImportStage>;

export const changedSince = () =>
  new Refusal('conflict', {
    message:
      'The file or the notes changed in the meantime. Choose the file again to see what would change now.',
  });

interface NewSession {
  id: string;
  title: string;
  playedAt: string | null;
}

export function createImportStage(
  orm: Orm,
  { campaignId, now: stagedAt }: { campaignId: string; now: Date },
) {
  const importId = newId();
  const parts: { size: number; sessionId: string; added: NewSession | null }[] = [];
  let before: Revisions = [];

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

  return {
    /** @param next null: there are no more @param revisions of the notes that each session has now */
    async fill(next: () => Promise<PlannedWrite | null>, revisions: Revisions): Promise<void> {
      before = revisions;
      const revisionOf = new Map(revisions.map(({ id, revision }) => [id, revision ?? 0]));
      const changes: string[] = [];
      let rows: string[] = [];
      let characters = 0;
      for (let write = await next(); write !== null; write = await next()) {
        const { into, title, playedAt, after } = write;
        const sessionId = into ?? newId();
        const revision = (revisionOf.get(sessionId) ?? 0) + 1;
        const facts = { sessionId, isNew: into === null, revision, size: write.before.length };
        changes.push(`${JSON.stringify(facts).slice(0, -1)},"before":${write.before}}`);
        rows.push(rowOf(parts.length, sessionId, after));
        const added = into === null ? { id: sessionId, title, playedAt } : null;
        parts.push({ size: after.length, sessionId, added });
        characters += after.length;
        if (rows.length < mostAtOnce.rows && characters < mostAtOnce.characters) continue;
        await insert(rows);
        rows = [];
        characters = 0;
      }
      if (rows.length > 0) await insert(rows);
      await insert([rowOf(CHANGES, campaignId, `[${changes.join(',')}]`)]);
    },

    /** Keeps what `publish` changes, to take it back. The caller has compared `revisions`. */
    async begin(tx: Orm, now: Date): Promise<void> {
      await tx.execute(sql`
        insert into notes_imports (campaign_id, imported_at, changes, working)
        select campaign_id, ${now.toISOString()}::timestamptz, content, true from notes_import_stages
        where import_id = ${importId}::uuid and part = ${CHANGES}
        on conflict (campaign_id) do update
          set imported_at = excluded.imported_at, changes = excluded.changes, working = true,
            earlier = jsonb_build_object('importedAt', notes_imports.imported_at, 'changes', notes_imports.changes)`);
    },

    /** In short transactions, each of which has locked the campaign. @throws Refusal conflict if notes changed meanwhile */
    async publish(
      step: (write: (tx: Orm) => Promise<void>) => Promise<void>,
      { userId, now }: { userId: string; now: Date },
    ): Promise<{ sessionsAdded: number; sessionsChanged: number }> {
      let from = 0;
      for (const to of portionsOf(parts.map(({ size }) => size))) {
        const portion = parts.slice(from, to);
        const added = portion.flatMap((part) => part.added ?? []);
        const into = portion.filter((part) => part.added === null).map(({ sessionId }) => sessionId);
        const staged = sql`select session_id, content from notes_import_stages
          where import_id = ${importId}::uuid and part >= ${from} and part < ${to}`;
        await step(async (tx) => {
          // Its sum over all texts of the user would take longer than what is written: it is checked once, at the end.
          await storeTextUnchecked(tx);
          if (into.length > 0) {
            await lockSessions(tx, into);
            const expected = before.filter(({ id }) => into.includes(id));
            if (!isDeepStrictEqual(await sessionsOf(tx, campaignId, into), expected)) throw changedSince();
          }
          if (added.length > 0) await addImportedSessions(tx, { campaignId, userId, now }, added);
          await replaceNotes(tx, staged, now);
          await addNotes(tx, staged, now);
        });
        from = to;
        await breath();
      }
      const sessionsAdded = parts.filter((part) => part.added !== null).length;
      return { sessionsAdded, sessionsChanged: parts.length - sessionsAdded };
    },

    async remove(): Promise<void> {
      await orm.delete(notesImportStages).where(eq(notesImportStages.importId, importId));
    },
  };
}

/** Of imports whose process ended. */
export async function removeAbandonedStages(orm: Orm, before: Date): Promise<void> {
  await orm.delete(notesImportStages).where(lt(notesImportStages.stagedAt, before));
}
