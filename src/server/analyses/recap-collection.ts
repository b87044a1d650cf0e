import { and, eq, inArray, isNull, lt, ne } from 'drizzle-orm';
import type { NotesSection } from '#contract/notes.ts';
import {
  type Recap,
  type RecapCollection,
  type RecapFailure,
  type RecapWish,
  recapLimits,
} from '#contract/recap-collection.ts';
import { recapSectionKey } from '#contract/recap-sections.ts';
import { textLimits } from '#contract/text-limits.ts';
import { isFor, withoutWhispersToOthers } from '#contract/visibility.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { campaigns } from '#server/campaigns/tables.ts';
import type { WrittenRecap } from '#server/engines/notes/port.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { charactersIn } from '#server/platform/text-limits.ts';
import type { AnalysisEvents } from './analysis-events.ts';
import { analysisChannel } from './analysis-rows.ts';
import { shownEvening } from './evening-service.ts';
import type { KnownCampaign } from './job/analysis-stages.ts';
import { defineModelJob } from './model-job.ts';
import { hashOfGrounds, partyOf, passagesFor, readOf } from './recap-grounds.ts';
import { writtenRecaps } from './tables.ts';
import { shownModel, type Writers } from './writers.ts';

const recapJob = 'recap';
const HOUR_MS = 3_600_000;
const TITLE_CHARACTERS = 200;

/** What these readers may see of the notes of a session. */
export type NotesShown = (
  userId: string,
  sessionId: string,
  audience: 'players' | 'public',
) => Promise<readonly Pick<NotesSection, 'key' | 'title' | 'body'>[]>;

interface RecapJobData {
  sessionId: string;
  id: string;
  run: string;
}

type Row = typeof writtenRecaps.$inferSelect;

const isOpen = inArray(writtenRecaps.state, ['waiting', 'writing']);

export type RecapCollections = ReturnType<typeof createRecapCollections>;

