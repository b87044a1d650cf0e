import { useState } from 'react';
import { isDefaultTitle } from '#contract/session-titles.ts';
import type { Session } from '#contract/sessions.ts';
import { useChangeSession } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { day } from '#web/ui/text.ts';
import type { FileFacts } from './facts-of-file.ts';

type Changes = Partial<Pick<Session, 'title' | 'playedAt'>>;

interface FileFactsOfferProps {
  session: Session;
  facts: FileFacts;
}

/** Offers what the file says of the session, where nobody has said anything else. */
export function FileFactsOffer({ session, facts }: FileFactsOfferProps) {
  const change = useChangeSession();
  const [isDeclined, setDeclined] = useState(false);
  const [before, setBefore] = useState<{ changes: Changes; revision: number } | null>(null);
  const write = (changes: Changes, next: (saved: Session) => typeof before) =>
    change.mutate(
      { id: session.id, revision: session.revision, changes },
      { onSuccess: (saved) => setBefore(next(saved)) },
    );

  if (before?.revision === session.revision)
    return (
      <Notice kind="success" onDismiss={() => setBefore(null)}>
        <span className="notes-saved">
          The session now uses the details from the file.
          <Button
            kind="quiet"
            icon="undo"
            busy={change.isPending}
            onClick={() => write(before.changes, () => null)}
          >
            Undo
          </Button>
        </span>
        {change.error ? <p role="alert">{change.error.message}</p> : null}
      </Notice>
    );
  const title = facts.title !== null && isDefaultTitle(session.title) ? facts.title : null;
  const playedAt = session.playedAt === null ? `${facts.playedOn}T00:00:00.000Z` : null;
  if (isDeclined || (title === null && playedAt === null)) return null;
  const changes: Changes = {
    ...(title === null ? {} : { title }),
    ...(playedAt === null ? {} : { playedAt }),
  };
  const words = [title === null ? '' : `“${title}”`, playedAt === null ? '' : `played on ${day(playedAt)}`];
  const button =
    title === null ? 'Use this date' : playedAt === null ? 'Use this title' : 'Use title and date';
  return (
    <Notice kind="information" onDismiss={() => setDeclined(true)}>
      <span className="title-suggestion">
        According to the file, this session is {words.filter(Boolean).join(', ')}.
        <Button
          kind="quiet"
          busy={change.isPending}
          onClick={() =>
            write(changes, ({ revision }) => ({
              changes: {
                ...(title === null ? {} : { title: session.title }),
                ...(playedAt === null ? {} : { playedAt: null }),
              },
              revision,
            }))
          }
        >
          {button}
        </Button>
      </span>
      {change.error ? <p role="alert">{change.error.message}</p> : null}
    </Notice>
  );
}
