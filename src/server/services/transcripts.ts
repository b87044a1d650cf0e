import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { TranscriptDocument } from '#contract/transcript.ts';
import type { listSegments, Transcript } from '#contract/transcripts.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { storableJson } from '../store/storable.ts';
import { transcripts } from '../store/tables/work.ts';
import { insertTranscript, selectSegments } from '../store/transcript-rows.ts';
import { importTranscript, TranscriptImportError } from '../transcripts/import.ts';
import type { TranscriptRow } from './material.ts';
import { hasRunningAnalysis } from './running-analysis.ts';
import { ownSession } from './sessions.ts';

type SegmentPage = z.infer<(typeof listSegments.responses)[200]>;

export interface Transcripts {
  /** Reads a file and makes it the session's transcript; the older one stays for older analyses (D5, D6). */
  import(userId: string, sessionId: string, bytes: Uint8Array, fileName: string | null): Promise<Transcript>;
  read(userId: string, transcriptId: string): Promise<Transcript>;
  segments(userId: string, transcriptId: string, page: { from: number; limit: number }): Promise<SegmentPage>;
}

export function createTranscripts(deps: { database: Database; clock: Clock }): Transcripts {
  const { database, clock } = deps;

  async function own(userId: string, transcriptId: string): Promise<TranscriptRow> {
    const [row] = await database.orm.select().from(transcripts).where(eq(transcripts.id, transcriptId));
    if (row === undefined) throw new Refusal('notFound');
    await ownSession(database.orm, userId, row.sessionId);
    return row;
  }

  return {
    async import(userId, sessionId, bytes, fileName) {
      await ownSession(database.orm, userId, sessionId);
      const document = await readDocument(bytes, fileName);
      const id = newId();
      await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        if (await hasRunningAnalysis(tx, [sessionId])) throw new Refusal('analysisRunning');
        const now = clock.now();
        await tx
          .update(transcripts)
          .set({ replacedAt: now })
          .where(and(eq(transcripts.sessionId, sessionId), isNull(transcripts.replacedAt)));
        await insertTranscript(tx, document, {
          id,
          sessionId,
          audioAssetId: null,
          createdAt: now,
          replacedAt: null,
        });
      });
      return view(await own(userId, id));
    },

    read: async (userId, transcriptId) => view(await own(userId, transcriptId)),

    async segments(userId, transcriptId, page) {
      const { segmentCount } = await own(userId, transcriptId);
      const next = page.from + page.limit;
      return {
        segments: await selectSegments(database.orm, transcriptId, page),
        segmentCount,
        next: next < segmentCount ? next : null,
      };
    },
  };
}

async function readDocument(bytes: Uint8Array, fileName: string | null): Promise<TranscriptDocument> {
  try {
    const document = await importTranscript(bytes, { fileName });
    return storableJson<TranscriptDocument>({ ...document, source: 'import' });
  } catch (error) {
    if (error instanceof TranscriptImportError) throw new Refusal(error.code, { message: error.message });
    throw error;
  }
}

function view(row: TranscriptRow): Transcript {
  return {
    id: row.id,
    sessionId: row.sessionId,
    source: row.source,
    timing: row.timing,
    engine: row.engine,
    language: row.language,
    durationMs: row.durationMs,
    speakers: row.speakers,
    segmentCount: row.segmentCount,
    wordCount: row.wordCount,
    warnings: row.warnings,
    createdAt: row.createdAt.toISOString(),
  };
}