/** Defines a job: call it before the queue starts. */
export function createRecapCollections(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & {
    queue: Pick<JobQueue, 'work' | 'send'>;
    notes: Pick<NotesService, 'read' | 'rewrite'>;
    notesShown: NotesShown;
    writers: Pick<Writers, 'ready'>;
    events: Pick<AnalysisEvents, 'subscribe'>;
    knowledge(sessionId: string): Promise<Pick<KnownCampaign, 'language'>>;
  },
) {
  const { database, queue, notes, writers, clock } = deps;
  const { orm } = database;
  const limit = createRateLimit({ database, clock }, 'recaps in an hour', {
    count: recapLimits.anHour,
    windowMs: HOUR_MS,
  });
  const writer = () => writers.ready().find(({ engine }) => engine.recap !== undefined) ?? null;
  const ofSession = (sessionId: string) => eq(writtenRecaps.sessionId, sessionId);

  async function view(userId: string, sessionId: string): Promise<RecapCollection> {
    const { campaignId } = await ownSession(orm, userId, sessionId);
    // Rows before notes: what is done by its row is in the notes that are read after it.
    const rows = await orm.select().from(writtenRecaps).where(ofSession(sessionId)).orderBy(writtenRecaps.id);
    const { sections } = await notes.read(userId, sessionId);
    const [campaign] = await orm
      .select({ styles: campaigns.recapStyles })
      .from(campaigns)
      .where(eq(campaigns.id, campaignId));
    const party = await partyOf(orm, campaignId, sessionId);
    const ground = rows.length === 0 ? null : hashOfGrounds(sections);
    return {
      writer: shownModel(writer()),
      styles: campaign?.styles ?? [],
      characters: party.present,
      recaps: rows.flatMap((row) => shown(row, sections, ground) ?? []),
    };
  }

  const change = async (tx: Orm, { id, run }: Pick<Row, 'id' | 'run'>, changes: Partial<Row>) => {
    await tx
      .update(writtenRecaps)
      .set(changes)
      .where(and(eq(writtenRecaps.id, id), eq(writtenRecaps.run, run), isOpen));
  };

  async function write(row: Row, signal: AbortSignal): Promise<void> {
    const { sessionId, userId, style, character, reads } = row;
    const fail = (failure: RecapFailure, tx: Orm = orm) => change(tx, row, { state: 'failed', failure });
    const engine = writer()?.engine;
    if (engine?.recap === undefined) return fail('writerAway');
    const { campaignId } = await ownSession(orm, userId, sessionId);
    const own = await notes.read(userId, sessionId);
    const seen = reads === 'gm' ? own.sections : await deps.notesShown(userId, sessionId, reads);
    const linesOf = new Map(own.sections.map(({ key, lines }) => [key, lines]));
    const readable = seen.map((section) => ({ ...section, lines: linesOf.get(section.key) ?? [] }));
    const party = character === null ? [] : (await partyOf(orm, campaignId, sessionId)).all;
    const heard = character === null ? readable : withoutWhispersToOthers(readable, [character]);
    const sections = readOf(heard, character, party);
    const evening = reads === 'gm' ? await shownEvening(orm, sessionId) : null;
    const passages = evening === null ? [] : passagesFor(evening, own.sections, character, party);
    if (sections.length + passages.length === 0) return fail('nothingToRead');
    await change(orm, row, { state: 'writing' });
    const { language } = await deps.knowledge(sessionId);
    const made = await engine.recap(
      { style, character, language, sections, passages },
      { signal, progress: () => undefined },
    );
    if (made.isOtherLanguage) return fail('otherLanguage');
    await database.transaction(async (tx) => {
      await ownSession(tx, userId, sessionId, { forUpdate: true });
      const [open] = await tx
        .select({ id: writtenRecaps.id })
        .from(writtenRecaps)
        .where(and(eq(writtenRecaps.id, row.id), eq(writtenRecaps.run, row.run), isOpen))
        .for('update');
      if (open === undefined) return;
      let hasRoom = true;
      await notes.rewrite(tx, sessionId, { revision: null, cause: 'analysis' }, async (before) => {
        const after = withRecap(before, row, made);
        hasRoom =
          after.length <= textLimits.noteSections.most &&
          charactersIn(after) <= textLimits.noteCharacters.most;
        return hasRoom ? after : before;
      });
      if (!hasRoom) return fail('noRoom', tx);
      const { unread, doubts } = made;
      const ground = hashOfGrounds(own.sections);
      await change(tx, row, { state: 'done', failure: null, ground, unread, doubts });
    });
  }

  defineModelJob<RecapJobData, Row>(deps, {
    name: recapJob,
    what: 'a recap',
    channelOf: ({ run }) => run,
    find: async ({ id, run }) => {
      const [row] = await orm
        .select()
        .from(writtenRecaps)
        .where(and(eq(writtenRecaps.id, id), eq(writtenRecaps.run, run), isOpen));
      return row ?? null;
    },
    write: write,
    fail: (data, failure) => change(orm, data, { state: 'failed', failure }),
  });

  return {
    read: view,

    /** @throws Refusal notFound, tooManyRequests, conflict without a model or while it is being written */
    async ask(userId: string, sessionId: string, { style, character, reads }: RecapWish) {
      const { campaignId } = await ownSession(orm, userId, sessionId);
      if (writer() === null)
        throw new Refusal('conflict', { message: 'No language model can write right now. Try again later.' });
      if (character !== null && !(await partyOf(orm, campaignId, sessionId)).present.includes(character))
        throw new Refusal('conflict', { message: `${character} wasn’t in this session.` });
      await limit.enforce(userId);
      const { sections } = await notes.read(userId, sessionId);
      await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        const rows = await tx.select().from(writtenRecaps).where(ofSession(sessionId));
        const same = rows.find((row) => row.style === style && row.character === character);
        if (same !== undefined && isAtWork(same))
          throw new Refusal('conflict', { message: 'The language model is still writing this recap.' });
        if (same === undefined && rows.length >= recapLimits.aSession) {
          const removed = rows.filter((row) => shown(row, sections, null) === null).map(({ id }) => id);
          if (removed.length === 0)
            throw new Refusal('conflict', {
              message: `A session can have ${recapLimits.aSession} recaps. Remove one first.`,
            });
          await tx.delete(writtenRecaps).where(inArray(writtenRecaps.id, removed));
        }
        const run = newId();
        const asked = { run, reads, state: 'waiting', failure: null, askedAt: clock.now() } as const;
        const id = same?.id ?? newId();
        if (same === undefined)
          await tx
            .insert(writtenRecaps)
            .values({ id, sessionId, userId, style, character, unread: 0, doubts: [], ...asked });
        else await tx.update(writtenRecaps).set(asked).where(eq(writtenRecaps.id, id));
        await queue.send(tx, recapJob, { sessionId, id, run }, { singletonKey: run, owner: userId });
      });
      return view(userId, sessionId);
    },

    async end(userId: string, sessionId: string, id: string) {
      await ownSession(orm, userId, sessionId);
      await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        const [found] = await tx
          .select({ id: writtenRecaps.id })
          .from(writtenRecaps)
          .where(and(ofSession(sessionId), eq(writtenRecaps.id, id)));
        if (found === undefined) throw new Refusal('notFound');
        const ended = await endRecaps(tx, and(ofSession(sessionId), eq(writtenRecaps.id, id)));
        for (const run of ended) await database.notify(tx, analysisChannel, run);
      });
      return view(userId, sessionId);
    },

    /** Those that failed or were lost, and were not put away. */
    async prune(): Promise<void> {
      await endRecaps(orm, lt(writtenRecaps.askedAt, new Date(clock.now().getTime() - 24 * HOUR_MS)));
    },
  };
}

