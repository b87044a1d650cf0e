import type { Session } from '#contract/sessions.ts';
import type { TranscriptRecording } from './transcript-view.tsx';

/** Only lines of the session's current recording can be played. */
export function recordingOf(
  { audio, transcriptId }: Session,
  { id, source }: { id: string; source: string },
): TranscriptRecording['state'] {
  if (audio === null || source !== 'speech' || id !== transcriptId) return 'none';
  return audio.deletedAt === null ? 'there' : 'deleted';
}
