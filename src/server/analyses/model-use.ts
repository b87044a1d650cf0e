import { and, desc, eq, gte, like, max, sql, sum } from 'drizzle-orm';
import type { AnalysisStage } from '#contract/analyses.ts';
import { present } from '#contract/unknown-values.ts';
import type { ModelUsed } from '#server/engines/stage-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { ModelPrices } from '#server/platform/config.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { analyses, modelUse } from './tables.ts';

export async function addModelUse(
  tx: Orm,
  analysisId: string,
  stage: AnalysisStage,
  used: readonly ModelUsed[],
): Promise<void> {
  const byModel = new Map<string, ModelUsed>();
  for (const use of used) {
    const sofar = byModel.get(use.model);
    byModel.set(use.model, sofar === undefined ? use : summed(sofar, use));
  }
  for (const { model, calls, inputTokens, outputTokens, milliseconds } of byModel.values()) {
    await tx
      .insert(modelUse)
      .values({
        analysisId,
        stage,
        model: model.slice(0, 200),
        calls,
        inputTokens,
        outputTokens,
        milliseconds,
        lastUsedAt: sql`now()`,
      })
      .onConflictDoUpdate({
        target: [modelUse.analysisId, modelUse.stage, modelUse.model],
        set: {
          calls: sql`${modelUse.calls} + excluded.calls`,
          inputTokens: sql`${modelUse.inputTokens} + excluded.input_tokens`,
          outputTokens: sql`${modelUse.outputTokens} + excluded.output_tokens`,
          milliseconds: sql`${modelUse.milliseconds} + excluded.milliseconds`,
          lastUsedAt: sql`excluded.last_used_at`,
        },
      });
  }
}

const summed = (first: ModelUsed, second: ModelUsed): ModelUsed => ({
  model: first.model,
  calls: first.calls + second.calls,
  inputTokens: first.inputTokens + second.inputTokens,
  outputTokens: first.outputTokens + second.outputTokens,
  milliseconds: first.milliseconds + second.milliseconds,
});

export interface ModelUseOfAnalysis extends ModelUsed {
  analysisId: string;
  lastUsedAt: Date;
  cost: number;
}

const MOST_ANALYSES = 20;
const DAYS = 30;

export async function recentModelUse(
  database: Database,
  clock: Clock,
  prices: ModelPrices,
): Promise<{ analyses: ModelUseOfAnalysis[]; days: number; total: ModelUsed & { cost: number } }> {
  const columns = {
    calls: sum(modelUse.calls).mapWith(Number),
    inputTokens: sum(modelUse.inputTokens).mapWith(Number),
    outputTokens: sum(modelUse.outputTokens).mapWith(Number),
    milliseconds: sum(modelUse.milliseconds).mapWith(Number),
  };
  const lastUsedAt = max(modelUse.lastUsedAt);
  const rows = await database.orm
    .select({ analysisId: modelUse.analysisId, model: modelUse.model, lastUsedAt, ...columns })
    .from(modelUse)
    .groupBy(modelUse.analysisId, modelUse.model)
    .orderBy(desc(lastUsedAt))
    .limit(MOST_ANALYSES);
  const since = new Date(clock.now().getTime() - DAYS * 86_400_000);
  const [sums] = await database.orm.select(columns).from(modelUse).where(gte(modelUse.lastUsedAt, since));
  const total = {
    model: '',
    calls: sums?.calls || 0,
    inputTokens: sums?.inputTokens || 0,
    outputTokens: sums?.outputTokens || 0,
    milliseconds: sums?.milliseconds || 0,
  };
  return {
    analyses: rows.map((row) => ({
      ...row,
      lastUsedAt: present(row.lastUsedAt, 'last use of the model'),
      cost: costOf(row, prices),
    })),
    days: DAYS,
    total: { ...total, cost: costOf(total, prices) },
  };
}

export const costOf = (
  { inputTokens, outputTokens }: Pick<ModelUsed, 'inputTokens' | 'outputTokens'>,
  prices: ModelPrices,
): number => (inputTokens * prices.input + outputTokens * prices.output) / 1e6;

const MEASURED_ANALYSES = 5;

export interface MeasuredWriting {
  seconds: number;
  inputTokens: number;
  outputTokens: number;
}

/** For a thousand words, of the last analyses that an engine completed. Null: none yet. */
export async function measuredWriting(
  orm: Orm,
  engine: 'endpoint' | 'embedded',
): Promise<MeasuredWriting | null> {
  // Calls may run in parallel; with speech, the model works only a part of the time.
  const took = sql<number>`least(sum(${modelUse.milliseconds}), extract(epoch from ${analyses.finishedAt} - ${analyses.startedAt}) * 1000)`;
  const perAnalysis = orm
    .select({
      milliseconds: took.mapWith(Number).as('milliseconds'),
      inputTokens: sum(modelUse.inputTokens).mapWith(Number).as('input_tokens'),
      outputTokens: sum(modelUse.outputTokens).mapWith(Number).as('output_tokens'),
      words: max(transcripts.wordCount).as('words'),
    })
    .from(analyses)
    .innerJoin(modelUse, eq(modelUse.analysisId, analyses.id))
    .innerJoin(transcripts, eq(transcripts.id, analyses.transcriptId))
    .where(and(eq(analyses.status, 'completed'), like(analyses.notesEngine, `${engine} %`)))
    .groupBy(analyses.id, analyses.finishedAt, analyses.startedAt)
    .orderBy(desc(analyses.finishedAt))
    .limit(MEASURED_ANALYSES)
    .as('measured');
  const [all] = await orm
    .select({
      milliseconds: sum(perAnalysis.milliseconds).mapWith(Number),
      inputTokens: sum(perAnalysis.inputTokens).mapWith(Number),
      outputTokens: sum(perAnalysis.outputTokens).mapWith(Number),
      words: sum(perAnalysis.words).mapWith(Number),
    })
    .from(perAnalysis);
  if (!all?.milliseconds || !all.words) return null;
  const thousands = all.words / 1000;
  return {
    seconds: all.milliseconds / 1000 / thousands,
    inputTokens: all.inputTokens / thousands,
    outputTokens: all.outputTokens / thousands,
  };
}

export async function shownModelUse({
  database,
  clock,
  modelPrices = { input: 0, output: 0 },
}: {
  database: Database;
  clock: Clock;
  modelPrices?: ModelPrices | undefined;
}) {
  const { analyses, days, total } = await recentModelUse(database, clock, modelPrices);
  const shown = (what: string, use: typeof total) => ({
    what,
    model: use.model,
    calls: use.calls,
    inputTokens: use.inputTokens,
    outputTokens: use.outputTokens,
    minutes: (use.milliseconds / 60_000).toFixed(1),
    cost: use.cost.toFixed(2),
  });
  return [
    shown(`Last ${days} days`, total),
    ...analyses.map((use) => shown(`${use.lastUsedAt.toISOString().slice(0, 16)} ${use.analysisId}`, use)),
  ];
}
