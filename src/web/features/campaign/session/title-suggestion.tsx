import { useEffect, useState } from 'react';
import { isDefaultTitle } from '#contract/session-titles.ts';
import type { Session } from '#contract/sessions.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { useChangeSession } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface TitleSuggestionProps {
  session: Session;
  title: string | null;
}

export function TitleSuggestion({ session, title }: TitleSuggestionProps) {
  const change = useChangeSession();
  const changes = useRecordChange();
  const [isDeclined, setDeclined] = useState(false);
  const { seen } = changes;
  useEffect(() => seen(session.revision), [seen, session.revision]);

  const renaming = (to: string, before: string, revision: number): Change => ({
    words: 'The session has its new title.',
    save: async () => {
      const saved = await change.mutateAsync({ id: session.id, revision, changes: { title: to } });
      return { revision: saved.revision, undo: renaming(before, to, saved.revision) };
    },
  });

  if (changes.can.undo || changes.failure !== null) return <ChangeNotice changes={changes} />;
  if (isDeclined || !title || isDefaultTitle(title) || !isDefaultTitle(session.title)) return null;
  return (
    <Notice kind="information" onDismiss={() => setDeclined(true)}>
      <span className="title-suggestion">
        The analysis calls this session {title.startsWith('“') ? title : `“${title}”`}.
        <Button
          kind="quiet"
          busy={changes.isSaving}
          onClick={() => changes.request(renaming(title, session.title, session.revision))}
        >
          Use this title
        </Button>
      </span>
    </Notice>
  );
}
