import type { AudioAsset, Session } from '#contract/sessions.ts';
import type { Orm } from '#server/platform/database/database.ts';

/** What work on a session has come to: the part of a Session that follows from uploads, transcripts and analyses. */
export interface SessionWork {
  state: Session['state'];
  audio: AudioAsset | null;
  transcriptId: string | null;
  latestAnalysisId: string | null;
  summaryPreview: string | null;
}

/** How sessions see the work that is done on them, without knowing how it is done. */
export interface SessionWorkPort {
  /** By session id; a session that nothing was done on may be absent. */
  read(orm: Orm, sessionIds: readonly string[]): Promise<ReadonlyMap<string, SessionWork>>;
  /**
   * Called in the transaction that deletes these sessions, before their rows go. Gives back what is to be done after it
   * has committed: removing files.
   * @param whenRunning whether a running analysis refuses it, or is stopped and charges nothing
   * @throws Refusal analysisRunning
   */
  remove(
    tx: Orm,
    sessionIds: readonly string[],
    whenRunning?: 'refuse' | 'stop',
  ): Promise<() => Promise<void>>;
}

export const untouched: SessionWork = {
  state: 'empty',
  audio: null,
  transcriptId: null,
  latestAnalysisId: null,
  summaryPreview: null,
};
