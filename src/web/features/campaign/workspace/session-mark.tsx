import type { Session } from '#contract/sessions.ts';
import { ProgressRing } from '#web/ui/progress.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

export const sessionStateNames: Record<Session['state'], string> = {
  empty: 'No recording yet',
  uploading: 'Upload not finished',
  audioReady: 'Ready to analyze',
  analyzing: 'Being analyzed',
  ready: 'Notes ready',
  failed: 'Needs your attention',
};

export function SessionMark({ state, progress }: { state: Session['state']; progress: number | null }) {
  const name = sessionStateNames[state];
  if (state === 'analyzing') {
    return (
      <span className="session-mark" title={name}>
        <ProgressRing value={progress} label={name} />
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
