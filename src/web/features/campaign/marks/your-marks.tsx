import type { Mark, Session } from '#contract/sessions.ts';
import { usePlayFrom } from '#web/flows/player/use-player.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { type Change, staleRecord, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { type MarksChange, useChangeMarks } from '#web/hooks/marks-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { clock } from '#web/ui/text.ts';
import { MarkList } from './mark-list.tsx';

export interface YourMarksProps {
  session: Session;
  /** What is said at a mark, if that is known. */
  lineAt?: ((atMs: number) => string | null) | undefined;
}

const asBefore = 'Your marks are as before.';

/** In place of what they say at its moment, also if it was removed elsewhere: no written word is lost. */
const withMark = (mark: Mark) => (marks: readonly Mark[]) =>
  [...marks.filter(({ atMs }) => atMs !== mark.atMs), mark].sort((one, other) => one.atMs - other.atMs);

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
  /** @param said the mark with its new word, if that is what changes */
  const changed = (
    message: string,
    to: MarksChange['to'],
    undo: Change | null,
    said: Mark | null = null,
  ): Change => ({
    words: message,
    save: async () => {
      if (said !== null) words.sends(`${said.atMs}`, said.word);
      await save({ to, isWord: said !== null });
      return { revision: null, undo };
    },
  });

  function saveWord(before: Mark) {
    const field = `${before.atMs}`;
    const word = words.unsaved[field]?.trim();
    if (word === undefined) return;
    /** Another word than was shown or sent is not replaced unseen. @param other gets the word that is replaced */
    const saying = (mark: Mark, other: Mark, message: string, undo: Change | null) =>
      changed(
        message,
        (marks) => {
          const now = marks.find(({ atMs }) => atMs === mark.atMs)?.word ?? other.word;
          const isKnown = now === mark.word || now === other.word || words.hasSent(field, now);
          if (!isKnown) throw staleRecord({ word: now });
          if (now !== mark.word) other.word = now;
          return withMark(mark)(marks);
        },
        undo,
        mark,
      );
    const [written, replaced] = [{ ...before, word }, { ...before }];
    changes.request(
      saying(
        written,
        replaced,
        `The word for the mark at ${clock(before.atMs / 1000)} is saved.`,
        saying(replaced, written, asBefore, null),
      ),
    );
  }

  /** A word that was just written is saved first: the undo brings back the mark as it is when it is removed. */
  function remove(mark: Mark) {
    let removed = mark;
    const without = (marks: readonly Mark[]) => {
      removed = marks.find(({ atMs }) => atMs === mark.atMs) ?? removed;
      return marks.filter(({ atMs }) => atMs !== mark.atMs);
    };
    const back = changed(asBefore, (marks) => withMark(removed)(marks), null);
    changes.request(changed(`The mark at ${clock(mark.atMs / 1000)} was removed.`, without, back));
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
      {words.warning ? <Notice kind="warning">{words.warning}</Notice> : null}
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
