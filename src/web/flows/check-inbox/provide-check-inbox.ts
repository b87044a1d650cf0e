import { answerQuestion, readQuestions, undoAnswer } from '#contract/check-questions.ts';
import { checkInboxMachine } from '#machines/check-inbox/check-inbox.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { followLeft, type LeftDialog } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

function provideCheckInbox(
  effects: LeftDialog & {
    client: Pick<ApiClient, 'call'>;
    refreshTexts: () => void;
    leaveModal: () => void;
  },
): typeof checkInboxMachine {
  const { client, refreshTexts, leaveModal } = effects;
  const { ended, toItsEnd } = followLeft({ ...effects, refresh: refreshTexts });
  const { promise } = implement(checkInboxMachine);

  return provideActors(checkInboxMachine, {
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
  }).provide({ actions: { refreshTexts, leaveModal } });
}

export const checkInbox: Flow<typeof checkInboxMachine> = {
  provide: (around) => provideCheckInbox({ ...around, leaveModal: () => around.closeModal('checkInbox') }),
};
