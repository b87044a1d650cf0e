import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { analyses } from './tables.ts';

/** An analysis that never ran here and costs nothing. */
export async function addFinishedAnalysis(
  tx: Orm,
  {
    createdAt,
    notesEngine = 'highlights',
    ...of
  }: {
    sessionId: string;
    userId: string;
    audioAssetId: string;
    transcriptId: string;
    durationSeconds: number;
    result: AnalysisResult;
    detailLevel: DetailLevel;
    notesEngine?: string;
    writer?: NotesWriter;
    copiedToNotesAt?: Date;
    createdAt: Date;
  },
): Promise<void> {
  const id = newId();
  const { sessionId, detailLevel } = of;
  await tx.insert(analyses).values({
    ...of,
    id,
    idempotencyKey: `sample ${id}`,
    request: { sessionId, quoteId: id, detailLevel, language: 'en' },
    language: 'en',
    status: 'completed',
    version: 1,
    attempt: 1,
    progress: 1,
    etaSeconds: 0,
    stageMessage: 'Done',
    payment: 'credits',
    costCredits: 0,
    chargedCredits: 0,
    notesEngine,
    warnings: [],
    createdAt,
    startedAt: createdAt,
    finishedAt: createdAt,
  });
}
