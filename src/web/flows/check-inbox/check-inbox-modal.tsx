import { type RefObject, useEffect, useRef } from 'react';
import type { AnsweredQuestion, CheckQuestion, CheckSheet } from '#contract/check-questions.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { TryAgain } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '#web/ui/text.ts';
import { answerWords, consequences, questionWords } from './answer-words.ts';
import { QuotedLines } from './quoted-lines.tsx';
import { type CheckInbox, useCheckInbox } from './use-check-inbox.ts';
import { useCheckKeys } from './use-check-keys.ts';
import './check-inbox.css';

export function CheckInboxModal() {
  const inbox = useCheckInbox();
  const { step, sheet, failure } = inbox;
  useCheckKeys(inbox);
  return (
    <Dialog open wide title="Please check" onClose={inbox.close}>
      <div className="check-inbox">
        {failure ? <Notice kind="error">{failure.message}</Notice> : null}
        {step === 'loading' ? <Skeleton label="Loading the questions" lines={8} /> : null}
        {step === 'unread' ? <TryAgain onRetry={inbox.retry} /> : null}
        {step !== 'loading' && step !== 'unread' && sheet !== null ? (
          <Sheet inbox={inbox} sheet={sheet} />
        ) : null}
      </div>
    </Dialog>
  );
}

function Sheet({ inbox, sheet }: { inbox: CheckInbox; sheet: CheckSheet }) {
  const { question } = inbox;
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers then announce the next question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with the question.
  useEffect(() => heading.current?.focus(), [question?.id]);
  return (
    <>
      <Outcome inbox={inbox} sheet={sheet} />
      {question === null ? (
        <div className="check-question">
          <h3 ref={heading} tabIndex={-1}>
            Nothing left to check
          </h3>
          <p className="muted">New questions appear here after the next analysis.</p>
        </div>
      ) : (
        <Question inbox={inbox} sheet={sheet} question={question} heading={heading} />
      )}
      <Answered inbox={inbox} answered={sheet.answered} />
    </>
  );
}

function Outcome({ inbox: { outcome, isPartly }, sheet }: { inbox: CheckInbox; sheet: CheckSheet }) {
  const [last] = sheet.answered;
  const left = sheet.openCount === 0 ? 'Nothing is left.' : `${countOf(sheet.openCount, 'question')} left.`;
  if (outcome === 'outdated')
    return (
      <Notice kind="warning">
        This question was answered or changed somewhere else. Your answer was not saved. These questions are
        open now.
      </Notice>
    );
  if (outcome === 'undone')
    return isPartly ? (
      <Notice kind="warning">Undone, except for later changes, which stay.</Notice>
    ) : (
      <Notice kind="success">Undone. Everything is as it was.</Notice>
    );
  if (outcome === 'answered' && last !== undefined)
    return (
      <Notice kind="success">
        Saved: {answerWords(last.answer, last)}. {left}
      </Notice>
    );
  return null;
}

interface QuestionProps {
  inbox: CheckInbox;
  sheet: CheckSheet;
  question: CheckQuestion;
  heading: RefObject<HTMLHeadingElement | null>;
}

function Question({ inbox, sheet, question, heading }: QuestionProps) {
  const { at, step, answer: given, give, next, previous, campaignId, close } = inbox;
  const isBusy = step !== 'shown';
  return (
    <article className="check-question" aria-labelledby="check-question">
      <p className="muted check-place">
        Question {at + 1} of {sheet.openCount}, from “{question.session.title}”
      </p>
      <h3 id="check-question" ref={heading} tabIndex={-1}>
        {questionWords(question)}
      </h3>
      <QuotedLines key={question.id} campaignId={campaignId ?? ''} question={question} onLeave={close} />
      <p className="muted">{consequences[question.kind]}</p>
      <div className="check-answers">
        {question.answers.map((answer, index) => (
          <Button
            key={`${question.id}${answer}`}
            disabled={isBusy && answer !== given}
            busy={isBusy && answer === given}
            aria-keyshortcuts={`${index + 1}`}
            onClick={() => give(answer)}
          >
            <span className="check-key" aria-hidden="true">
              <Kbd keys={`${index + 1}`} />
            </span>
            {answerWords(answer, question)}
          </Button>
        ))}
      </div>
      {sheet.open.length > 1 ? (
        <div className="button-row check-others">
          <Button
            kind="quiet"
            disabled={isBusy || at === 0}
            aria-keyshortcuts="K ArrowLeft"
            onClick={previous}
          >
            Previous question
          </Button>
          <Button
            kind="quiet"
            disabled={isBusy || at + 1 >= sheet.open.length}
            aria-keyshortcuts="J ArrowRight"
            onClick={next}
          >
            Next question
          </Button>
        </div>
      ) : null}
      <p className="muted check-keys">
        <span>
          <Kbd keys="1" />–<Kbd keys={`${question.answers.length}`} /> answer
        </span>
        <span>
          <Kbd keys="K" /> <Kbd keys="J" /> or <Kbd keys="←" /> <Kbd keys="→" /> other questions
        </span>
        <span>
          <Kbd keys="U" /> undo
        </span>
        <span>
          <Kbd keys="Esc" /> close
        </span>
      </p>
    </article>
  );
}

function Answered({
  inbox: { step, answerId, undo },
  answered,
}: {
  inbox: CheckInbox;
  answered: readonly AnsweredQuestion[];
}) {
  if (answered.length === 0) return null;
  return (
    <section className="check-answered" aria-labelledby="check-answered">
      <h3 id="check-answered">Answered</h3>
      <ul>
        {answered.map((each, index) => (
          <li key={each.id}>
            <p>
              {questionWords(each)} <strong>{answerWords(each.answer, each)}</strong>{' '}
              <span className="muted">{each.session.title}</span>
            </p>
            <Button
              kind="quiet"
              icon="undo"
              disabled={step !== 'shown' && each.id !== answerId}
              busy={step === 'undoing' && each.id === answerId}
              aria-label={`Undo: ${questionWords(each)}`}
              aria-keyshortcuts={index === 0 ? 'U' : undefined}
              onClick={() => undo(each.id)}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
