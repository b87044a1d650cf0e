import { useSharedNotes } from '#web/hooks/data-hooks.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LateMarkdown } from '#web/ui/late-markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface AudienceDialogProps {
  sessionId: string;
  audience: 'players' | 'public';
  onClose: () => void;
}

export function AudienceDialog({ sessionId, audience, onClose }: AudienceDialogProps) {
  const { data, error } = useSharedNotes(sessionId, audience);
  const who = audience === 'players' ? 'Your players see' : 'The public sees';
  return (
    <Dialog open wide title={`${who} this`} onClose={onClose}>
      <div className="audience-view">
        {error ? <Notice kind="error">{error.message}</Notice> : null}
        {data === undefined && !error ? <Skeleton label="Loading what they see" lines={4} /> : null}
        {data?.parts.length === 0 ? (
          <p>
            Nothing. Choose “{audience === 'players' ? 'Players' : 'Public'}” beside what you want to share.
          </p>
        ) : null}
        {data?.parts.map(({ key, title, body }) => (
          <section key={`${key} ${body}`}>
            <h3>{title}</h3>
            <LateMarkdown text={body} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}
