import { answerQuestion, countQuestions, readQuestions, undoAnswer } from '#contract/check-questions.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Questions } from './questions.ts';

export function questionsRoutes(mount: Mount, { questions }: { questions: Questions }): void {
  mount(countQuestions, ({ user, params }) => questions.count(user.userId, params.campaignId));
  mount(readQuestions, ({ user, params, query }) =>
    questions.read(user.userId, params.campaignId, query.sessionId ?? null),
  );
  mount(answerQuestion, ({ user, params, body }) =>
    questions.answer(user.userId, params.campaignId, params.questionId, body),
  );
  mount(undoAnswer, ({ user, params, body }) =>
    questions.undo(user.userId, params.campaignId, params.answerId, body.sessionId),
  );
}
