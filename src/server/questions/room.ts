import type { Room } from '#server/http/room.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Carriers } from './carry-out.ts';
import { createQuestions } from './questions.ts';
import { questionsRoutes } from './questions-routes.ts';

export const createQuestionsRoom = (deps: Carriers & { database: Database; clock: Clock }): Room => ({
  routes: (mount) => questionsRoutes(mount, { questions: createQuestions(deps) }),
});
