import { messageOf } from '#contract/unknown-values.ts';
import type { FromChild, ToChild } from './model-child.ts';

/** The other side of `startModelChild`. Ends with its parent. */
export function answerParent<Question, Answer>(
  answer: (question: Question, alive: () => void) => Promise<Answer>,
): void {
  const send = (message: FromChild<Answer>) => process.send?.(message);
  process.on('message', ({ id, question }: ToChild<Question>) => {
    answer(question, () => send({ id, alive: true })).then(
      (value) => send({ id, answer: value }),
      (error: unknown) => send({ id, failure: messageOf(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
