import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ImportChoice, NotesImport } from '#contract/exports.ts';
import { present } from '#contract/unknown-values.ts';
import { settleTexts, textsLock } from '#server/campaigns/all-texts.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { replaceNotes } from '#server/campaigns/imported-notes.ts';
import { lockSessions } from '#server/campaigns/lock-session.ts';
import { removeSessions } from '#server/campaigns/remove-sessions.ts';
import type { SessionWorkPort } from '#server/campaigns/session-work.ts';
import { campaigns, notes, sessions } from '#server/campaigns/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { importing, refuseTextBeyond, storeTextUnchecked } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { giveSession, listSessions, sessionsOf } from '../notes-exports.ts';
import { type ImportedChange, notesImports } from '../tables.ts';
import type { NotesThreads, NotesWork } from '../threads/notes-threads.ts';
import {
  changedSince,
  createImportStage,
  type ImportStage,
  portionsOf,
  type Revisions,
} from './import-stage.ts';

interface ImportTarget {
  userId: string;
  campaignId: string;
  sessionId?: string | undefined;
}

export type NotesImports = ReturnType<typeof createNotesImports>;

const notUndoable = () =>
  new Refusal('conflict', {
    message: 'These notes changed after the import, so it can no longer be undone.',
  });

export function createNotesImports(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & {
    threads: NotesThreads;
    sessionWork: SessionWorkPort;
    most: number;
  },
) {
  const { database, threads, clock, sessionWork, most } = deps;

  /** @throws Refusal tooManyRequests */
  const oneOfFew = <Result>(userId: string, work: () => Promise<Result>) =>
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
      const revisions = await listSessions(database.orm, campaignId);
      for (const { id } of revisions) await giveSession(database.orm, notesWork, id);
      const version = await notesWork.plan(bytes, sessionId ?? null);
      return work({ notesWork, version, revisions });
    });
  }

  return {
    oneOfFew,

    /** `ImportPreview` as JSON. @throws Refusal notFound, notesUnreadable, notesTooLarge, notesTooLong, notesTooComplex */
    preview: (target: ImportTarget, bytes: Uint8Array<ArrayBuffer>) =>
      oneOfFew(target.userId, async () => {
        await ownCampaign(database.orm, target.userId, target.campaignId);
        await settleTexts(database.locks, [target.campaignId], settle);
        return planned(target, bytes, async ({ notesWork }) => {
          const [json] = await notesWork.pieces();
          return present(json, 'preview');
        });
      }),

    /** @throws Refusal as `preview`; conflict if the file or the notes have changed since */
    run: (
      target: ImportTarget,
      bytes: Uint8Array<ArrayBuffer>,
      { version, existing }: { version: string; existing: ImportChoice },
    ) =>
      oneOfFew(target.userId, async () => {
        const stage = createImportStage(database.orm, { campaignId: target.campaignId, now: clock.now() });
        try {
          const { revisions } = await planned(target, bytes, async ({ notesWork, ...found }) => {
            if (found.version !== version) throw changedSince();
            await stage.fill(() => notesWork.nextWrite(existing), found.revisions);
            return found;
          });
          return await undisturbed(target.campaignId, () => write(target, stage, revisions));
        } catch (error) {
          await ownCampaign(database.orm, target.userId, target.campaignId);
          throw error;
        } finally {
          // Housekeeping removes what stays.
          await stage.remove().catch((cause: unknown) => deps.log.warn({ err: cause }, 'A stage stays.'));
        }
      }),

    async latest(userId: string, campaignId: string): Promise<NotesImport | null> {
      await ownCampaign(database.orm, userId, campaignId);
      const found = await latestOf(database.orm, campaignId);
      if (found === null || found.working || found.changes.length === 0) return null;
      return (await areUnchanged(found.changes)) ? found.imported : null;
    },

    /** @throws Refusal notFound, conflict if the notes changed since */
    undo: (userId: string, campaignId: string) =>
      undisturbed(campaignId, async () => {
        await ownCampaign(database.orm, userId, campaignId);
        const found = await latestOf(database.orm, campaignId);
        if (found === null) throw new Refusal('notFound');
        if (!(await areUnchanged(found.changes))) throw notUndoable();
        await setState(database.orm, campaignId, { working: true });
        await revert(campaignId);
      }),

    /** At the start and every hour: what a crash cut short is taken back, or its undo completed. */
    async settleAll(): Promise<void> {
      const rows = await database.orm
        .select({ campaignId: notesImports.campaignId })
        .from(notesImports)
        .where(eq(notesImports.working, true));
      await settleTexts(
        database.locks,
        rows.map(({ campaignId }) => campaignId),
        settle,
      );
    },
  };

  /** No other import or correction is written meanwhile. */
  function undisturbed<Result>(campaignId: string, work: () => Promise<Result>): Promise<Result> {
    return database.locks.run(textsLock(campaignId), async () => {
      await settle(campaignId);
      return work();
    });
  }

  /** All or nothing: takes back what it wrote if it fails. */
  async function write(target: ImportTarget, stage: ImportStage, revisions: Revisions): Promise<NotesImport> {
    const { userId, campaignId } = target;
    const now = clock.now();
    const step = <Result>(work: (tx: Orm) => Promise<Result>) =>
      database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        return work(tx);
      });
    try {
      await step(async (tx) => {
        if (!isDeepStrictEqual(await sessionsOf(tx, campaignId), revisions)) throw changedSince();
        await stage.begin(tx, now);
      });
      const published = await stage.publish(step, { userId, now });
      await step(async (tx) => {
        await refuseTextBeyond(tx, userId);
        await setState(tx, campaignId, { working: false, earlier: null });
      });
      return { importedAt: now.toISOString(), ...published };
    } catch (error) {
      // Else the next one in this campaign takes it back, or housekeeping.
      await settle(campaignId).catch((cause: unknown) =>
        deps.log.warn({ err: cause }, 'An import is not yet taken back.'),
      );
      throw error;
    }
  }

  /** The caller has the lock. */
  async function settle(campaignId: string): Promise<void> {
    const [row] = await database.orm
      .select({ working: notesImports.working })
      .from(notesImports)
      .where(eq(notesImports.campaignId, campaignId));
    if (row?.working) await revert(campaignId);
  }

  /** As far as the import was written and nothing changed since. If it is cut short, it goes on where it was. */
  async function revert(campaignId: string): Promise<void> {
    const found = await latestOf(database.orm, campaignId);
    if (found === null) return;
    const afterwards: (() => Promise<void>)[] = [];
    const putBack: string[] = [];
    let from = 0;
    for (const to of portionsOf(found.changes.map(({ size = 0 }) => size))) {
      const portion = found.changes.slice(from, to);
      from = to;
      afterwards.push(
        await database.transaction(async (tx) => {
          await tx
            .select({ id: campaigns.id })
            .from(campaigns)
            .where(eq(campaigns.id, campaignId))
            .for('update');
          await lockSessions(
            tx,
            portion.map(({ sessionId }) => sessionId),
          );
          // It makes room again, but only at its end.
          await storeTextUnchecked(tx);
          const unchanged = await unchangedOf(tx, portion);
          const idsOf = (isNew: boolean) =>
            unchanged.filter((change) => change.isNew === isNew).map(({ sessionId }) => sessionId);
          putBack.push(...idsOf(false));
          await replaceNotes(
            tx,
            sql`select (change ->> 'sessionId')::uuid as session_id, change -> 'before' as content
              from notes_imports, jsonb_array_elements(changes) as change
              where campaign_id = ${campaignId}::uuid and change ->> 'sessionId' = any (${sql.param(idsOf(false))}::text[])`,
            clock.now(),
          );
          const removeFiles = await sessionWork.remove(tx, idsOf(true));
          await removeSessions(tx, idsOf(true));
          return removeFiles;
        }),
      );
      await breath();
    }
    await forgetImport(database.orm, campaignId, putBack);
    for (const removeFiles of afterwards) await removeFiles();
  }

  async function areUnchanged(changes: readonly MadeChange[]): Promise<boolean> {
    let from = 0;
    for (const to of portionsOf(changes.map(() => 0))) {
      const portion = changes.slice(from, to);
      if ((await unchangedOf(database.orm, portion)).length < portion.length) return false;
      from = to;
      await breath();
    }
    return true;
  }

  async function unchangedOf(orm: Orm, changes: readonly MadeChange[]): Promise<MadeChange[]> {
    const ids = changes.map(({ sessionId }) => sessionId);
    const rows = await orm
      .select({ id: sessions.id, revision: notes.revision, sessionRevision: sessions.revision })
      .from(sessions)
      .innerJoin(notes, eq(notes.sessionId, sessions.id))
      .where(inArray(sessions.id, ids));
    const work = await sessionWork.read(orm, ids);
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    return changes.filter(({ sessionId, revision, isNew }) => {
      const row = rowOf.get(sessionId);
      if (row?.revision !== revision) return false;
      return !isNew || (row.sessionRevision === 1 && (work.get(sessionId)?.state ?? 'empty') === 'empty');
    });
  }
}

