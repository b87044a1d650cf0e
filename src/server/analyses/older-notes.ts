import { and, desc, eq, isNull, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { NotesWriter } from '#contract/notes-engines.ts';
import {
  type OlderNotes,
  type OlderNotesPlan,
  type OlderNotesRun,
  type OlderSession,
  olderNotesMost,
  sumOfOlderNotes,
} from '#contract/older-notes.ts';
import { present } from '#contract/unknown-values.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Credits } from '#server/credits/credits.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { transcripts } from '#server/recordings/tables.ts';
import type { Analyses } from './analyses.ts';
import { isFinal, selectAnalysis } from './analysis-rows.ts';
import { advanceOlderNotes, isUnderWay, olderNotesJob, olderNotesKey } from './older-notes-next.ts';
import type { Quotes } from './quotes.ts';
import { analyses, finalStatuses, type OlderItem, olderNotes } from './tables.ts';
import type { Writers } from './writers.ts';

/** Looks after what nothing has announced, such as a deleted session, and tries again what was refused. */
const LOOK_EVERY_SECONDS = 60;
/** The model is away: the rest would fail, too. */
const FAILURES_IN_A_ROW = 2;

type Run = typeof olderNotes.$inferSelect;

export type OlderNotesService = ReturnType<typeof createOlderNotes>;

/** Defines jobs: call it before the queue starts. */
export function createOlderNotes(
  deps: Pick<Shared, 'database' | 'queue' | 'clock'> & {
    credits: Pick<Credits, 'balance'>;
    quotes: Pick<Quotes, 'look' | 'make'>;
    writers: Pick<Writers, 'ready'>;
    analyses: Pick<Analyses, 'start' | 'cancel'>;
    /** One for the whole run. */
    ended?: ((tx: Orm, run: Pick<Run, 'id' | 'campaignId'>) => Promise<void>) | undefined;
  },
) {
  const { database, queue, quotes, clock } = deps;
  const { orm } = database;
  const models = () => deps.writers.ready().filter(({ writer }) => writer !== 'page');

  const select = async (of: Orm, campaignId: string, forUpdate = false): Promise<Run | null> => {
    const query = of.select().from(olderNotes).where(eq(olderNotes.campaignId, campaignId));
    const [run] = await (forUpdate ? query.for('update') : query);
    return run ?? null;
  };

  /** With the page of their transcript as it is, without notes by a model, and with nothing running. */
  function unwritten(campaignId: string) {
    const others = orm
      .select({ one: sql`1` })
      .from(analyses)
      .where(
        and(
          eq(analyses.sessionId, sessions.id),
          or(
            and(eq(analyses.status, 'completed'), sql`${analyses.writer} <> 'page'`),
            notInArray(analyses.status, [...finalStatuses]),
          ),
        ),
      );
    const pages = orm
      .selectDistinctOn([analyses.sessionId], {
        sessionId: analyses.sessionId,
        detailLevel: analyses.detailLevel,
      })
      .from(analyses)
      .innerJoin(transcripts, and(eq(transcripts.id, analyses.transcriptId), isNull(transcripts.replacedAt)))
      .where(and(eq(analyses.status, 'completed'), eq(analyses.writer, 'page')))
      .orderBy(analyses.sessionId, desc(analyses.createdAt))
      .as('pages');
    return { pages, wanted: and(eq(sessions.campaignId, campaignId), notExists(others)) };
  }

  async function countUnwritten(campaignId: string): Promise<number> {
    const { pages, wanted } = unwritten(campaignId);
    const [found] = await orm
      .select({ count: sql<number>`count(*)::integer` })
      .from(sessions)
      .innerJoin(pages, eq(pages.sessionId, sessions.id))
      .where(wanted);
    return found?.count ?? 0;
  }

  async function view(campaignId: string): Promise<OlderNotes> {
    const run = await select(orm, campaignId);
    return {
      unwritten: models().length === 0 ? 0 : await countUnwritten(campaignId),
      run: run === null ? null : await runView(run),
    };
  }

  async function runView({ items, startedAt, ...run }: Run): Promise<OlderNotesRun> {
    const count = (state: OlderItem['state']) => items.filter((item) => item.state === state).length;
    const current = items.find(({ state }) => state === 'writing');
    const [shown] =
      current?.analysisId == null
        ? []
        : await orm
            .select({ title: sessions.title, progress: analyses.progress })
            .from(analyses)
            .innerJoin(sessions, eq(sessions.id, analyses.sessionId))
            .where(eq(analyses.id, current.analysisId));
    return {
      id: run.id,
      writer: run.writer,
      state: run.state,
      reason: run.reason,
      total: items.length,
      written: count('written'),
      failed: count('failed'),
      chargedCredits: items.reduce((sum, { chargedCredits }) => sum + chargedCredits, 0),
      current:
        current === undefined || shown === undefined ? null : { sessionId: current.sessionId, ...shown },
      startedAt: startedAt.toISOString(),
    };
  }

  async function plan(userId: string, campaignId: string, only?: readonly string[]): Promise<OlderNotesPlan> {
    await ownCampaign(orm, userId, campaignId);
    const { credits: balance, freeAnalyses } = await deps.credits.balance(orm, userId);
    const { pages, wanted } = unwritten(campaignId);
    const rows =
      models().length === 0
        ? []
        : await orm
            .select({
              id: sessions.id,
              title: sessions.title,
              playedAt: sql<Date>`coalesce(${sessions.playedAt}, ${sessions.createdAt})`.mapWith(
                sessions.createdAt,
              ),
              detailLevel: pages.detailLevel,
            })
            .from(sessions)
            .innerJoin(pages, eq(pages.sessionId, sessions.id))
            .where(wanted)
            .orderBy(desc(sql`coalesce(${sessions.playedAt}, ${sessions.createdAt})`), sessions.id);
    const shown: OlderSession[] = [];
    const chosen = only === undefined ? rows : rows.filter(({ id }) => only.includes(id));
    for (const { id, title, playedAt, detailLevel } of chosen.slice(0, olderNotesMost)) {
      const { material, offered } = await quotes.look(userId, id);
      shown.push({
        sessionId: id,
        title,
        playedAt: playedAt.toISOString(),
        durationSeconds: material.durationSeconds,
        detailLevel,
        prices: offered.flatMap(({ writer, seconds, serviceCost, levels }) => {
          const level = levels.find((each) => each.detailLevel === detailLevel);
          if (writer === 'page' || level === undefined) return [];
          const { costCredits, payment } = level;
          return [{ writer, costCredits, mayBeFree: payment === 'free', seconds, serviceCost }];
        }),
      });
    }
    return {
      id: newId(),
      sessions: shown,
      more: chosen.length - shown.length,
      writers: models().map(({ writer, model, sends }) => ({ writer, model, sends })),
      balance,
      freeAnalysisBalance: freeAnalyses,
    };
  }

  /** Null if another run has taken its place. */
  const change = (run: Run, changes: Partial<Run>, item?: OlderItem): Promise<Run | null> =>
    database.transaction(async (tx) => {
      const now = await select(tx, run.campaignId, true);
      if (now?.id !== run.id) return null;
      const items = now.items.map((each) => (each.sessionId === item?.sessionId ? item : each));
      const [changed] = await tx
        .update(olderNotes)
        .set({ ...(now.state === 'running' ? changes : {}), items })
        .where(eq(olderNotes.id, run.id))
        .returning();
      const isOver = changes.state === 'finished' || changes.state === 'stopped';
      if (isOver && now.state === 'running') await deps.ended?.(tx, run);
      return changed ?? null;
    });

  /** Null while its analysis runs. */
  async function settled(run: Run, item: OlderItem): Promise<OlderItem | null> {
    const row = item.analysisId === null ? null : await selectAnalysis(orm, item.analysisId);
    if (row === null) return { ...item, state: 'failed', analysisId: null };
    if (!isFinal(row.status)) return null;
    const chargedCredits = item.chargedCredits + row.chargedCredits;
    if (row.status === 'completed' && row.writtenBy !== null)
      return { ...item, analysisId: row.writtenBy.analysisId, chargedCredits };
    if (row.status === 'completed') return { ...item, state: 'written', chargedCredits };
    const isGivenBack = row.status === 'cancelled' && run.state !== 'running';
    return { ...item, state: isGivenBack ? 'waiting' : 'failed', chargedCredits };
  }

  async function begun(run: Run, item: OlderItem): Promise<string> {
    const { userId, writer } = run;
    const { sessionId, detailLevel } = item;
    const key = olderNotesKey(run.id, sessionId);
    const [earlier] = await orm
      .select({ id: analyses.id })
      .from(analyses)
      .where(and(eq(analyses.userId, userId), eq(analyses.idempotencyKey, key)));
    if (earlier !== undefined) return earlier.id;
    const quote = await quotes.make(userId, sessionId);
    const price = quote.writers
      .find((each) => each.writer === writer)
      ?.levels.find((level) => level.detailLevel === detailLevel);
    if (price === undefined) throw new Refusal('quoteChanged');
    if (price.payment === 'credits' && price.costCredits > item.costCredits)
      throw new Refusal('quoteChanged');
    const wanted = { quoteId: quote.id, detailLevel, language: null, writer };
    return (await deps.analyses.start(userId, sessionId, key, wanted)).id;
  }

  const cancelCurrent = async ({ userId, items }: Run): Promise<void> => {
    for (const { state, analysisId } of items)
      if (state === 'writing' && analysisId !== null)
        await deps.analyses.cancel(userId, analysisId).catch(unlessRefused);
  };

  /** The next session, unless it must wait. @returns null if there is nothing to do now */
  async function begin(run: Run, item: OlderItem): Promise<Run | null> {
    if (models().every(({ writer }) => writer !== run.writer))
      return change(run, { state: 'stopped', reason: 'writerAway' });
    try {
      const analysisId = await begun(run, item);
      const changed = await change(run, {}, { ...item, state: 'writing', analysisId });
      if (changed !== null && changed.state !== 'running') await cancelCurrent(changed);
      return changed;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // They pass: it is tried again in a minute.
      if (['overloaded', 'tooManyRequests', 'conflict', 'unavailable'].includes(error.code)) return null;
      return error.code === 'insufficientCredits'
        ? change(run, { state: 'stopped', reason: 'insufficientCredits' })
        : change(run, {}, { ...item, state: 'failed' });
    }
  }

  async function advance(campaignId: string): Promise<void> {
    let run = await select(orm, campaignId);
    while (run !== null) {
      const current = run.items.find(({ state }) => state === 'writing');
      if (current !== undefined) {
        const after = await settled(run, current);
        if (after === null) return;
        run = await change(run, {}, after);
        continue;
      }
      if (run.state !== 'running') return;
      const at = run.items.findIndex(({ state }) => state === 'waiting');
      const next = run.items[at];
      if (next === undefined) {
        await change(run, { state: 'finished' });
        return;
      }
      const last = run.items.slice(0, at).slice(-FAILURES_IN_A_ROW);
      run =
        last.length === FAILURES_IN_A_ROW && last.every(({ state }) => state === 'failed')
          ? await change(run, { state: 'stopped', reason: 'writerAway' })
          : await begin(run, next);
    }
  }

  queue.work<{ campaignId: string }>(olderNotesJob, ({ data }) => advance(data.campaignId));
  queue.every('older-notes-look', LOOK_EVERY_SECONDS, async () => {
    const running = await orm
      .select({ id: olderNotes.id, campaignId: olderNotes.campaignId })
      .from(olderNotes)
      .where(isUnderWay);
    for (const run of running) await database.transaction((tx) => advanceOlderNotes(queue, tx, run));
  });

  return {
    plan: (userId: string, campaignId: string) => plan(userId, campaignId),

    async read(userId: string, campaignId: string): Promise<OlderNotes> {
      await ownCampaign(orm, userId, campaignId);
      return view(campaignId);
    },

    /** @throws Refusal notFound, conflict if one is running or nothing is left to write, quoteChanged, insufficientCredits */
    async start(
      userId: string,
      campaignId: string,
      idempotencyKey: string,
      wanted: { sessionIds: readonly string[]; writer: NotesWriter; credits: number },
    ): Promise<OlderNotes> {
      const { writer } = wanted;
      const isSame = (run: Run | null) => run?.idempotencyKey === idempotencyKey;
      const planned = await plan(userId, campaignId, wanted.sessionIds);
      if (isSame(await select(orm, campaignId))) return view(campaignId);
      const sum = sumOfOlderNotes(planned, writer, () => true);
      if (sum.prices.length === 0)
        throw new Refusal('conflict', {
          message: 'These sessions have written notes now, or can’t get any.',
        });
      if (sum.credits > wanted.credits) throw new Refusal('quoteChanged');
      if (sum.missing > 0)
        throw new Refusal('insufficientCredits', {
          details: { cost: sum.credits, balance: planned.balance, missing: sum.missing },
        });
      const items = sum.prices.map(
        ({ sessionId, costCredits }): OlderItem => ({
          sessionId,
          detailLevel: present(
            planned.sessions.find((each) => each.sessionId === sessionId),
            'planned session',
          ).detailLevel,
          costCredits,
          state: 'waiting',
          analysisId: null,
          chargedCredits: 0,
        }),
      );
      await database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        const before = await select(tx, campaignId, true);
        if (isSame(before)) return;
        if (before?.state === 'running')
          throw new Refusal('conflict', { message: 'Notes of this campaign are being written already.' });
        await tx.delete(olderNotes).where(eq(olderNotes.campaignId, campaignId));
        const run = {
          id: newId(),
          campaignId,
          userId,
          idempotencyKey,
          writer,
          state: 'running' as const,
          reason: null,
          items,
          startedAt: clock.now(),
        };
        await tx.insert(olderNotes).values(run);
        await advanceOlderNotes(queue, tx, run);
      });
      return view(campaignId);
    },

    async cancel(userId: string, campaignId: string): Promise<OlderNotes> {
      await ownCampaign(orm, userId, campaignId);
      const run = await select(orm, campaignId);
      const cancelled = run === null ? null : await change(run, { state: 'cancelled' });
      if (cancelled !== null) await cancelCurrent(cancelled);
      return view(campaignId);
    },

    async close(userId: string, campaignId: string): Promise<OlderNotes> {
      await ownCampaign(orm, userId, campaignId);
      await orm
        .delete(olderNotes)
        .where(and(eq(olderNotes.campaignId, campaignId), sql`${olderNotes.state} <> 'running'`));
      return view(campaignId);
    },
  };
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
