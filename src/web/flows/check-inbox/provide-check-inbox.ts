import { answerQuestion, readQuestions, undoAnswer } from '#contract/check-questions.ts';
import { checkInboxMachine } from '#machines/check-inbox/check-inbox.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { followLeft } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideCheckInbox(around: Surroundings): typeof checkInboxMachine {
  const { client, refreshTexts } = around;
  const { ended, toItsEnd } = followLeft({ ...around, refresh: refreshTexts });
  return implement(checkInboxMachine, ({ promise }) => ({
    ...promise('readQuestions', async ({ input: { campaignId, sessionId }, signal }) => {
      if (campaignId === null) throw new ApiFailure('notFound');
      await ended(campaignId);
      return client.call(readQuestions, {
        params: { campaignId },
        query: sessionId === null ? {} : { sessionId },
        signal,
      });
    }),
    ...promise('answerQuestion', ({ input: { campaignId, sessionId, question, answer }, signal }) => {
      if (campaignId === null || question === null || answer === null) throw new ApiFailure('notFound');
      const made = client.call(answerQuestion, {
        params: { campaignId, questionId: question.id },
        body: { version: question.version, answer, sessionId },
      });
      return toItsEnd(made, signal, campaignId);
    }),
    ...promise('undoAnswer', ({ input: { campaignId, sessionId, answerId }, signal }) => {
      if (campaignId === null || answerId === null) throw new ApiFailure('notFound');
      const made = client.call(undoAnswer, { params: { campaignId, answerId }, body: { sessionId } });
      return toItsEnd(made, signal, campaignId);
    }),
  })).provide({ actions: { refreshTexts, leaveModal: () => around.closeModal('checkInbox') } });
}

export const checkInbox: Flow<typeof checkInboxMachine> = {
  provide: provideCheckInbox,
};
