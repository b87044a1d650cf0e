import { type FeedbackFields, sendFeedback } from '#contract/feedback.ts';
import { feedbackMachine } from '#machines/feedback/feedback.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { formDrafts } from '#web/effects/form-drafts.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import { campaignPlaceOf } from '#web/hooks/paths.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { feedbackForm } from '../record-change/use-drafts.ts';

function referenceOf({
  analysisId,
  sessionId,
  campaignId,
}: ReturnType<typeof campaignPlaceOf>): Pick<FeedbackFields, 'referenceId' | 'referenceType'> {
  if (analysisId !== null) return { referenceType: 'analysis', referenceId: analysisId };
  if (sessionId !== null) return { referenceType: 'session', referenceId: sessionId };
  if (campaignId !== null) return { referenceType: 'campaign', referenceId: campaignId };
  return { referenceType: null, referenceId: null };
}

function provideFeedback(around: Surroundings): typeof feedbackMachine {
  const { client, page, steps, closeModal, storage, userId } = around;
  return implement(feedbackMachine, ({ promise }) =>
    promise('sendFeedback', async ({ input }) => {
      const { sendsSteps, ...words } = input;
      const body = {
        ...words,
        categories: [...words.categories],
        ...referenceOf(campaignPlaceOf(page.location.search)),
        steps: sendsSteps ? [...steps()] : [],
      };
      await client.call(sendFeedback, { body });
      // Also if the form is closed meanwhile; another tab may have written something else.
      const drafts = formDrafts(storage, userId);
      const written = drafts.read(feedbackForm)?.written.comment;
      if (written?.trim() === body.comment.trim()) drafts.keep(feedbackForm, null);
    }),
  ).provide({
    actions: { leaveModal: () => closeModal('feedback') },
  });
}

export const feedback: Flow<typeof feedbackMachine> = {
  provide: provideFeedback,
};
