import { type FeedbackFields, type FlowStep, sendFeedback } from '#contract/feedback.ts';
import { feedbackMachine } from '#machines/feedback/feedback.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import { campaignPlaceOf } from '#web/hooks/paths.ts';

interface FeedbackReference {
  analysisId: string | null;
  sessionId: string | null;
  campaignId: string | null;
}

function referenceOf(place: FeedbackReference): Pick<FeedbackFields, 'referenceId' | 'referenceType'> {
  const { analysisId, sessionId, campaignId } = place;
  if (analysisId !== null) return { referenceType: 'analysis', referenceId: analysisId };
  if (sessionId !== null) return { referenceType: 'session', referenceId: sessionId };
  if (campaignId !== null) return { referenceType: 'campaign', referenceId: campaignId };
  return { referenceType: null, referenceId: null };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** An address may contain anything. */
const idsOnly = (id: string | null) => (id !== null && uuid.test(id) ? id : null);

export function provideFeedback(effects: {
  client: ApiClient;
  place: () => FeedbackReference;
  steps: () => readonly FlowStep[];
  leaveModal: () => void;
}): typeof feedbackMachine {
  return provideActors(
    feedbackMachine,
    implement(feedbackMachine).promise('sendFeedback', async ({ input, signal }) => {
      const { analysisId, sessionId, campaignId } = effects.place();
      const place = {
        analysisId: idsOnly(analysisId),
        sessionId: idsOnly(sessionId),
        campaignId: idsOnly(campaignId),
      };
      const { categories, comment, openToContact, sendsSteps } = input;
      const steps = sendsSteps ? [...effects.steps()] : [];
      const body = { categories: [...categories], comment, openToContact, ...referenceOf(place), steps };
      await effects.client.call(sendFeedback, { body, signal });
    }),
  ).provide({ actions: { leaveModal: effects.leaveModal } });
}

export const feedback: Flow<typeof feedbackMachine> = {
  provide: (around) =>
    provideFeedback({
      ...around,
      place: () => campaignPlaceOf(around.page.location.search),
      leaveModal: () => around.closeModal('feedback'),
    }),
};
