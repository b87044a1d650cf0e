import { isDeepStrictEqual } from 'node:util';
import { asc, eq, inArray } from 'drizzle-orm';
import type { ImportChoice, NotesImport } from '#contract/exports.ts';
import { present } from '#contract/unknown-values.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf } from '#server/campaigns/cast.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import type { SessionWorkPort } from '#server/campaigns/session-work.ts';
import { addSession } from '#server/campaigns/sessions.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { sessions } from '#server/platform/database/tables/core.ts';
import { type ImportedChange, notesImports } from '#server/platform/database/tables/notes-imports.ts';
import { notes } from '#server/platform/database/tables/work.ts';
import { importing } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { giveSession, sessionsOf } from '../notes-exports.ts';
import type { PlannedWrite } from '../threads/notes-messages.ts';
import type { NotesThreads, NotesWork } from '../threads/notes-threads.ts';

type Revisions = Awaited<ReturnType<typeof sessionsOf>>;

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
  new Refusal('conflict', { message: `${what} changed in the meantime. Choose the file again to see how.` });
const notUndoable = () =>
  new Refusal('conflict', {
    message: 'These notes changed after the import, so it can no longer be undone.',
  });

export function createNotesImports(deps: {
  database: Database;
  threads: NotesThreads;
  notes: Pick<NotesService, 'write' | 'restore'>;
  sessionWork: SessionWorkPort;
  clock: Clock;
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
      await notesWork.begin({ campaign: { title: campaign.title }, cast, audience: 'gm' });
      const revisions = await sessionsOf(database.orm, campaignId);
      for (const { id } of revisions) await giveSession(database.orm, notesWork, id);
      const version = await notesWork.plan(bytes, sessionId ?? null, revisions);
      return work({ notesWork, version, revisions });
    });
  }

  async function write(
    tx: Orm,
    { userId, campaignId }: ImportTarget,
    { into, title, playedAt, before, after }: PlannedWrite,
  ): Promise<ImportedChange> {
    const sessionId =
      into ??
      (await addSession(tx, { userId, campaignId, fields: { title, playedAt }, now: clock.now() })).id;
    const revision = await deps.notes.write(tx, sessionId, after, 'import');
    return { sessionId, isNew: into === null, before, revision };
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
        const plan = await planned(target, bytes, async ({ notesWork, ...found }) => {
          if (found.version !== version) throw changedSince('The file or the notes');
          return { ...found, writes: await notesWork.writes(existing) };
        });
        return database.transaction(async (tx) => {
          await holdCampaign(tx, target);
          if (!isDeepStrictEqual(await sessionsOf(tx, target.campaignId), plan.revisions))
            throw changedSince('The file or the notes');
          const changes: ImportedChange[] = [];
          for (const one of plan.writes) changes.push(await write(tx, target, one));
          const values = { importedAt: clock.now(), changes };
          const [row] = await tx
            .insert(notesImports)
            .values({ campaignId: target.campaignId, ...values })
            .onConflictDoUpdate({ target: notesImports.campaignId, set: values })
            .returning();
          return view(present(row, 'kept import'));
        });
      }),

    async latest(userId, campaignId) {
      await ownCampaign(database.orm, userId, campaignId);
      const [row] = await database.orm
        .select()
        .from(notesImports)
        .where(eq(notesImports.campaignId, campaignId));
      if (row === undefined || row.changes.length === 0) return null;
      return (await isUnchanged(database.orm, row.changes)) ? view(row) : null;
    },

    async undo(userId, campaignId) {
      const removeFiles = await database.transaction(async (tx) => {
        await holdCampaign(tx, { userId, campaignId });
        const [row] = await tx.select().from(notesImports).where(eq(notesImports.campaignId, campaignId));
        if (row === undefined) throw new Refusal('notFound');
        if (!(await isUnchanged(tx, row.changes))) throw notUndoable();
        for (const change of row.changes)
          if (!change.isNew) await deps.notes.restore(tx, change.sessionId, change.revision, change.before);
        const made = row.changes.filter(({ isNew }) => isNew).map(({ sessionId }) => sessionId);
        const afterwards = await sessionWork.remove(tx, made);
        if (made.length > 0) await tx.delete(sessions).where(inArray(sessions.id, made));
        await tx.delete(notesImports).where(eq(notesImports.campaignId, campaignId));
        return afterwards;
      });
      await removeFiles();
    },
  };

  async function isUnchanged(orm: Orm, changes: readonly ImportedChange[]): Promise<boolean> {
    const ids = changes.map(({ sessionId }) => sessionId);
    if (ids.length === 0) return true;
    const rows = await orm
      .select({ id: sessions.id, revision: notes.revision, sessionRevision: sessions.revision })
      .from(sessions)
      .innerJoin(notes, eq(notes.sessionId, sessions.id))
      .where(inArray(sessions.id, ids));
    const work = await sessionWork.read(orm, ids);
    return changes.every(({ sessionId, revision, isNew }) => {
      const row = rows.find(({ id }) => id === sessionId);
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

const view = ({ importedAt, changes }: typeof notesImports.$inferSelect): NotesImport => ({
  importedAt: importedAt.toISOString(),
  sessionsAdded: changes.filter(({ isNew }) => isNew).length,
  sessionsChanged: changes.filter(({ isNew }) => !isNew).length,
});
