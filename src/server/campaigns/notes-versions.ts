import { and, desc, eq, sql } from 'drizzle-orm';
import type { NotesHistory, NotesVersion, ReadVersion } from '#contract/notes.ts';
import { createPauses } from '#server/platform/breath.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { removeInParts } from '#server/platform/in-parts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sectionsWithCast } from './cast-in-texts.ts';
import { castOfNotes, notesView, storedNotes } from './notes.ts';
import { ownSession } from './sessions.ts';
import { notes, notesVersions } from './tables.ts';

export type NotesVersions = ReturnType<typeof createNotesVersions>;

const facts = {
  revision: notesVersions.revision,
  writtenAt: notesVersions.writtenAt,
  replacedAt: notesVersions.replacedAt,
  replacedBy: notesVersions.replacedBy,
  sectionCount: notesVersions.sectionCount,
  wordCount: notesVersions.wordCount,
};

type Facts = Omit<NotesVersion, 'writtenAt' | 'replacedAt'> & { writtenAt: Date; replacedAt: Date };

const versionOf = (row: Facts): NotesVersion => ({
  ...row,
  writtenAt: row.writtenAt.toISOString(),
  replacedAt: row.replacedAt.toISOString(),
});

export function createNotesVersions(deps: { database: Database; clock: Clock }) {
  const { database, clock } = deps;

  /** Not when they are kept: a save of long notes would keep others waiting. */
  async function countWords(sessionId: string): Promise<void> {
    const uncounted = await database.orm
      .select({ revision: notesVersions.revision })
      .from(notesVersions)
      .where(and(eq(notesVersions.sessionId, sessionId), eq(notesVersions.wordCount, 0)));
    const pause = createPauses();
    for (const { revision } of uncounted) {
      const words = sql`(select coalesce(sum(words_in(section ->> 'body')), 0)
        from jsonb_array_elements(${notesVersions.sections}) as section)`;
      await database.orm
        .update(notesVersions)
        .set({ wordCount: words })
        .where(and(eq(notesVersions.sessionId, sessionId), eq(notesVersions.revision, revision)));
      await pause();
    }
  }

  async function history(sessionId: string): Promise<NotesHistory> {
    await countWords(sessionId);
    const { revision } = await storedNotes(database.orm, sessionId);
    const rows = await database.orm
      .select(facts)
      .from(notesVersions)
      .where(eq(notesVersions.sessionId, sessionId))
      .orderBy(desc(notesVersions.revision));
    return { revision, versions: rows.map(versionOf) };
  }

  async function find(orm: Orm, sessionId: string, revision: number) {
    const [row] = await orm
      .select({ ...facts, sections: notesVersions.sections })
      .from(notesVersions)
      .where(and(eq(notesVersions.sessionId, sessionId), eq(notesVersions.revision, revision)));
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }

  return {
    async list(userId: string, sessionId: string): Promise<NotesHistory> {
      await ownSession(database.orm, userId, sessionId);
      return history(sessionId);
    },

    async read(userId: string, sessionId: string, version: number): Promise<ReadVersion> {
      const { campaignId } = await ownSession(database.orm, userId, sessionId);
      await countWords(sessionId);
      const { sections, ...row } = await find(database.orm, sessionId, version);
      const present = await storedNotes(database.orm, sessionId);
      const both = [...sections, ...present.sections];
      const cast = await castOfNotes(database.orm, campaignId, { sessionId, sections: both });
      return {
        version: { ...versionOf(row), sections: sectionsWithCast(cast, sessionId, sections) },
        present: notesView(present, cast),
      };
    },

    /** @throws Refusal notFound, staleRevision */
    async restore(
      userId: string,
      sessionId: string,
      version: number,
      present: number,
    ): Promise<NotesHistory> {
      await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        const { sections } = await find(tx, sessionId, version);
        const { revision } = await storedNotes(tx, sessionId);
        if (revision !== present) throw new Refusal('staleRevision', { details: { revision } });
        await tx
          .update(notes)
          .set({ sections, revision: revision + 1, updatedAt: clock.now(), cause: 'restore' })
          .where(eq(notes.sessionId, sessionId));
      });
      return history(sessionId);
    },
  };
}

/** Before their session is deleted; each may have a million characters. */
export async function removeNotes(orm: Orm, sessionId: string): Promise<void> {
  const ofIt = eq(notesVersions.sessionId, sessionId);
  await removeInParts(orm, notesVersions, notesVersions.revision, ofIt, 2);
  await orm.delete(notes).where(eq(notes.sessionId, sessionId));
}
