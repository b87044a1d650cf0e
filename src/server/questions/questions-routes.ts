import { answerQuestion, countQuestions, readQuestions, undoAnswer } from '#contract/check-questions.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Questions } from './questions.ts';

export function questionsRoutes(mount: Mount, { questions }: { questions: Questions }): void {
  mount(countQuestions, async ({ user, params }) => ({
    status: 200,
    body: await questions.count(user.userId, params.campaignId),
  }));
  mount(readQuestions, async ({ user, params, query }) => ({
    status: 200,
    body: await questions.read(user.userId, params.campaignId, query.sessionId ?? null),
  }));
  mount(answerQuestion, async ({ user, params, body }) => ({
    status: 200,
    body: await questions.answer(user.userId, params.campaignId, params.questionId, body),
  }));
  mount(undoAnswer, async ({ user, params, body }) => ({
    status: 200,
    body: await questions.undo(user.userId, params.campaignId, params.answerId, body.sessionId),
  }));
}
