import { type FormEvent, type ReactNode, useState } from 'react';
import { type Answers, answersIn, gameMasterQuestions } from '#contract/evening-text.ts';
import type { Notes } from '#contract/notes.ts';
import type { RecordDraft } from '#machines/record-change/record-change.setup.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { StaleNotice } from '#web/flows/record-change/stale-notice.tsx';
import { type Change, staleRecord, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import type { EveningCalls } from '#web/hooks/evening-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface ThreeQuestionsProps {
  notes: Notes;
  calls: EveningCalls;
  /** What helps to answer. */
  beside: ReactNode;
}

type Field = keyof Answers;
const fields = gameMasterQuestions.map(({ field }) => field);

/** The draft has the answers that were written on, and what each was before. */
const beforeKey = (field: Field) => `before-${field}`;
const draftOf = (field: Field, answer: string, before: string): RecordDraft => ({
  [field]: answer,
  [beforeKey(field)]: before,
});

/** What only the game master knows; the answers become the summary of the notes. */
export function ThreeQuestions({ notes, calls, beside }: ThreeQuestionsProps) {
  const answers = answersIn(notes.sections);
  const changes = useRecordChange(`answers ${notes.sessionId}`, { says: { ...answers } });
  const { draft, theirs, write, submit, isSaving } = changes;
  const answered = fields.filter((field) => answers[field] !== '').length;
  const [hasWritten, setHasWritten] = useState(false);
  if (draft !== null && !hasWritten) setHasWritten(true);

  const answering = (to: Partial<Answers>, before: Partial<Answers>): Change => ({
    words: 'Your answers are at the top of your notes.',
    save: async () => {
      const saved = await calls.answer(({ sections }) => {
        const now = answersIn(sections);
        const isTheirs = (field: Field) => now[field] !== before[field] && now[field] !== to[field];
        const sent = fields.filter((field) => to[field] !== undefined);
        if (sent.some(isTheirs)) {
          const shown = (field: Field) => (isTheirs(field) ? now[field] : (to[field] ?? ''));
          throw staleRecord(
            Object.assign({}, ...sent.map((field) => draftOf(field, shown(field), now[field]))),
          );
        }
        return { ...now, ...to };
      });
      return { revision: saved.revision, undo: answering(before, answersIn(saved.sections)) };
    },
  });

  function save(event: FormEvent) {
    event.preventDefault();
    const from = { ...draft, ...theirs };
    const written = fields.filter((field) => draft?.[field] !== undefined);
    const only = (answerOf: (field: Field) => string | undefined): Partial<Answers> =>
      Object.fromEntries(written.map((field) => [field, answerOf(field)]));
    submit(
      answering(
        only((field) => draft?.[field]),
        only((field) => from[beforeKey(field)]),
      ),
    );
  }

  return (
    <Disclosure
      open={hasWritten}
      title={answered === 0 ? 'What only you can answer' : `${answered} of ${fields.length} answered`}
    >
      <p className="muted">Your answers become the summary at the top of your notes.</p>
      <div className="three-questions">
        <form onSubmit={save} aria-label="Three questions for you">
          {gameMasterQuestions.map(({ field, question }) => (
            <TextArea
              key={field}
              label={question}
              limit={4000}
              readOnly={isSaving}
              value={draft?.[field] ?? answers[field]}
              onChange={({ target }) =>
                write({
                  ...draft,
                  ...draftOf(field, target.value, draft?.[beforeKey(field)] ?? answers[field]),
                })
              }
            />
          ))}
          {theirs === null ? null : (
            <StaleNotice while="writing" onTakeTheirs={changes.takeTheirs}>
              {gameMasterQuestions.map(({ field, question }) =>
                theirs[field] === undefined || theirs[field] === draft?.[field] ? null : (
                  <p key={field}>
                    “{question}” now says “{theirs[field]}”. Saving replaces that with yours.
                  </p>
                ),
              )}
            </StaleNotice>
          )}
          <div className="button-row">
            <Button kind="primary" type="submit" busy={isSaving} disabled={draft === null}>
              {theirs === null ? 'Save your answers' : 'Save mine'}
            </Button>
          </div>
          <ChangeNotice changes={changes} />
        </form>
        {beside}
      </div>
    </Disclosure>
  );
}
