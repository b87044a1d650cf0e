import type { AudioAsset, Session } from '#contract/sessions.ts';
import type { Orm } from '#server/platform/database/database.ts';

export interface SessionWork {
  state: Session['state'];
  audio: AudioAsset | null;
  transcriptId: string | null;
  latestAnalysisId: string | null;
  summaryPreview: string | null;
}

export interface SessionWorkPort {
  read(orm: Orm, sessionIds: readonly string[]): Promise<ReadonlyMap<string, SessionWork>>;
  /**
   * Call before deleting the sessions' rows; run the result after the commit. @throws Refusal analysisRunning
   */
  remove(
    tx: Orm,
    sessionIds: readonly string[],
    whenRunning?: 'refuse' | 'stop',
  ): Promise<() => Promise<void>>;
  /**
   * Before much is removed: deletes a session's long texts, part by part. If that is cut short, the session can be deleted
   * again. @throws Refusal analysisRunning
   */
  empty(sessionId: string, whenRunning: 'refuse' | 'stop'): Promise<void>;
}

export const untouched: SessionWork = {
  state: 'empty',
  audio: null,
  transcriptId: null,
  latestAnalysisId: null,
  summaryPreview: null,
};
