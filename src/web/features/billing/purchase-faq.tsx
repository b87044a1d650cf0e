import { questions } from '#web/pages/landing/faq.ts';
import { QuestionList } from '#web/pages/landing/question-list.tsx';

const aboutBilling = questions.filter(({ about }) => about === 'billing');

export function PurchaseFaq() {
  return <QuestionList questions={aboutBilling} linked={false} />;
}
