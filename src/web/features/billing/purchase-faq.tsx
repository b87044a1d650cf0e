import { questions } from '#web/pages/landing/faq.ts';
import { QuestionList } from '#web/pages/landing/question-list.tsx';

const aboutBilling = questions.filter(({ about }) => about === 'billing');

/** The tab FAQ of the purchase options: the landing page's questions about credits and paying (R2.34, R9.7). */
export function PurchaseFaq() {
  return <QuestionList questions={aboutBilling} linked={false} />;
}
