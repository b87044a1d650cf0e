import { Disclosure } from '#web/ui/disclosure.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type Question, questions, questionsShownFirst } from './faq.ts';

function Answer({ answer, more }: Question) {
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

function Questions({ list }: { list: readonly Question[] }) {
  return (
    <div className="disclosures">
      {list.map((each) => (
        <Disclosure key={each.id} id={each.id} title={each.question}>
          <Answer {...each} />
        </Disclosure>
      ))}
    </div>
  );
}

/** The questions; five of them until one asks for more (R9.7). The browser's own disclosures: no script is needed. */
export function FaqSection() {
  return (
    <section id="faq" className="landing-section landing-faq" aria-labelledby="faq-title">
      <div className="landing-section-head">
        <p className="eyebrow">Questions</p>
        <h2 id="faq-title">Asked before the first upload</h2>
      </div>
      <div>
        <Questions list={questions.slice(0, questionsShownFirst)} />
        <details className="faq-rest">
          <summary className="button button-secondary">
            <span className="faq-rest-closed">Show More</span>
            <span className="faq-rest-open">Show Less</span>
            <Icon name="chevronDown" />
          </summary>
          <Questions list={questions.slice(questionsShownFirst)} />
        </details>
      </div>
    </section>
  );
}
