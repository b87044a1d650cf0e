import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Line } from '#contract/analysis-result.ts';
import type { Notes, NotesCause, NotesSection, SavedSection } from '#contract/notes.ts';
import { breath, createPauses } from '#server/platform/breath.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { refuseLongNotes } from '#server/platform/text-limits.ts';
import { segments } from '#server/recordings/tables.ts';
import { castOf, castOfSession, transcriptOf, voicesOfNotes, withVoicesNow } from './cast.ts';
import { type CastNow, sectionsWithCast, sectionsWithoutCast } from './cast-in-texts.ts';
import {
  appendedBy,
  areEmpty,
  type EditedSection,
  replacedBy,
  withKeptEvidence,
  withQuotes,
} from './notes-sections.ts';
import { ownSession } from './sessions.ts';
import type { Cast } from './tables.ts';
import { notes } from './tables.ts';

export type CopyMode = 'fillEmpty' | 'replace' | 'append';

export type NotesService = ReturnType<typeof createNotes>;

export function createNotes(deps: { database: Database; clock: Clock }) {
  const { database, clock } = deps;

  async function save(
    tx: Orm,
    sessionId: string,
    revision: number,
    sections: NotesSection[],
    cause: NotesCause,
  ): Promise<{ revision: number; updatedAt: Date }> {
    const values = { sections, cause, revision: revision + 1, updatedAt: clock.now() };
    if (revision === 0) {
      await tx.insert(notes).values({ sessionId, ...values });
    } else {
      await tx
        .update(notes)
        .set(values)
        .where(and(eq(notes.sessionId, sessionId), eq(notes.revision, revision)));
    }
    return { revision: values.revision, updatedAt: values.updatedAt };
  }

  function checkKeys(edited: readonly Pick<EditedSection, 'key'>[]): void {
    if (new Set(edited.map(({ key }) => key)).size < edited.length) {
      throw new Refusal('invalidRequest');
    }
  }

  return {
    async read(userId: string, sessionId: string): Promise<Notes> {
      const { campaignId } = await ownSession(database.orm, userId, sessionId);
      const stored = await storedNotes(database.orm, sessionId);
      const cast = await castOfNotes(database.orm, campaignId, stored);
      await breath();
      return notesView(stored, cast);
    },

    /** @throws Refusal notFound, staleRevision, notesTooLong, conflict if a quoted line is not in the transcript */
    async change(
      userId: string,
      sessionId: string,
      revision: number,
      edited: readonly SavedSection[],
    ): Promise<Notes> {
      const pause = createPauses();
      checkKeys(edited);
      const { campaignId } = await ownSession(database.orm, userId, sessionId);
      const before = await storedNotes(database.orm, sessionId);
      const cast = await castOfNotes(database.orm, campaignId, before);
      if (before.revision !== revision) throw staleRevision(before.revision);
      const whole = withBodies(edited, before.sections);
      refuseLongNotes(whole.map((section, at) => ({ ...section, quotes: edited[at]?.quotes })));
      refuseLongNotes(edited.map(({ read = '' }) => ({ body: read })));
      // Before the transaction, which keeps others from the embedded database; the revision is compared again in it.
      await pause();
      const read = new Map(edited.flatMap((section) => (section.read ? [[section.key, section.read]] : [])));
      const own = sectionsWithoutCast(cast, sessionId, before.sections, whole, read);
      await pause();
      const kept = withKeptEvidence(before.sections, own);
      await pause();
      const cited = await citedLines(database.orm, sessionId, edited);
      const sections: NotesSection[] = [];
      for (const section of kept) {
        sections.push(withQuotes(section, cited.get(section.key) ?? []));
        await pause();
      }
      refuseLongNotes(sections);
      const saved = await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        const [present] = await tx
          .select({ revision: notes.revision })
          .from(notes)
          .where(eq(notes.sessionId, sessionId));
        if ((present?.revision ?? 0) !== revision) throw staleRevision(present?.revision ?? 0);
        // What was erased meanwhile is quoted no more.
        await citedLines(tx, sessionId, edited);
        return { sections, ...(await save(tx, sessionId, revision, sections, 'edit')) };
      });
      await pause();
      return notesView({ sessionId, ...saved }, cast);
    },

    /** D7. The caller has locked the session. @throws Refusal notesNotEmpty, conflict */
    async copyInto(
      tx: Orm,
      sessionId: string,
      fresh: readonly NotesSection[],
      mode: CopyMode,
    ): Promise<void> {
      const before = await storedNotes(tx, sessionId);
      if (mode === 'fillEmpty' && !areEmpty(before.sections)) throw new Refusal('notesNotEmpty');
      const after =
        mode === 'append' ? appendedBy(before.sections, fresh) : replacedBy(before.sections, fresh);
      if (after === null) {
        throw new Refusal('conflict', { message: 'The notes would become too long. Shorten them first.' });
      }
      await save(tx, sessionId, before.revision, after, 'analysis');
    },

    areEmpty: async (tx: Orm, sessionId: string): Promise<boolean> =>
      areEmpty((await storedNotes(tx, sessionId)).sections),

    /** All of it is an analysis's work, as it was copied. */
    async areUntouched(tx: Orm, sessionId: string): Promise<boolean> {
      const { sections, cause } = await storedNotes(tx, sessionId);
      return cause === 'analysis' && sections.every(({ source }) => source === 'analysis');
    },

    /** Once, and only if the notes have text. The caller has locked the session. @returns whether it was put on top */
    async putRecap(tx: Orm, sessionId: string, section: NotesSection): Promise<boolean> {
      const before = await storedNotes(tx, sessionId);
      if (areEmpty(before.sections) || before.sections.some(({ key }) => key === section.key)) return false;
      const first = await tx
        .update(notes)
        .set({ recapCameAt: clock.now() })
        .where(and(eq(notes.sessionId, sessionId), isNull(notes.recapCameAt)))
        .returning({ sessionId: notes.sessionId });
      if (first.length === 0) return false;
      await save(tx, sessionId, before.revision, [section, ...before.sections], 'analysis');
      return true;
    },

    /** Only if something changes. The caller has locked the session. @throws Refusal staleRevision, unless any will do (null) */
    async rewrite(
      tx: Orm,
      sessionId: string,
      { revision, cause }: { revision: number | null; cause: NotesCause },
      change: (sections: NotesSection[]) => Promise<NotesSection[]>,
    ): Promise<void> {
      const before = await storedNotes(tx, sessionId);
      if (revision !== null && before.revision !== revision) throw staleRevision(before.revision);
      const after = await change(before.sections);
      if (isDeepStrictEqual(after, before.sections)) return;
      await save(tx, sessionId, before.revision, after, cause);
    },

    async write(
      tx: Orm,
      sessionId: string,
      edited: readonly EditedSection[],
      cause: 'suggestion',
    ): Promise<number> {
      checkKeys(edited);
      const before = await storedNotes(tx, sessionId);
      const cast = { ...(await castOfSession(tx, sessionId)), ...(await voicesOfNotes(tx, sessionId)) };
      const own = sectionsWithoutCast(cast, sessionId, before.sections, edited);
      await save(tx, sessionId, before.revision, withKeptEvidence(before.sections, own), cause);
      return before.revision + 1;
    },

    /** The caller has locked the session. @throws Refusal staleRevision */
    async restore(
      tx: Orm,
      sessionId: string,
      revision: number,
      sections: readonly NotesSection[],
    ): Promise<void> {
      const present = await storedNotes(tx, sessionId);
      if (present.revision !== revision) throw new Refusal('staleRevision');
      await save(tx, sessionId, revision, [...sections], 'import');
    },
  };
}

