import { commentLimit } from '#contract/feedback.ts';
import { selectFeedbackStep } from '#machines/feedback/feedback.selectors.ts';
import type { FeedbackDraft } from '#machines/feedback/feedback.setup.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = (feedback: FlowActor<'feedback'>) => ({
  open: () => feedback.send({ type: 'feedback.opened' }),
  change: () => feedback.send({ type: 'draft.changed' }),
  submit: (draft: FeedbackDraft) => feedback.send({ type: 'feedback.submitted', draft }),
  close: () => feedback.send({ type: 'feedback.closed' }),
});

export function useFeedback() {
  const { snapshot, commands } = useWholeFlow('feedback', commandsOf);
  const { failure } = snapshot.context;
  return { step: selectFeedbackStep(snapshot), failure, commentLimit, ...commands };
}
