import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Analysis, AnalysisProgress, AnalysisStage, AnalysisStatus } from '#contract/analyses.ts';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { present } from '#contract/unknown-values.ts';
import { stagesWith } from '#machines/analysis-job/stages.ts';
import { castOfSession, withVoicesNow } from '#server/campaigns/cast.ts';
import { resultWithCast } from '#server/campaigns/cast-in-texts.ts';
import type { Credits } from '#server/credits/credits.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { audioAssets, transcripts } from '#server/recordings/tables.ts';
import { shownError } from './shown-error.ts';
import { analyses, finalStatuses } from './tables.ts';

export type AnalysisRow = typeof analyses.$inferSelect;

export const analysisChannel = 'analysis_changed';

export function isFinal(status: AnalysisStatus): boolean {
  return finalStatuses.some((final) => final === status);
}

export async function selectAnalysis(
  orm: Orm,
  analysisId: string,
  options: { forUpdate?: boolean } = {},
): Promise<AnalysisRow | null> {
  const query = orm.select().from(analyses).where(eq(analyses.id, analysisId));
  const [row] = await (options.forUpdate === true ? query.for('update') : query);
  return row ?? null;
}

/** With those of the analysis that would have followed. */
export async function releaseCredits(
  credits: Pick<Credits, 'release'>,
  tx: Orm,
  { id, writtenBy }: Pick<AnalysisRow, 'id' | 'writtenBy'>,
): Promise<void> {
  await credits.release(tx, id);
  if (writtenBy !== null) await credits.release(tx, writtenBy.analysisId);
}

/** Null if it has ended or a newer run (`attempt`) has it. */
export async function changeRunning(
  database: Database,
  tx: Orm,
  analysisId: string,
  attempt: number,
  change: PgUpdateSetSource<typeof analyses>,
): Promise<AnalysisRow | null> {
  const [row] = await tx
    .update(analyses)
    .set({ ...change, version: sql`${analyses.version} + 1` })
    .where(
      and(
        eq(analyses.id, analysisId),
        eq(analyses.attempt, attempt),
        notInArray(analyses.status, [...finalStatuses]),
      ),
    )
    .returning();
  if (row === undefined) return null;
  await database.notify(tx, analysisChannel, analysisId);
  return row;
}

export async function changeAnalysis(
  database: Database,
  tx: Orm,
  analysisId: string,
  change: PgUpdateSetSource<typeof analyses>,
): Promise<AnalysisRow> {
  const [row] = await tx
    .update(analyses)
    .set({ ...change, version: sql`${analyses.version} + 1` })
    .where(eq(analyses.id, analysisId))
    .returning();
  await database.notify(tx, analysisChannel, analysisId);
  return present(row, 'changed analysis');
}

type Planned = Pick<AnalysisRow, 'transcriptId' | 'speechEngine' | 'writer' | 'request'>;

/** Without those that have nothing to do, such as telling speakers apart who have a track each. */
export function stagesOf({ transcriptId, speechEngine, writer, request }: Planned): AnalysisStage[] {
  const speech = transcriptId === null || speechEngine !== null;
  return stagesWith({
    speech,
    speakers: request.tellsVoicesApart ?? (speech && request.hearsVoices !== false),
    model: writer !== 'page',
  });
}

export function progressView(
  row: Planned &
    Pick<AnalysisRow, 'id' | 'status' | 'progress' | 'etaSeconds' | 'stageMessage' | 'error' | 'writtenBy'>,
): AnalysisProgress {
  const error = row.error && shownError(row.error, row.writer);
  return {
    id: row.id,
    status: row.status,
    progress: row.progress,
    etaSeconds: row.etaSeconds,
    stageMessage: error?.message ?? row.stageMessage,
    stages: stagesOf(row),
    error,
    writer: row.writer,
    writtenBy: row.writtenBy?.analysisId ?? null,
  };
}

/** @param isPresent whether the lines that it cites are those of the session's transcript */
async function resultNamed(
  orm: Orm,
  sessionId: string,
  result: AnalysisResult,
  isPresent: boolean,
): Promise<AnalysisResult> {
  const cast = await castOfSession(orm, sessionId);
  if (!isPresent) return resultWithCast(cast, sessionId, result);
  const { evening, lines, scenes, quests, glance } = result;
  const cited = [
    ...(evening === undefined ? [] : [...evening.passages, ...evening.pointers]),
    ...Object.values(lines).flat(),
    ...scenes.flatMap((scene) => [...scene.lines, ...scene.keyEvents]),
    ...quests.flatMap(({ progress }) => progress),
    ...glance.flatMap(({ entries }) => entries),
    ...result.memorableMoments,
    ...result.characterMoments,
    ...result.openThreads,
    ...result.decisions,
  ];
  return resultWithCast(await withVoicesNow(orm, cast, sessionId, cited), sessionId, result);
}

export async function analysisView(orm: Orm, row: AnalysisRow): Promise<Analysis> {
  const [transcript] =
    row.transcriptId === null
      ? []
      : await orm
          .select({ replacedAt: transcripts.replacedAt, language: transcripts.language })
          .from(transcripts)
          .where(eq(transcripts.id, row.transcriptId));
  const [audio] =
    row.audioAssetId === null
      ? []
      : await orm
          .select({ replacedAt: audioAssets.replacedAt })
          .from(audioAssets)
          .where(eq(audioAssets.id, row.audioAssetId));
  const source = transcript ?? audio;
  return {
    ...progressView(row),
    sessionId: row.sessionId,
    transcriptId: row.transcriptId,
    detailLevel: row.detailLevel,
    language: row.language ?? transcript?.language ?? null,
    payment: row.payment,
    costCredits: row.costCredits,
    chargedCredits: row.chargedCredits,
    engine: { speech: row.speechEngine, notes: row.notesEngine },
    result:
      row.result && (await resultNamed(orm, row.sessionId, row.result, transcript?.replacedAt === null)),
    warnings: row.warnings,
    sourceReplaced: source === undefined || source.replacedAt !== null,
    copiedToNotesAt: row.copiedToNotesAt?.toISOString() ?? null,
    notesKeptAt: row.notesKeptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
