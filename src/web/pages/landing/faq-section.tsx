import { questions } from './faq.ts';
import { QuestionList } from './question-list.tsx';

export function FaqSection() {
  return (
    <section id="faq" className="landing-section landing-faq" aria-labelledby="faq-title">
      <div className="landing-section-head">
        <p className="eyebrow">Questions</p>
        <h2 id="faq-title">Frequently asked questions</h2>
      </div>
      <div>
        <QuestionList questions={questions} linked />
      </div>
    </section>
  );
}
