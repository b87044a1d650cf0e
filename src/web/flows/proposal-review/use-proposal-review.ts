import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { proposalReviewMachine } from '#machines/proposal-review/proposal-review.machine.ts';
import {
  selectCanDecide,
  selectChosen,
  selectDecision,
  selectProposals,
  selectReviewFailure,
  selectReviewStep,
  selectReviewTarget,
} from '#machines/proposal-review/proposal-review.selectors.ts';
import type { ReviewTarget } from '#machines/proposal-review/proposal-review.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    proposalReview: typeof proposalReviewMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface OpenedModals {
    proposals: true;
  }
}

export function useOpenProposals(): (target: ReviewTarget) => void {
  const { proposalReview, modals } = useApp();
  return useMemo(
    () => (target) => {
      proposalReview().send({ type: 'review.opened', target });
      modals().send({ type: 'modal.opened', modal: 'proposals' });
    },
    [proposalReview, modals],
  );
}

export function useProposalReview() {
  const flow = useApp().proposalReview();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'review.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      accept: (id: string) => flow.send({ type: 'acceptance.requested', id }),
      replace: () => flow.send({ type: 'replacement.confirmed' }),
      keepPresent: () => flow.send({ type: 'replacement.declined' }),
      reject: (id: string) => flow.send({ type: 'rejection.requested', id }),
      rejectAll: () => flow.send({ type: 'rejectAll.requested' }),
      remove: (id: string) => flow.send({ type: 'removal.requested', id }),
      undo: () => flow.send({ type: 'undo.requested' }),
      readMore: () => flow.send({ type: 'more.requested' }),
    }),
    [flow],
  );
  return {
    step: selectReviewStep(snapshot),
    target: selectReviewTarget(snapshot),
    proposals: selectProposals(snapshot),
    chosen: selectChosen(snapshot),
    decision: selectDecision(snapshot),
    canDecide: selectCanDecide(snapshot),
    failure: selectReviewFailure(snapshot),
    ...commands,
  };
}