/** What has been written before stays. @returns their runs */
async function endRecaps(tx: Orm, which: ReturnType<typeof and>): Promise<string[]> {
  const unfinished = and(which, ne(writtenRecaps.state, 'done'));
  const gone = await tx
    .delete(writtenRecaps)
    .where(and(unfinished, isNull(writtenRecaps.ground)))
    .returning({ run: writtenRecaps.run });
  const kept = await tx
    .update(writtenRecaps)
    .set({ state: 'done', failure: null })
    .where(unfinished)
    .returning({ run: writtenRecaps.run });
  return [...gone, ...kept].map(({ run }) => run);
}

const isAtWork = ({ state }: Pick<Row, 'state'>) => state === 'waiting' || state === 'writing';

/** Null: its text has been removed from the notes. */
function shown(row: Row, sections: readonly NotesSection[], ground: string | null): Recap | null {
  const { id, style, character, reads, state, failure, unread, doubts } = row;
  const sectionKey = recapSectionKey(id);
  const section = sections.find(({ key }) => key === sectionKey);
  if (section === undefined && state === 'done') return null;
  return {
    id,
    sectionKey,
    style,
    character,
    reads,
    state,
    failure,
    isWritten: section !== undefined,
    isStale: row.ground !== null && row.ground !== ground,
    isEdited: section !== undefined && section.source !== 'analysis',
    unread,
    doubts,
  };
}

/** In its old place with its title, or as the last section. Those who may not see what it was written from no longer see it. */
function withRecap(
  before: readonly NotesSection[],
  { id, style, character, reads }: Row,
  { text: body, lines }: Pick<WrittenRecap, 'text' | 'lines'>,
): NotesSection[] {
  const key = recapSectionKey(id);
  const title = `${style}${character === null ? '' : ` (${character})`}`.slice(0, TITLE_CHARACTERS).trim();
  const fresh = { key, body, lines, source: 'analysis' as const };
  const rewritten = before.map((section) => {
    if (section.key !== key) return section;
    const { visibility } = section;
    return { ...section, ...fresh, visibility: isFor(visibility, reads) ? visibility : ('gm' as const) };
  });
  if (before.some((section) => section.key === key)) return rewritten;
  return [...rewritten, { title, visibility: 'gm' as const, ...fresh }];
}
