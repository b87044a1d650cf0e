import { notInArray } from 'drizzle-orm';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { inMemoryStageContext, type ModelUsed } from '#server/engines/stage-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { keepTrial, measuredWriting } from './model-use.ts';
import { analyses, finalStatuses } from './tables.ts';
import { engineOf, type Writers } from './writers.ts';

const MOST_FAILURES = 2;

/**
 * Gives the model on this computer, once its file is here, a short text to read, while no analysis waits or runs: the price then says how long an evening
 * takes before one was written. It belongs to nobody, costs nothing, and leaves at once where somebody else has or needs the model or its turn.
 */
export function createModelTrial({
  database,
  writers,
  log,
  text,
  isHere,
}: {
  database: Database;
  writers: Pick<Writers, 'ready'>;
  log: Pick<Logger, 'info'>;
  text(): TranscriptDocument;
  /** Whether the model could write now, with nothing to download. */
  isHere(): boolean;
}) {
  const measured = new Set<string>();
  const failures = new Map<string, number>();
  let running: { leave: AbortController; done: Promise<void> } | null = null;
  let isStopped = false;

  async function give(leave: AbortController): Promise<void> {
    const { orm } = database;
    const engine = engineOf(writers, 'computer');
    if (engine === null || measured.has(engine.id) || !isHere()) return;
    if ((failures.get(engine.id) ?? 0) >= MOST_FAILURES) return;
    if ((await orm.$count(analyses, notInArray(analyses.status, [...finalStatuses]))) > 0) return;
    if ((await measuredWriting(orm, engine.id)) !== null) return void measured.add(engine.id);
    const used: ModelUsed[] = [];
    const context = inMemoryStageContext({ signal: leave.signal, onUsed: (use) => used.push(use) });
    try {
      await engine.extract(
        { transcript: text(), detailLevel: 'comprehensive', language: null, campaign: noCampaign },
        { ...context, yields: () => leave.abort() },
      );
      await keepTrial(orm, engine.id, used);
      measured.add(engine.id);
      log.info({ engine: engine.id }, 'how fast the language model writes here was measured');
    } catch (error) {
      if (leave.signal.aborted) return;
      failures.set(engine.id, (failures.get(engine.id) ?? 0) + 1);
      log.info({ err: error, engine: engine.id }, 'how fast the language model writes here was not measured');
    }
  }

  async function leave(): Promise<void> {
    running?.leave.abort();
    await running?.done;
  }

  return {
    /** Returns at once. Does nothing while one is given, or where it is known how long the model takes. */
    async begin(): Promise<void> {
      if (isStopped || running !== null) return;
      const wish = new AbortController();
      const done = give(wish)
        .catch((error: unknown) => log.info({ err: error }, 'no trial of the language model'))
        .finally(() => {
          running = null;
        });
      running = { leave: wish, done };
    },
    /** It is given again later. */
    leave,
    /** For good. */
    async stop(): Promise<void> {
      isStopped = true;
      await leave();
    },
  };
}
