import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { commentLimit } from '#contract/feedback.ts';
import { selectFeedbackStep } from '#machines/feedback/feedback.selectors.ts';
import type { FeedbackDraft } from '#machines/feedback/feedback.setup.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useFeedback() {
  const feedback = useFlow('feedback');
  const snapshot = useSelector(feedback, (current) => current);
  const commands = useMemo(
    () => ({
      open: () => feedback.send({ type: 'feedback.opened' }),
      change: (draft: FeedbackDraft) => feedback.send({ type: 'draft.changed', draft }),
      submit: () => feedback.send({ type: 'feedback.submitted' }),
      close: () => feedback.send({ type: 'feedback.closed' }),
    }),
    [feedback],
  );
  const { draft, failure } = snapshot.context;
  return { step: selectFeedbackStep(snapshot), draft, failure, commentLimit, ...commands };
}