const setState = (orm: Orm, campaignId: string, state: Partial<typeof notesImports.$inferInsert>) =>
  orm.update(notesImports).set(state).where(eq(notesImports.campaignId, campaignId));

/** Once all is as before it. Notes that were put back are again as the import before had left them, with a new revision. */
async function forgetImport(orm: Orm, campaignId: string, putBack: readonly string[]): Promise<void> {
  await orm
    .delete(notesImports)
    .where(and(eq(notesImports.campaignId, campaignId), isNull(notesImports.earlier)));
  await orm.execute(sql`
    update notes_imports set working = false, earlier = null,
      imported_at = (earlier ->> 'importedAt')::timestamptz,
      changes = (
        select jsonb_agg(case when taken is null then change
          else change || jsonb_build_object('revision', (taken ->> 'revision')::int + 1) end order by at)
        from jsonb_array_elements(earlier -> 'changes') with ordinality as before (change, at)
        left join jsonb_array_elements(changes) as taken
          on taken ->> 'sessionId' = change ->> 'sessionId' and taken ->> 'sessionId' = any (${sql.param(putBack)}::text[])
            and (taken ->> 'revision')::int = (change ->> 'revision')::int + 1)
    where campaign_id = ${campaignId}::uuid`);
}

type MadeChange = Omit<ImportedChange, 'before'>;

/** Without the notes that it replaced, which may be long. */
async function latestOf(
  orm: Orm,
  campaignId: string,
): Promise<{ changes: MadeChange[]; imported: NotesImport; working: boolean } | null> {
  const [row] = await orm
    .select({
      importedAt: notesImports.importedAt,
      working: notesImports.working,
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
    working: row.working,
    imported: {
      importedAt: row.importedAt.toISOString(),
      sessionsAdded: changes.filter(({ isNew }) => isNew).length,
      sessionsChanged: changes.filter(({ isNew }) => !isNew).length,
    },
  };
}
