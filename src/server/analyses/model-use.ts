import {
  and,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  max,
  notExists,
  notInArray,
  type SQL,
  type SQLWrapper,
  sql,
  sum,
} from 'drizzle-orm';
import { z } from 'zod';
import type { AnalysisStage, Spent } from '#contract/analyses.ts';
import type { MeasuredOn } from '#contract/notes-engines.ts';
import { parseJson, present } from '#contract/unknown-values.ts';
import type { ModelUsed } from '#server/engines/stage-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { ModelPrices } from '#server/platform/config.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { readValue, writeValue } from '#server/platform/installation-values.ts';
import type { Shared } from '#server/platform/shared.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { type AnalysisRow, isFinal } from './analysis-rows.ts';
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
  for (const { model, calls, inputTokens, outputTokens, milliseconds, words = 0 } of byModel.values()) {
    await tx
      .insert(modelUse)
      .values({
        analysisId,
        stage,
        model: storedModel(model),
        calls,
        inputTokens,
        outputTokens,
        milliseconds,
        words,
        lastUsedAt: sql`now()`,
      })
      .onConflictDoUpdate({
        target: [modelUse.analysisId, modelUse.stage, modelUse.model],
        set: {
          calls: sql`${modelUse.calls} + excluded.calls`,
          inputTokens: sql`${modelUse.inputTokens} + excluded.input_tokens`,
          outputTokens: sql`${modelUse.outputTokens} + excluded.output_tokens`,
          milliseconds: sql`${modelUse.milliseconds} + excluded.milliseconds`,
          words: sql`${modelUse.words} + excluded.words`,
          lastUsedAt: sql`excluded.last_used_at`,
        },
      });
  }
}

const storedModel = (model: string) => model.slice(0, 200);

const summed = (first: ModelUsed, second: ModelUsed): ModelUsed => ({
  model: first.model,
  calls: first.calls + second.calls,
  inputTokens: first.inputTokens + second.inputTokens,
  outputTokens: first.outputTokens + second.outputTokens,
  milliseconds: first.milliseconds + second.milliseconds,
  words: (first.words ?? 0) + (second.words ?? 0),
});

