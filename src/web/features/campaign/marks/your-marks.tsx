import type { Mark, Session } from '#contract/sessions.ts';
import { usePlayFrom } from '#web/flows/player/use-player.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { useChangeMarks } from '#web/hooks/data-hooks.ts';
import { clock } from '#web/ui/text.ts';
import { MarkList } from './mark-list.tsx';

export interface YourMarksProps {
  session: Session;
  /** What is said at a mark, if that is known. */
  lineAt?: ((atMs: number) => string | null) | undefined;
}

/** The marks of the session's recording, also once it is deleted: they are times in its transcript too. */
export function YourMarks({ session, lineAt }: YourMarksProps) {
  const playFrom = usePlayFrom();
  const { mutateAsync: save } = useChangeMarks(session);
  const changes = useRecordChange();
  const stored = session.audio?.marks ?? [];
  const words = useKeptDraft(
    `marks ${session.id}`,
    Object.fromEntries(stored.map(({ atMs, word }) => [`${atMs}`, word])),
  );
  if (stored.length === 0 && changes.words === null && changes.failure === null) return null;
  const shown = stored.map(({ atMs, word }) => ({ atMs, word: words.fields[`${atMs}`] ?? word }));
  const changed = (marks: readonly Mark[], words: string, undo: Change | null): Change => ({
    words,
    save: async () => {
      await save(marks);
      return { revision: null, undo };
    },
  });
  const change = (marks: readonly Mark[], words: string) =>
    changes.request(changed(marks, words, changed(stored, 'Your marks are as before.', null)));

  function saveWord(atMs: number) {
    const written = shown.map((mark) => ({ ...mark, word: mark.word.trim() }));
    if (written.every(({ word }, index) => word === stored[index]?.word)) return;
    change(written, `The word for the mark at ${clock(atMs / 1000)} is saved.`);
  }

  return (
    <section className="your-marks" aria-label="Your marks">
      <h2>Your marks</h2>
      <ChangeNotice changes={changes} />
      <MarkList
        marks={shown}
        onWord={(atMs, word) => words.write({ [`${atMs}`]: word })}
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
