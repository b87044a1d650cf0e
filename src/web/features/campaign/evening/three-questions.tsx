import { type FormEvent, useId } from 'react';
import type { Evening, Evidence } from '#contract/analysis-result.ts';
import { type Answers, answersIn, gameMasterQuestions } from '#contract/evening-text.ts';
import type { Notes } from '#contract/notes.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import type { EveningCalls } from '#web/hooks/evening-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface ThreeQuestionsProps {
  evening: Evening;
  notes: Notes;
  calls: EveningCalls;
  placeOf: (evidence: Evidence, ms?: number) => string;
  onOpen: (evidence: Evidence) => void;
}

const halfHour = 30 * 60_000;

/** What only the game master knows; the answers become the summary of the notes. */
export function ThreeQuestions({ evening, notes, calls, placeOf, onOpen }: ThreeQuestionsProps) {
  const changes = useRecordChange();
  const id = useId();
  const answers = answersIn(notes.sections);
  const { draft, write, request, isSaving } = changes;
  const shown = evening.passages.filter(({ hidden, shown: where }) => !hidden && where === 'page');
  const end = Math.max(0, ...evening.passages.map(({ endMs }) => endMs));
  const last = shown.filter(({ startMs }) => startMs >= end - halfHour);

  const answering = (to: Answers, before: Answers): Change => ({
    words: 'Your answers are at the top of your notes.',
    save: async () => {
      const { revision } = await calls.answer(to);
      return { revision, undo: answering(before, to) };
    },
  });

  function save(event: FormEvent) {
    event.preventDefault();
    request(answering({ ...answers, ...draft }, answers));
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
      <aside aria-label="From the last half hour">
        <h4>From the last half hour</h4>
        {last.length === 0 ? <p className="muted">No passages were picked from it.</p> : null}
        <ul className="plain-lines">
          {last.map(({ id: passageId, text, speaker, evidence, startMs }) => (
            <li key={passageId}>
              {speaker === null ? '' : `${speaker}: `}“{text}”{' '}
              <button
                type="button"
                className="evidence-chip"
                aria-label={`Show in the transcript: ${placeOf(evidence, startMs)}`}
                onClick={() => onOpen(evidence)}
              >
                {placeOf(evidence, startMs)}
              </button>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
