import { createHash } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import type { ImportChoice, ImportPreview, NotesImport } from '#contract/exports.ts';
import { NotesSection } from '#contract/notes.ts';
import { present } from '#contract/unknown-values.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { sectionsWithCast } from '#server/campaigns/cast-rules.ts';
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
import { type PlannedSession, planImport, planSession, previewOf, sectionsAfter } from './import-plan.ts';
import { type ReadNotes, readNotesFile } from './read-notes-file.ts';

interface ImportTarget {
  userId: string;
  campaignId: string;
  sessionId?: string | undefined;
}

export interface NotesImports {
  preview(target: ImportTarget, bytes: Uint8Array): Promise<ImportPreview>;
  /** @throws Refusal as `preview`; conflict if the file or the notes have changed since */
  run(
    target: ImportTarget,
    bytes: Uint8Array,
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
  notes: Pick<NotesService, 'write' | 'restore'>;
  sessionWork: SessionWorkPort;
  clock: Clock;
  most: number;
}): NotesImports {
  const { database, clock, sessionWork, most } = deps;

  const oneOfFew = <Result>({ userId }: ImportTarget, work: () => Promise<Result>) =>
    importing(database.locks, { userId, most }, work);

  async function plan(orm: Orm, target: ImportTarget, file: ReadNotes) {
    const rows = await orm
      .select({
        id: sessions.id,
        title: sessions.title,
        playedAt: sessions.playedAt,
        sections: notes.sections,
        revision: notes.revision,
      })
      .from(sessions)
      .leftJoin(notes, eq(notes.sessionId, sessions.id))
      .where(eq(sessions.campaignId, target.campaignId))
      .orderBy(asc(sessions.position));
    const cast = await castOf(orm, target.campaignId);
    const present = rows.map(({ sections, playedAt, ...row }) => ({
      ...row,
      playedAt: playedAt?.toISOString() ?? null,
      sections: sectionsWithCast(cast, row.id, sections ?? []),
    }));
    const planned =
      target.sessionId === undefined
        ? planImport(file.sessions, present)
        : planInto(
            present.find(({ id }) => id === target.sessionId),
            file,
          );
    return { planned, revisions: rows.map(({ id, revision }) => [id, revision]) };
  }

  async function write(
    tx: Orm,
    { userId, campaignId }: ImportTarget,
    planned: PlannedSession,
    existing: ImportChoice,
  ): Promise<ImportedChange[]> {
    const after = sectionsAfter(planned, existing);
    if (after === null) return [];
    const tooLong = after.find(({ body }) => !NotesSection.shape.body.safeParse(body).success);
    if (tooLong !== undefined || after.length > 100)
      throw new Refusal('conflict', {
        message: `The notes of “${planned.read.title}” would become too long.`,
      });
    const { title, playedAt } = planned.read;
    const sessionId =
      planned.into?.id ??
      (await addSession(tx, { userId, campaignId, fields: { title, playedAt }, now: clock.now() })).id;
    const revision = await deps.notes.write(tx, sessionId, after, 'import');
    return [
      { sessionId, isNew: planned.into === null, before: [...(planned.into?.sections ?? [])], revision },
    ];
  }

  return {
    preview: (target, bytes) =>
      oneOfFew(target, async () => {
        await ownCampaign(database.orm, target.userId, target.campaignId);
        const file = readNotesFile(bytes);
        const { planned, revisions } = await plan(database.orm, target, file);
        return {
          kind: file.kind,
          version: versionOf(bytes, revisions),
          sessions: previewOf(planned),
          warnings: file.warnings,
        };
      }),

    run: (target, bytes, { version, existing }) =>
      oneOfFew(target, async () => {
        await ownCampaign(database.orm, target.userId, target.campaignId);
        const file = readNotesFile(bytes);
        return database.transaction(async (tx) => {
          await holdCampaign(tx, target);
          const { planned, revisions } = await plan(tx, target, file);
          if (versionOf(bytes, revisions) !== version) throw changedSince('The file or the notes');
          const changes: ImportedChange[] = [];
          for (const session of planned) changes.push(...(await write(tx, target, session, existing)));
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

function planInto(into: Parameters<typeof planSession>[1] | undefined, file: ReadNotes): PlannedSession[] {
  if (!into) throw new Refusal('notFound');
  const [only, ...others] = file.sessions;
  if (only === undefined || others.length > 0)
    throw new Refusal('notesUnreadable', {
      message: `This file has ${file.sessions.length} sessions. Import it from the campaign’s page.`,
    });
  return [planSession(only, into)];
}

const versionOf = (bytes: Uint8Array, revisions: unknown): string =>
  createHash('sha256').update(bytes).update(JSON.stringify(revisions)).digest('hex').slice(0, 32);

const view = ({ importedAt, changes }: typeof notesImports.$inferSelect): NotesImport => ({
  importedAt: importedAt.toISOString(),
  sessionsAdded: changes.filter(({ isNew }) => isNew).length,
  sessionsChanged: changes.filter(({ isNew }) => !isNew).length,
});
