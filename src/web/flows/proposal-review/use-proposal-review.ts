import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
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
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useOpenProposals(): (target: ReviewTarget) => void {
  const open = useOpenModal('proposalReview', 'proposals');
  return useCallback((target: ReviewTarget) => open({ type: 'review.opened', target }), [open]);
}

export function useProposalReview() {
  const flow = useFlow('proposalReview');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'review.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      accept: (id: string, text?: string) =>
        flow.send({ type: 'acceptance.requested', id, ...(text === undefined ? {} : { text }) }),
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
