import type { Mark, Session } from '#contract/sessions.ts';
import { usePlayFrom } from '#web/flows/player/use-player.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { type MarksChange, useChangeMarks } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
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
  const changed = (change: MarksChange, words: string, undo: Change | null): Change => ({
    words,
    save: async () => {
      await save(change);
      return { revision: null, undo };
    },
  });
  const change = (words: string, to: MarksChange['to'], back: MarksChange['to'], isWord: boolean) =>
    changes.request(
      changed({ to, isWord }, words, changed({ to: back, isWord }, 'Your marks are as before.', null)),
    );

  function saveWord({ atMs, word: before }: Mark) {
    const word = words.unsaved[`${atMs}`]?.trim();
    if (word === undefined) return;
    const saying = (to: string) => (marks: readonly Mark[]) =>
      marks.map((mark) => (mark.atMs === atMs ? { ...mark, word: to } : mark));
    change(`The word for the mark at ${clock(atMs / 1000)} is saved.`, saying(word), saying(before), true);
  }

  function remove(removed: Mark) {
    const without = (marks: readonly Mark[]) => marks.filter(({ atMs }) => atMs !== removed.atMs);
    change(
      `The mark at ${clock(removed.atMs / 1000)} was removed.`,
      without,
      (marks) => [...without(marks), removed].sort((one, other) => one.atMs - other.atMs),
      false,
    );
  }

  const storedAt = (atMs: number) => stored.find((mark) => mark.atMs === atMs);

  /** What the browser kept is not saved by only leaving the field if the mark says something else since. */
  function unsavedAt(mark: Mark) {
    const field = `${mark.atMs}`;
    if (words.unsaved[field] === undefined) return null;
    if (!words.isStaleIn(field))
      return <p className="muted mark-line">Not saved yet: press Enter in the field.</p>;
    return (
      <div className="button-row mark-line" role="status">
        <span>Not saved: elsewhere it was changed to “{mark.word}”.</span>
        <Button onClick={() => saveWord(mark)}>Save mine</Button>
        <Button onClick={() => words.write({ [field]: mark.word })}>Use that version</Button>
      </div>
    );
  }

  return (
    <section className="your-marks" aria-label="Your marks">
      <h2>Your marks</h2>
      <ChangeNotice changes={changes} />
      <MarkList
        marks={shown}
        onWord={(atMs, word) => words.write({ [`${atMs}`]: word })}
        onWordDone={(atMs) => {
          const mark = storedAt(atMs);
          if (mark !== undefined && !words.isStaleIn(`${atMs}`)) saveWord(mark);
        }}
        onRemove={(atMs) => {
          const mark = storedAt(atMs);
          if (mark !== undefined) remove(mark);
        }}
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
          const mark = storedAt(atMs);
          return (
            <>
              {line ? <q className="muted mark-line">{line}</q> : null}
              {mark === undefined ? null : unsavedAt(mark)}
            </>
          );
        }}
      />
    </section>
  );
}
