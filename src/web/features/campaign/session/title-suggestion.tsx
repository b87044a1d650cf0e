import { useState } from 'react';
import { isDefaultTitle } from '#contract/session-titles.ts';
import type { Session } from '#contract/sessions.ts';
import { useChangeSession } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface TitleSuggestionProps {
  session: Session;
  title: string | null;
}

export function TitleSuggestion({ session, title }: TitleSuggestionProps) {
  const change = useChangeSession();
  const [isDeclined, setDeclined] = useState(false);
  const [before, setBefore] = useState<{ title: string; revision: number } | null>(null);
  const rename = (to: string, next: (saved: Session) => typeof before) =>
    change.mutate(
      { id: session.id, revision: session.revision, changes: { title: to } },
      { onSuccess: (saved) => setBefore(next(saved)) },
    );

  if (before?.revision === session.revision)
    return (
      <Notice kind="success" onDismiss={() => setBefore(null)}>
        <span className="notes-saved">
          The session has its title.
          <Button
            kind="quiet"
            icon="undo"
            busy={change.isPending}
            onClick={() => rename(before.title, () => null)}
          >
            Undo
          </Button>
        </span>
      </Notice>
    );
  if (isDeclined || !title || isDefaultTitle(title) || !isDefaultTitle(session.title)) return null;
  return (
    <Notice kind="information" onDismiss={() => setDeclined(true)}>
      <span className="title-suggestion">
        The analysis calls this session “{title}”.
        <Button
          kind="quiet"
          busy={change.isPending}
          onClick={() => rename(title, ({ revision }) => ({ title: session.title, revision }))}
        >
          Use this title
        </Button>
      </span>
      {change.error ? <p role="alert">{change.error.message}</p> : null}
    </Notice>
  );
}
