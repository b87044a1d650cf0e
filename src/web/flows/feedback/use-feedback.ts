import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { commentLimit } from '#contract/feedback.ts';
import type { feedbackMachine } from '#machines/feedback/feedback.machine.ts';
import { selectFeedbackStep } from '#machines/feedback/feedback.selectors.ts';
import type { FeedbackDraft } from '#machines/feedback/feedback.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    feedback: typeof feedbackMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface OpenedModals {
    feedback: true;
  }
}

export function useFeedback() {
  const feedback = useApp().feedback();
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
