import { questions } from '#web/pages/landing/faq.ts';
import { QuestionList } from '#web/pages/landing/question-list.tsx';

const aboutBilling = questions.filter(({ about }) => about === 'billing');

/** The FAQ tab: the landing page's questions about credits and payment (R2.34, R9.7). */
export function PurchaseFaq() {
  return <QuestionList questions={aboutBilling} linked={false} />;
}