const staleRevision = (revision: number) => new Refusal('staleRevision', { details: { revision } });

/** @throws Refusal invalidRequest if a section without text is none of these */
const withBodies = (edited: readonly SavedSection[], stored: readonly NotesSection[]): EditedSection[] =>
  edited.map(({ quotes: _, read: __, ...section }) => {
    const body = section.body ?? stored.find(({ key }) => key === section.key)?.body;
    if (body === undefined) throw new Refusal('invalidRequest');
    return { ...section, body };
  });

async function citedLines(
  tx: Orm,
  sessionId: string,
  edited: readonly SavedSection[],
): Promise<Map<string, Line[]>> {
  const ids = [
    ...new Set(edited.flatMap(({ quotes = [] }) => quotes.flatMap(({ segmentIds }) => segmentIds))),
  ];
  if (ids.length === 0) return new Map();
  const transcript = await transcriptOf(tx, sessionId);
  const found =
    transcript === null
      ? []
      : await tx
          .select({ id: segments.id, startMs: segments.startMs, endMs: segments.endMs })
          .from(segments)
          .where(and(eq(segments.transcriptId, transcript.id), inArray(segments.id, ids)));
  if (found.length < ids.length) {
    throw new Refusal('conflict', {
      message: 'A line you quote is no longer in the transcript. Reload the page and quote it again.',
    });
  }
  const byId = new Map(found.map((segment) => [segment.id, segment]));
  return new Map(
    edited.map(({ key, quotes = [] }) => [
      key,
      quotes.map(({ text, segmentIds }) => {
        const heard = segmentIds.flatMap((id) => byId.get(id) ?? []);
        const startMs = Math.min(...heard.map((segment) => segment.startMs));
        const endMs = Math.max(...heard.map((segment) => segment.endMs));
        return { text, evidence: { segmentIds, startMs, endMs } };
      }),
    ]),
  );
}

export const castOfNotes = async (
  orm: Orm,
  campaignId: string,
  { sessionId, sections }: { sessionId: string; sections: readonly NotesSection[] },
): Promise<CastNow> =>
  withVoicesNow(
    orm,
    await castOf(orm, campaignId),
    sessionId,
    sections.flatMap(({ lines }) => lines),
  );

export async function storedNotes(orm: Orm, sessionId: string) {
  const [row] = await orm.select().from(notes).where(eq(notes.sessionId, sessionId));
  return row ?? { sessionId, sections: [], revision: 0, updatedAt: null, cause: null };
}

export function notesView(
  row: { sessionId: string; sections: NotesSection[]; revision: number; updatedAt: Date | null },
  cast: Cast,
): Notes {
  return {
    sessionId: row.sessionId,
    revision: row.revision,
    sections: sectionsWithCast(cast, row.sessionId, row.sections),
    updatedAt: row.updatedAt?.toISOString() ?? null,
  };
}
