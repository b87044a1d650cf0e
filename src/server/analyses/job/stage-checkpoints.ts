import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AnalysisStage } from '#contract/analyses.ts';
import type { Warning } from '#contract/transcript.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import type { ModelUsed, StageContext } from '#server/engines/stage-context.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { storableJson } from '#server/platform/database/storable.ts';
import { selectAnalysis } from '../analysis-rows.ts';
import { addModelUse } from '../model-use.ts';
import { analyses, analysisCheckpoints } from '../tables.ts';

/** Engines' keys never start like this. */
const OUTPUT = '#output';

export async function stageOutput(orm: Orm, analysisId: string, stage: AnalysisStage): Promise<unknown> {
  const [row] = await orm
    .select({ value: analysisCheckpoints.value })
    .from(analysisCheckpoints)
    .where(
      and(
        eq(analysisCheckpoints.analysisId, analysisId),
        eq(analysisCheckpoints.stage, stage),
        eq(analysisCheckpoints.key, OUTPUT),
      ),
    );
  return row?.value;
}

/** Undefined if it has not run, another engine ran, or the schema changed. */
export async function storedExtraction<Extraction>(
  orm: Orm,
  notes: Pick<NotesEngine<Extraction>, 'id' | 'extraction'>,
  analysisId: string,
): Promise<{ value: Extraction } | undefined> {
  const stored = z.object({ engine: z.literal(notes.id), value: notes.extraction });
  return stored.safeParse(await stageOutput(orm, analysisId, 'extracting')).data;
}

export interface StoredStageContext extends StageContext {
  finish(output: unknown): Promise<void>;
  keepUse(): Promise<void>;
}

/** Commits what the run saves before it continues, so a crash only costs the chunks in progress. */
export async function openStageContext(options: {
  database: Database;
  analysisId: string;
  stage: AnalysisStage;
  signal: AbortSignal;
  progress: StageContext['progress'];
}): Promise<StoredStageContext> {
  const { database, analysisId, stage } = options;
  const rows = await database.orm
    .select({ key: analysisCheckpoints.key, value: analysisCheckpoints.value })
    .from(analysisCheckpoints)
    .where(and(eq(analysisCheckpoints.analysisId, analysisId), eq(analysisCheckpoints.stage, stage)));
  const saved = new Map(rows.map(({ key, value }) => [key, value]));
  let unsavedWarnings: Warning[] = [];
  let unsavedUse: ModelUsed[] = [];

  async function save(key: string, value: unknown): Promise<void> {
    const warnings = unsavedWarnings;
    unsavedWarnings = [];
    const used = unsavedUse;
    unsavedUse = [];
    await database.transaction(async (tx) => {
      await tx
        .insert(analysisCheckpoints)
        .values({ analysisId, stage, key, value: storableJson(value) })
        .onConflictDoUpdate({
          target: [analysisCheckpoints.analysisId, analysisCheckpoints.stage, analysisCheckpoints.key],
          set: { value: sql`excluded.value` },
        });
      await addWarnings(tx, analysisId, warnings);
      await addModelUse(tx, analysisId, stage, used);
    });
    saved.set(key, value);
  }

  return {
    signal: options.signal,
    async checkpoint(key, schema, work) {
      const earlier = schema.safeParse(saved.get(key));
      if (earlier.success) return earlier.data;
      options.signal.throwIfAborted();
      const value = await work();
      await save(key, value);
      return value;
    },
    saved: (key) => saved.get(key),
    async save(key, value) {
      options.signal.throwIfAborted();
      await save(key, value);
    },
    progress: options.progress,
    used: (use) => unsavedUse.push(use),
    warn: (warning) => unsavedWarnings.push(warning),
    async keepUse() {
      const used = unsavedUse;
      unsavedUse = [];
      if (used.length > 0) await database.transaction((tx) => addModelUse(tx, analysisId, stage, used));
    },
    finish: (output) => save(OUTPUT, output),
  };
}

export async function addWarnings(tx: Orm, analysisId: string, added: readonly Warning[]): Promise<void> {
  if (added.length === 0) return;
  const row = await selectAnalysis(tx, analysisId, { forUpdate: true });
  if (row === null) return;
  const warnings = storableJson(withoutRepeats([...row.warnings, ...added]));
  await tx.update(analyses).set({ warnings }).where(eq(analyses.id, analysisId));
}

/** Of what is no longer so. */
export async function removeWarnings(tx: Orm, analysisId: string, code: string): Promise<void> {
  const row = await selectAnalysis(tx, analysisId, { forUpdate: true });
  if (row?.warnings.some((warning) => warning.code === code) !== true) return;
  const warnings = storableJson(row.warnings.filter((warning) => warning.code !== code));
  await tx.update(analyses).set({ warnings }).where(eq(analyses.id, analysisId));
}

export function withoutRepeats(warnings: readonly Warning[]): Warning[] {
  const seen = new Map(
    warnings.map((warning) => [
      JSON.stringify([warning.code, warning.message, warning.startMs, warning.endMs]),
      warning,
    ]),
  );
  return [...seen.values()];
}
