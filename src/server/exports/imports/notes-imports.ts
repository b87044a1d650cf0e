import { isDeepStrictEqual } from 'node:util';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { ImportChoice, NotesImport } from '#contract/exports.ts';
import { present } from '#contract/unknown-values.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { replaceNotes } from '#server/campaigns/imported-notes.ts';
import { removeSessions } from '#server/campaigns/remove-sessions.ts';
import type { SessionWorkPort } from '#server/campaigns/session-work.ts';
import { notes, sessions } from '#server/campaigns/tables.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { importing } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { giveSession, sessionsOf } from '../notes-exports.ts';
import { type ImportedChange, notesImports } from '../tables.ts';
import type { NotesThreads, NotesWork } from '../threads/notes-threads.ts';
import { createImportStage, type Revisions } from './import-stage.ts';

interface ImportTarget {
  userId: string;
  campaignId: string;
  sessionId?: string | undefined;
}

export interface NotesImports {
  /** @throws Refusal tooManyRequests */
  oneOfFew<Result>(userId: string, work: () => Promise<Result>): Promise<Result>;
  /** `ImportPreview` as JSON. @throws Refusal notFound, notesUnreadable, notesTooLarge, notesTooLong, notesTooComplex */
  preview(target: ImportTarget, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** @throws Refusal as `preview`; conflict if the file or the notes have changed since */
  run(
    target: ImportTarget,
    bytes: Uint8Array<ArrayBuffer>,
    choice: { version: string; existing: ImportChoice },
  ): Promise<NotesImport>;
  latest(userId: string, campaignId: string): Promise<NotesImport | null>;
  /** @throws Refusal notFound, conflict if the notes changed since */
  undo(userId: string, campaignId: string): Promise<void>;
}

const changedSince = (what: string) =>
  new Refusal('conflict', {
    message: `${what} changed in the meantime. Choose the file again to see what would change now.`,
  });
const notUndoable = () =>
  new Refusal('conflict', {
    message: 'These notes changed after the import, so it can no longer be undone.',
  });

export function createNotesImports(deps: {
  database: Database;
  threads: NotesThreads;
  sessionWork: SessionWorkPort;
  clock: Clock;
  log: Logger;
  most: number;
}): NotesImports {
  const { database, threads, clock, sessionWork, most } = deps;

  const oneOfFew: NotesImports['oneOfFew'] = (userId, work) =>
    importing(database.locks, { userId, most }, work);

  /** @returns what to do once the sessions are as `revisions` says */
  async function planned<Result>(
    { userId, campaignId, sessionId }: ImportTarget,
    bytes: Uint8Array<ArrayBuffer>,
    work: (plan: { notesWork: NotesWork; version: string; revisions: Revisions }) => Promise<Result>,
  ): Promise<Result> {
    const campaign = await ownCampaign(database.orm, userId, campaignId);
    return threads.use(userId, async (notesWork) => {
      const cast = await castOf(database.orm, campaignId);
      await notesWork.begin({ campaign: { title: campaign.title }, cast, audience: 'gm', address: null });
      const revisions = await sessionsOf(database.orm, campaignId);
      for (const { id } of revisions) await giveSession(database.orm, notesWork, id);
      const version = await notesWork.plan(bytes, sessionId ?? null, revisions);
      return work({ notesWork, version, revisions });
    });
  }

  return {
    oneOfFew,

    preview: (target, bytes) =>
      oneOfFew(target.userId, () =>
        planned(target, bytes, async ({ notesWork }) => {
          const [json] = await notesWork.pieces();
          return present(json, 'preview');
        }),
      ),

    run: (target, bytes, { version, existing }) =>
      oneOfFew(target.userId, async () => {
        const stage = createImportStage(database.orm, { campaignId: target.campaignId, now: clock.now() });
        try {
          const { revisions } = await planned(target, bytes, async ({ notesWork, ...found }) => {
            if (found.version !== version) throw changedSince('The file or the notes');
            await stage.fill(() => notesWork.nextWrite(existing), found.revisions);
            return found;
          });
          return await database.transaction(async (tx) => {
            await holdCampaign(tx, target);
            if (!isDeepStrictEqual(await sessionsOf(tx, target.campaignId), revisions))
              throw changedSince('The file or the notes');
            await stage.publish(tx, target.userId, clock.now());
            return present(await latestOf(tx, target.campaignId), 'kept import').told;
          });
        } catch (error) {
          await ownCampaign(database.orm, target.userId, target.campaignId);
          throw error;
        } finally {
          // Housekeeping removes what stays.
          await stage.remove().catch((cause: unknown) => deps.log.warn({ err: cause }, 'A stage stays.'));
        }
      }),

    async latest(userId, campaignId) {
      await ownCampaign(database.orm, userId, campaignId);
      const found = await latestOf(database.orm, campaignId);
      if (found === null || found.changes.length === 0) return null;
      return (await isUnchanged(database.orm, found.changes)) ? found.told : null;
    },

    async undo(userId, campaignId) {
      const removeFiles = await database.transaction(async (tx) => {
        await holdCampaign(tx, { userId, campaignId });
        const found = await latestOf(tx, campaignId);
        if (found === null) throw new Refusal('notFound');
        if (!(await isUnchanged(tx, found.changes))) throw notUndoable();
        await replaceNotes(
          tx,
          sql`select (change ->> 'sessionId')::uuid as session_id, change -> 'before' as content
            from notes_imports, jsonb_array_elements(changes) as change
            where campaign_id = ${campaignId}::uuid and not (change ->> 'isNew')::boolean`,
          clock.now(),
        );
        const made = found.changes.filter(({ isNew }) => isNew).map(({ sessionId }) => sessionId);
        const afterwards = await sessionWork.remove(tx, made);
        await removeSessions(tx, made);
        await tx.delete(notesImports).where(eq(notesImports.campaignId, campaignId));
        return afterwards;
      });
      await removeFiles();
    },
  };

  async function isUnchanged(orm: Orm, changes: readonly MadeChange[]): Promise<boolean> {
    const ids = changes.map(({ sessionId }) => sessionId);
    if (ids.length === 0) return true;
    const rows = await orm
      .select({ id: sessions.id, revision: notes.revision, sessionRevision: sessions.revision })
      .from(sessions)
      .innerJoin(notes, eq(notes.sessionId, sessions.id))
      .where(inArray(sessions.id, ids));
    const work = await sessionWork.read(orm, ids);
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    return changes.every(({ sessionId, revision, isNew }) => {
      const row = rowOf.get(sessionId);
      if (row?.revision !== revision) return false;
      return !isNew || (row.sessionRevision === 1 && (work.get(sessionId)?.state ?? 'empty') === 'empty');
    });
  }
}

async function holdCampaign(tx: Orm, { userId, campaignId }: ImportTarget): Promise<void> {
  await ownCampaign(tx, userId, campaignId, { forUpdate: true });
  await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.campaignId, campaignId))
    .orderBy(asc(sessions.id))
    .for('update');
}

type MadeChange = Omit<ImportedChange, 'before'>;

/** Without the notes that it replaced, which may be long. */
async function latestOf(
  orm: Orm,
  campaignId: string,
): Promise<{ changes: MadeChange[]; told: NotesImport } | null> {
  const [row] = await orm
    .select({
      importedAt: notesImports.importedAt,
      changes: sql<
        MadeChange[] | null
      >`(select jsonb_agg(change - 'before') from jsonb_array_elements(${notesImports.changes}) as change)`,
    })
    .from(notesImports)
    .where(eq(notesImports.campaignId, campaignId));
  if (row === undefined) return null;
  const changes = row.changes ?? [];
  return {
    changes,
    told: {
      importedAt: row.importedAt.toISOString(),
      sessionsAdded: changes.filter(({ isNew }) => isNew).length,
      sessionsChanged: changes.filter(({ isNew }) => !isNew).length,
    },
  };
}