interface ModelUseOfAnalysis extends ModelUsed {
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

/** Null: it is no concern of whoever asks, or costs nothing. */
export function shownCost(
  use: Pick<ModelUsed, 'inputTokens' | 'outputTokens'>,
  prices: ModelPrices | undefined,
): number | null {
  return prices === undefined ? null : costOf(use, prices) || null;
}

const MEASURED_ANALYSES = 5;
/** Of what a model reads, writes and takes for an evening, so much are its parts (docs/model-notes.md). */
export const SHARE_OF_PARTS = 0.75;

interface MeasuredWriting {
  seconds: number;
  inputTokens: number;
  outputTokens: number;
  on: MeasuredOn;
}

/**
 * What a thousand words of transcript take, as measured here: by the last evenings that the engine's model wrote whole; until there is one, by the parts that
 * it has read, also of an analysis that still runs, failed or was cancelled; until there is one, by a short trial. Null: nothing was measured.
 */
export async function measuredWriting(orm: Orm, engineId: string): Promise<MeasuredWriting | null> {
  const ofEngine = eq(analyses.notesEngine, engineId);
  const models = modelsOf(engineId);
  const usesOf = (which: SQL | undefined) =>
    orm
      .select({ id: modelUse.analysisId })
      .from(modelUse)
      .where(and(eq(modelUse.analysisId, analyses.id), which));
  const evenings = await sumOfLast(orm, {
    last: orm
      .select({ id: analyses.id })
      .from(analyses)
      .where(
        and(
          ofEngine,
          eq(analyses.status, 'completed'),
          exists(usesOf(undefined)),
          models === null ? undefined : notExists(usesOf(notInArray(modelUse.model, models))),
        ),
      )
      .orderBy(desc(analyses.finishedAt))
      .limit(MEASURED_ANALYSES),
    where: undefined,
    until: analyses.finishedAt,
    words: max(transcripts.wordCount),
  });
  if (evenings !== null) return { ...evenings.perThousand, on: { what: 'evenings', count: evenings.count } };
  const areParts = and(
    eq(modelUse.stage, 'extracting'),
    gt(modelUse.words, 0),
    models === null ? undefined : inArray(modelUse.model, models),
  );
  const parts = await sumOfLast(orm, {
    last: orm
      .select({ id: modelUse.analysisId })
      .from(modelUse)
      .innerJoin(analyses, eq(analyses.id, modelUse.analysisId))
      .where(and(ofEngine, areParts))
      .orderBy(desc(modelUse.lastUsedAt))
      .limit(MEASURED_ANALYSES),
    where: areParts,
    until: max(modelUse.lastUsedAt),
    words: sum(modelUse.words),
  });
  if (parts === null) return measuredInTrial(orm, engineId);
  const { seconds, inputTokens, outputTokens } = parts.perThousand;
  return {
    seconds: seconds / SHARE_OF_PARTS,
    inputTokens: inputTokens / SHARE_OF_PARTS,
    outputTokens: outputTokens / SHARE_OF_PARTS,
    on: { what: 'parts' },
  };
}

/** By an engine's id, which ends with its model: what services call it. Null: the service chooses. */
function modelsOf(engineId: string): string[] | null {
  const model = engineId.slice(engineId.indexOf(' ') + 1);
  return model === 'default' ? null : [model, `${model}:latest`].map(storedModel);
}

const trialOf = (engineId: string) => `model trial: ${engineId}`;
const Trial = z.object({
  inputTokens: z.number().positive(),
  outputTokens: z.number(),
  milliseconds: z.number().positive(),
});
/** Tokens for a thousand words (docs/model-notes.md): a trial is too short to tell how much a model reads and writes. */
const USUAL = { inputTokens: 2400, outputTokens: 390 };
/** To write a token takes a processor about twice as long as to read one, and a graphics card longer. */
const WRITTEN_TO_READ = 3;
const weightOf = ({ inputTokens, outputTokens }: Pick<ModelUsed, 'inputTokens' | 'outputTokens'>) =>
  inputTokens + WRITTEN_TO_READ * outputTokens;

/** @throws ZodError if the model was not used */
export async function keepTrial(orm: Orm, engineId: string, uses: readonly ModelUsed[]): Promise<void> {
  const [first, ...others] = uses;
  const whole = Trial.parse(first && others.reduce(summed, first));
  await writeValue(orm, trialOf(engineId), JSON.stringify(whole));
}

async function measuredInTrial(orm: Orm, engineId: string): Promise<MeasuredWriting | null> {
  const { data } = Trial.safeParse(parseJson((await readValue(orm, trialOf(engineId))) ?? ''));
  if (data === undefined) return null;
  const seconds = (data.milliseconds / 1000) * (weightOf(USUAL) / weightOf(data));
  return { ...USUAL, seconds, on: { what: 'trial' } };
}

async function sumOfLast(
  orm: Orm,
  {
    last,
    where,
    until,
    words,
  }: { last: SQLWrapper; where: SQL | undefined; until: unknown; words: SQL<unknown> },
): Promise<{ count: number; perThousand: Omit<MeasuredWriting, 'on'> } | null> {
  // Calls may run in parallel; with speech, the model works only a part of the time.
  const sinceStart = sql`extract(epoch from ${until} - ${analyses.startedAt}) * 1000`;
  const took = sql<number>`least(sum(${modelUse.milliseconds}), case when ${sinceStart} > 0 then ${sinceStart} end)`;
  const perAnalysis = orm
    .select({
      milliseconds: took.mapWith(Number).as('milliseconds'),
      inputTokens: sum(modelUse.inputTokens).mapWith(Number).as('input_tokens'),
      outputTokens: sum(modelUse.outputTokens).mapWith(Number).as('output_tokens'),
      words: sql<number>`${words}`.mapWith(Number).as('words'),
    })
    .from(analyses)
    .innerJoin(modelUse, eq(modelUse.analysisId, analyses.id))
    .innerJoin(transcripts, eq(transcripts.id, analyses.transcriptId))
    .where(and(inArray(analyses.id, last), where))
    .groupBy(analyses.id, analyses.finishedAt, analyses.startedAt)
    .as('measured');
  const [all] = await orm
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      milliseconds: sum(perAnalysis.milliseconds).mapWith(Number),
      inputTokens: sum(perAnalysis.inputTokens).mapWith(Number),
      outputTokens: sum(perAnalysis.outputTokens).mapWith(Number),
      words: sum(perAnalysis.words).mapWith(Number),
    })
    .from(perAnalysis);
  if (!all?.milliseconds || !all.words) return null;
  const thousands = all.words / 1000;
  return {
    count: all.count,
    perThousand: {
      seconds: all.milliseconds / 1000 / thousands,
      inputTokens: all.inputTokens / thousands,
      outputTokens: all.outputTokens / thousands,
    },
  };
}

