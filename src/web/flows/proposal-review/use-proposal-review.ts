import {
  selectCanDecide,
  selectChosen,
  selectDecision,
  selectDrafts,
  selectProposals,
  selectReviewFailure,
  selectReviewStep,
  selectReviewTarget,
} from '#machines/proposal-review/proposal-review.selectors.ts';
import type { ReviewTarget } from '#machines/proposal-review/proposal-review.setup.ts';
import { useOpener } from '#web/flows/modals/use-modals.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const opened = (target: ReviewTarget) => ({ type: 'review.opened', target }) as const;

export const useOpenProposals = () => useOpener('proposalReview', opened, 'proposals');

const commandsOf = ({ send }: FlowActor<'proposalReview'>) => ({
  close: () => send({ type: 'review.closed' }),
  retry: () => send({ type: 'retry' }),
  edit: (id: string, text: string | null) => send({ type: 'draft.changed', id, text }),
  accept: (id: string) => send({ type: 'acceptance.requested', id }),
  acceptAll: () => send({ type: 'acceptAll.requested' }),
  replace: () => send({ type: 'replacement.confirmed' }),
  keepPresent: () => send({ type: 'replacement.declined' }),
  reject: (id: string) => send({ type: 'rejection.requested', id }),
  rejectAll: () => send({ type: 'rejectAll.requested' }),
  remove: (id: string) => send({ type: 'removal.requested', id }),
  undo: () => send({ type: 'undo.requested' }),
  readMore: () => send({ type: 'more.requested' }),
});

export function useProposalReview() {
  const { snapshot, commands } = useWholeFlow('proposalReview', commandsOf);
  return {
    step: selectReviewStep(snapshot),
    target: selectReviewTarget(snapshot),
    proposals: selectProposals(snapshot),
    drafts: selectDrafts(snapshot),
    chosen: selectChosen(snapshot),
    decision: selectDecision(snapshot),
    canDecide: selectCanDecide(snapshot),
    failure: selectReviewFailure(snapshot),
    ...commands,
  };
}
