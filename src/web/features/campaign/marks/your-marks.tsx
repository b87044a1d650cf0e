import { useState } from 'react';
import type { Mark, Session } from '#contract/sessions.ts';
import { usePlayFrom } from '#web/flows/player/use-player.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { useChangeMarks } from '#web/hooks/data-hooks.ts';
import { clock } from '#web/ui/text.ts';
import { MarkList } from './mark-list.tsx';

interface YourMarksProps {
  session: Session;
  /** What is said at a mark, if that is known. */
  lineAt?: ((atMs: number) => string | null) | undefined;
}

/** The marks of the session's recording, also once it is deleted: they are times in its transcript too. */
export function YourMarks({ session, lineAt }: YourMarksProps) {
  const playFrom = usePlayFrom();
  const { mutateAsync: save } = useChangeMarks(session);
  const changes = useRecordChange();
  const [draft, setDraft] = useState<Mark | null>(null);
  const stored = session.audio?.marks ?? [];
  if (stored.length === 0 && changes.words === null && changes.failure === null) return null;
  const shown = stored.map((mark) => (mark.atMs === draft?.atMs ? draft : mark));
  const changed = (marks: readonly Mark[], words: string, undo: Change | null): Change => ({
    words,
    save: async () => {
      await save(marks);
      return { revision: null, undo };
    },
  });
  const change = (marks: readonly Mark[], words: string) =>
    changes.request(changed(marks, words, changed(stored, 'Your marks are as before.', null)));

  function saveWord() {
    const before = stored.find(({ atMs }) => atMs === draft?.atMs);
    setDraft(null);
    if (draft === null || before === undefined || before.word === draft.word.trim()) return;
    change(
      shown.map((mark) => (mark === draft ? { ...draft, word: draft.word.trim() } : mark)),
      `The word for the mark at ${clock(draft.atMs / 1000)} is saved.`,
    );
  }

  return (
    <section className="your-marks" aria-label="Your marks">
      <h2>Your marks</h2>
      <ChangeNotice changes={changes} />
      <MarkList
        marks={shown}
        onWord={(atMs, word) => setDraft({ atMs, word })}
        onWordDone={saveWord}
        onRemove={(atMs) =>
          change(
            stored.filter((mark) => mark.atMs !== atMs),
            `The mark at ${clock(atMs / 1000)} was removed.`,
          )
        }
        onPlay={
          session.audio?.deletedAt === null
            ? (atMs) =>
                playFrom(
                  { sessionId: session.id, campaignId: session.campaignId, title: session.title },
                  atMs / 1000,
                )
            : null
        }
        more={({ atMs }) => {
          const line = lineAt?.(atMs);
          return line ? <q className="muted mark-line">{line}</q> : null;
        }}
      />
    </section>
  );
}
