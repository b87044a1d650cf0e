import { useState } from 'react';
import { isDefaultTitle } from '#contract/session-titles.ts';
import type { Session } from '#contract/sessions.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { useChangeSession } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { day } from '#web/ui/text.ts';
import type { FileFacts } from './facts-of-file.ts';

type Facts = Partial<Pick<Session, 'title' | 'playedAt'>>;

interface FileFactsOfferProps {
  session: Session;
  facts: FileFacts;
}

/** Offers what the file says of the session, where nobody has said anything else. */
export function FileFactsOffer({ session, facts }: FileFactsOfferProps) {
  const { mutateAsync: change } = useChangeSession();
  const changes = useRecordChange(null, session);
  const [isDeclined, setDeclined] = useState(false);

  const writing = (to: Facts, before: Facts, revision: number): Change => ({
    words: 'The session now uses the details from the file.',
    save: async () => {
      const saved = await change({ id: session.id, revision, changes: to });
      return { revision: saved.revision, undo: writing(before, to, saved.revision) };
    },
  });

  if (changes.can.undo || changes.failure !== null) return <ChangeNotice changes={changes} />;
  // An analysis names it better than a file.
  const isOpen = session.latestAnalysisId === null && isDefaultTitle(session.title);
  const title = isOpen ? facts.title : null;
  const fromFile = `${facts.playedOn}T00:00:00.000Z`;
  // Without a date of its own, a session shows the day on which it was made.
  const playedAt = session.playedAt === null && day(fromFile) !== day(session.createdAt) ? fromFile : null;
  if (isDeclined || (title === null && playedAt === null)) return null;
  const found: Facts = { ...(title === null ? {} : { title }), ...(playedAt === null ? {} : { playedAt }) };
  const before: Facts = {
    ...(title === null ? {} : { title: session.title }),
    ...(playedAt === null ? {} : { playedAt: null }),
  };
  const words = [
    title === null ? '' : `is “${title}”`,
    playedAt === null ? '' : `was played on ${day(playedAt)}`,
  ];
  const button =
    title === null ? 'Use this date' : playedAt === null ? 'Use the file’s title' : 'Use title and date';
  return (
    <Notice kind="information" onDismiss={() => setDeclined(true)}>
      <span className="title-suggestion">
        According to the file, this session {words.filter(Boolean).join(' and ')}.
        <Button
          kind="quiet"
          busy={changes.isSaving}
          onClick={() => changes.request(writing(found, before, session.revision))}
        >
          {button}
        </Button>
      </span>
    </Notice>
  );
}
