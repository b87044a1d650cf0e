import { answerQuestion, countQuestions, readQuestions, undoAnswer } from '#contract/check-questions.ts';
import type { Room } from '#server/http/room.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Carriers } from './carry-out.ts';
import { createQuestions } from './questions.ts';

export function createQuestionsRoom(deps: Carriers & Pick<Shared, 'database' | 'clock'>): Room {
  const questions = createQuestions(deps);
  return {
    routes(mount) {
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
    },
  };
}
