import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Instruction, type InstructionStatus, instructionLimits } from '#contract/instructions.ts';
import type { ProposedChange } from '#contract/proposals.ts';
import { itemsOf } from '#contract/visibility.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AnalysisEvents } from './analysis-events.ts';
import { analysisChannel } from './analysis-rows.ts';
import type { KnownCampaign } from './job/analysis-stages.ts';
import { defineModelJob } from './model-job.ts';
import { instructions } from './tables.ts';
import { shownModel, type Writers } from './writers.ts';

const instructionJob = 'instruction';
const HOUR_MS = 3_600_000;

/** Puts them among the suggestions of a session. @returns how many fit */
export type ProposeChanges = (
  tx: Orm,
  of: { userId: string; campaignId: string; sessionId: string },
  changes: readonly ProposedChange[],
) => Promise<number>;

/** @returns how many of those that were proposed since then nobody has decided on */
export type CountWaitingChanges = (orm: Orm, of: { sessionId: string; since: Date }) => Promise<number>;

interface InstructionJobData {
  sessionId: string;
  id: string;
}

type Row = typeof instructions.$inferSelect;

const isOpen = inArray(instructions.state, ['waiting', 'writing']);

export type Instructions = ReturnType<typeof createInstructions>;

/** Defines a job: call it before the queue starts. */
export function createInstructions(
  deps: Pick<Shared, 'database' | 'queue' | 'clock' | 'log'> & {
    notes: Pick<NotesService, 'read'>;
    writers: Pick<Writers, 'ready'>;
    events: Pick<AnalysisEvents, 'subscribe'>;
    knowledge(sessionId: string): Promise<Pick<KnownCampaign, 'language'>>;
    propose: ProposeChanges;
    countWaiting: CountWaitingChanges;
  },
) {
  const { database, queue, writers, clock } = deps;
  const { orm } = database;
  const limit = createRateLimit({ database, clock }, 'instructions in an hour', {
    count: instructionLimits.anHour,
    windowMs: HOUR_MS,
  });
  const writer = () => writers.ready().find(({ engine }) => engine.change !== undefined) ?? null;

  async function view(sessionId: string): Promise<InstructionStatus> {
    const [row] = await orm.select().from(instructions).where(eq(instructions.sessionId, sessionId));
    if (row === undefined) return { writer: shownModel(writer()), instruction: null };
    const waiting = await deps.countWaiting(orm, { sessionId, since: row.createdAt });
    return { writer: shownModel(writer()), instruction: { ...shown(row), waiting } };
  }

  const change = async (of: InstructionJobData, changes: Partial<Row>): Promise<void> => {
    await orm
      .update(instructions)
      .set(changes)
      .where(and(eq(instructions.id, of.id), eq(instructions.sessionId, of.sessionId), isOpen));
  };

  async function propose(row: Row, signal: AbortSignal): Promise<void> {
    const { sessionId, userId, text: instruction } = row;
    const engine = writer()?.engine;
    if (engine?.change === undefined) return change(row, { state: 'failed', failure: 'writerAway' });
    const { sections } = await deps.notes.read(userId, sessionId);
    const given = sections.map((section) => ({
      key: section.key,
      title: section.title,
      items: itemsOf(section).flatMap(({ content }) => (content === null ? [] : [content])),
    }));
    if (given.every(({ items }) => items.length === 0))
      return change(row, { state: 'failed', failure: 'noNotes' });
    await change(row, { state: 'writing', progress: 0 });
    const { language } = await deps.knowledge(sessionId);
    let saved: Promise<void> = Promise.resolve();
    const made = await engine.change(
      { instruction, language, sections: given },
      {
        signal,
        progress: (progress) => {
          saved = saved.then(() => change(row, { progress })).catch(() => undefined);
        },
      },
    );
    await saved;
    const changes = made.changes
      .slice(0, instructionLimits.changes)
      .flatMap(({ section, item, text, quote: sentence }) => {
        const { key, title, items } = given[section] ?? { key: '', title: '', items: [] };
        const quote = sentence ?? items[item];
        return quote === undefined ? [] : [{ sectionKey: key, sectionTitle: title, quote, text }];
      });
    await database.transaction(async (tx) => {
      const { campaignId } = await ownSession(tx, userId, sessionId, { forUpdate: true });
      const [open] = await tx
        .select({ id: instructions.id })
        .from(instructions)
        .where(and(eq(instructions.id, row.id), isOpen))
        .for('update');
      if (open === undefined) return;
      const proposed = await deps.propose(tx, { userId, campaignId, sessionId }, changes);
      await tx
        .update(instructions)
        .set({
          state: 'done',
          progress: 1,
          proposed,
          dropped: made.dropped + made.changes.length - proposed,
          unread: made.unread,
          unclear: made.unclear,
          fixes: made.fixes.slice(0, instructionLimits.fixes),
        })
        .where(eq(instructions.id, row.id));
    });
  }

  defineModelJob<InstructionJobData, Row>(deps, {
    name: instructionJob,
    what: 'an instruction',
    channelOf: ({ id }) => id,
    find: async ({ id }) => {
      const [row] = await orm
        .select()
        .from(instructions)
        .where(and(eq(instructions.id, id), isOpen));
      return row ?? null;
    },
    write: propose,
    fail: (data, failure) => change(data, { state: 'failed', failure }),
  });

  return {
    async read(userId: string, sessionId: string): Promise<InstructionStatus> {
      await ownSession(orm, userId, sessionId);
      return view(sessionId);
    },

    /** @throws Refusal notFound, tooManyRequests, conflict without a model or while one is being written */
    async give(userId: string, sessionId: string, text: string): Promise<InstructionStatus> {
      await ownSession(orm, userId, sessionId);
      if (writer() === null)
        throw new Refusal('conflict', { message: 'No language model can write right now. Try again later.' });
      await limit.enforce(userId);
      await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        const [open] = await tx
          .select({ id: instructions.id })
          .from(instructions)
          .where(and(eq(instructions.sessionId, sessionId), isOpen));
        if (open !== undefined)
          throw new Refusal('conflict', {
            message: 'The language model is still working on your last instruction.',
          });
        await tx.delete(instructions).where(eq(instructions.sessionId, sessionId));
        const id = newId();
        await tx.insert(instructions).values({
          sessionId,
          id,
          userId,
          text,
          state: 'waiting',
          progress: 0,
          proposed: 0,
          dropped: 0,
          unread: 0,
          unclear: 0,
          fixes: [],
          createdAt: clock.now(),
        });
        await queue.send(tx, instructionJob, { sessionId, id }, { singletonKey: id, owner: userId });
      });
      return view(sessionId);
    },

    async end(userId: string, sessionId: string): Promise<InstructionStatus> {
      await ownSession(orm, userId, sessionId);
      await database.transaction(async (tx) => {
        const gone = await tx
          .delete(instructions)
          .where(eq(instructions.sessionId, sessionId))
          .returning({ id: instructions.id });
        for (const { id } of gone) await database.notify(tx, analysisChannel, id);
      });
      return view(sessionId);
    },

    /** The words of those that were not put away. */
    async prune(): Promise<void> {
      await orm
        .delete(instructions)
        .where(
          sql`${instructions.createdAt} < ${new Date(clock.now().getTime() - 24 * HOUR_MS).toISOString()}`,
        );
    },
  };
}

const shown = ({ sessionId: _, userId: _user, createdAt: _created, ...instruction }: Row): Instruction =>
  instruction;
