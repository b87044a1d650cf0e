import { useState } from 'react';
import { isDefaultTitle } from '#contract/session-titles.ts';
import type { Session } from '#contract/sessions.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { useAnalyses, useAnalysisResult, useChangeSession } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import './title-suggestion.css';

interface TitleSuggestionProps {
  session: Session;
  /** The model that still writes may name it better. */
  isWriting: boolean;
}

/** What the newest analysis calls a session that nobody has named: beside its heading, so that the notes stay where they are. */
export function TitleSuggestion({ session, isWriting }: TitleSuggestionProps) {
  const change = useChangeSession();
  const changes = useRecordChange(null, session);
  const [isDeclined, setDeclined] = useState(false);
  const analyses = useAnalyses(session.id).data;
  const newest = analyses?.find(({ status }) => status === 'completed')?.id ?? null;
  const isUnnamed = isDefaultTitle(session.title);
  const title = useAnalysisResult(isUnnamed ? newest : null).data?.result?.title;

  const renaming = (to: string, before: string, revision: number): Change => ({
    words: 'The session has its new title.',
    save: async () => {
      const saved = await change.mutateAsync({ id: session.id, revision, changes: { title: to } });
      return { revision: saved.revision, undo: renaming(before, to, saved.revision) };
    },
  });

  if (changes.can.undo || changes.failure !== null) return <ChangeNotice changes={changes} />;
  if (isDeclined || isWriting || !isUnnamed || !title || isDefaultTitle(title)) return null;
  const quoted = title.startsWith('“') ? title : `“${title}”`;
  return (
    <div className="title-beside muted" role="status">
      <span className="title-beside-words" title={quoted}>
        The analysis calls this session {quoted}.
      </span>
      <span>
        <Button
          kind="quiet"
          busy={changes.isSaving}
          onClick={() => changes.request(renaming(title, session.title, session.revision))}
        >
          <span className="title-beside-use">
            Use <span className="title-beside-this">this title</span>
            <span className="title-beside-quoted">{quoted}</span>
          </span>
        </Button>
        <Button kind="quiet" icon="close" iconOnly onClick={() => setDeclined(true)}>
          Dismiss
        </Button>
      </span>
    </div>
  );
}
