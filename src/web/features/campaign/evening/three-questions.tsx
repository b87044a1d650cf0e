import { type FormEvent, type ReactNode, useId } from 'react';
import { type Answers, answersIn, gameMasterQuestions } from '#contract/evening-text.ts';
import type { Notes } from '#contract/notes.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import type { EveningCalls } from '#web/hooks/evening-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface ThreeQuestionsProps {
  notes: Notes;
  calls: EveningCalls;
  /** What helps to answer. */
  beside: ReactNode;
}

/** What only the game master knows; the answers become the summary of the notes. */
export function ThreeQuestions({ notes, calls, beside }: ThreeQuestionsProps) {
  const changes = useRecordChange('form');
  const id = useId();
  const answers = answersIn(notes.sections);
  const { draft, write, submit, isSaving } = changes;

  const answering = (to: Answers, before: Answers): Change => ({
    words: 'Your answers are at the top of your notes.',
    save: async () => {
      const { revision } = await calls.answer(to);
      return { revision, undo: answering(before, to) };
    },
  });

  function save(event: FormEvent) {
    event.preventDefault();
    submit(answering({ ...answers, ...draft }, answers));
  }

  return (
    <div className="three-questions">
      <form onSubmit={save} aria-labelledby={`${id}why`}>
        <p id={`${id}why`} className="muted">
          Only you can answer these. Your answers become the summary at the top of your notes.
        </p>
        {gameMasterQuestions.map(({ field, question }) => (
          <TextArea
            key={field}
            label={question}
            limit={4000}
            readOnly={isSaving}
            value={draft?.[field] ?? answers[field]}
            onChange={({ target }) => write({ ...answers, ...draft, [field]: target.value })}
          />
        ))}
        <div className="button-row">
          <Button kind="primary" type="submit" busy={isSaving} disabled={draft === null}>
            Save your answers
          </Button>
        </div>
        <ChangeNotice changes={changes} />
      </form>
      {beside}
    </div>
  );
}