/**
 * What an analysis that still runs has cost with the service that writes it, and will have cost when it is done, in the currency of the prices. Null where
 * nobody is to see it, it costs nothing, or nothing is known.
 */
export async function spentOn(
  orm: Orm,
  row: Pick<AnalysisRow, 'id' | 'status' | 'writer' | 'notesEngine' | 'transcriptId'>,
  prices: ModelPrices | undefined,
  expected: ReturnType<typeof expectedByStage> = expectedOf,
): Promise<Spent | null> {
  if (prices === undefined || prices.input + prices.output === 0) return null;
  if (row.writer !== 'service' || isFinal(row.status)) return null;
  const [used] = await orm
    .select({
      inputTokens: sum(modelUse.inputTokens).mapWith(Number),
      outputTokens: sum(modelUse.outputTokens).mapWith(Number),
    })
    .from(modelUse)
    .where(eq(modelUse.analysisId, row.id));
  const soFar = used?.inputTokens ? costOf(used, prices) : 0;
  const whole = await expected(orm, row);
  const cost = whole === null ? null : Math.max(soFar, costOf(whole, prices));
  return soFar === 0 && !cost ? null : { soFar, expected: cost };
}

/** What a model takes for the whole transcript of an analysis. Null: nothing is measured yet. */
export async function expectedOf(
  orm: Orm,
  { notesEngine, transcriptId }: Pick<AnalysisRow, 'notesEngine' | 'transcriptId'>,
): Promise<MeasuredWriting | null> {
  if (notesEngine === null || transcriptId === null) return null;
  const measured = await measuredWriting(orm, notesEngine);
  const [transcript] = await orm
    .select({ words: transcripts.wordCount })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId));
  if (measured === null || transcript === undefined) return null;
  return { ...forWords(measured, transcript.words), on: measured.on };
}

/** As `expectedOf` of one analysis, asked once for each stage, unless by parts: those become more while it writes. */
export function expectedByStage(): (
  orm: Orm,
  row: Pick<AnalysisRow, 'status' | 'notesEngine' | 'transcriptId'>,
) => Promise<MeasuredWriting | null> {
  let known: { status: AnalysisRow['status']; whole: MeasuredWriting } | null = null;
  return async (orm, row) => {
    if (known?.status === row.status) return known.whole;
    const whole = await expectedOf(orm, row);
    known = whole?.on.what === 'evenings' ? { status: row.status, whole } : null;
    return whole;
  };
}

export function forWords(
  { seconds, inputTokens, outputTokens }: Omit<MeasuredWriting, 'on'>,
  words: number,
): Omit<MeasuredWriting, 'on'> {
  const thousands = words / 1000;
  return {
    seconds: seconds * thousands,
    inputTokens: inputTokens * thousands,
    outputTokens: outputTokens * thousands,
  };
}

export async function shownModelUse({
  database,
  clock,
  modelPrices = { input: 0, output: 0 },
}: Pick<Shared, 'database' | 'clock'> & { modelPrices?: ModelPrices | undefined }) {
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
