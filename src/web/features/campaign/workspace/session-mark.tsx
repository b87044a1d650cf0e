import type { Session } from '#contract/sessions.ts';
import { ProgressRing } from '#web/ui/progress.tsx';
import { clock } from '#web/ui/text.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

export const sessionStateNames: Record<Session['state'], string> = {
  empty: 'No recording yet',
  uploading: 'Upload not finished',
  audioReady: 'Ready to analyze',
  analyzing: 'Being analyzed',
  ready: 'Notes ready',
  failed: 'Needs your attention',
};

/** Empty if there is no recording, or it was deleted. */
export const recordingLength = ({ audio }: Pick<Session, 'audio'>): string =>
  audio?.deletedAt === null ? clock(audio.durationSeconds) : '';

export function SessionMark({ state }: { state: Session['state'] }) {
  const name = sessionStateNames[state];
  if (state === 'analyzing') {
    return (
      <span className="session-mark" title={name}>
        <ProgressRing value={null} label={name} />
      </span>
    );
  }
  return (
    <span className="session-mark" title={name}>
      <span className={`session-dot session-dot-${state}`} />
      <VisuallyHidden>{name}: </VisuallyHidden>
    </span>
  );
}
