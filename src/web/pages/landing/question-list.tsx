import { Disclosure } from '#web/ui/disclosure.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Question, questionsShownFirst } from './faq.ts';

interface QuestionListProps {
  questions: readonly Question[];
  linked: boolean;
}

function Answer({ answer, more }: Pick<Question, 'answer' | 'more'>) {
  return (
    <>
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {more ? (
        <p>
          <a href={more.href}>{more.text}</a>
        </p>
      ) : null}
    </>
  );
}

function Questions({ questions, linked }: QuestionListProps) {
  return (
    <div className="disclosures">
      {questions.map(({ id, question, answer, more }) => (
        <Disclosure key={id} title={question} {...(linked ? { id } : {})}>
          <Answer answer={answer} {...(linked && more ? { more } : {})} />
        </Disclosure>
      ))}
    </div>
  );
}

/** Questions and answers, the first five until "Show more" (R9.7). Uses `<details>`, so it needs no script. */
export function QuestionList({ questions, linked }: QuestionListProps) {
  return (
    <>
      <Questions questions={questions.slice(0, questionsShownFirst)} linked={linked} />
      {questions.length > questionsShownFirst ? (
        <ShowMore>
          <Questions questions={questions.slice(questionsShownFirst)} linked={linked} />
        </ShowMore>
      ) : null}
    </>
  );
}
