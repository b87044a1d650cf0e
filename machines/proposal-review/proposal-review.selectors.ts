import type { SnapshotFrom } from 'xstate';
import type { proposalReviewMachine } from './proposal-review.machine.ts';

type ProposalReviewSnapshot = SnapshotFrom<typeof proposalReviewMachine>;

export function selectReviewStep(snapshot: ProposalReviewSnapshot) {
  const before = ['loading', 'unread'] as const;
  const listed = ['asking', 'accepting', 'rejecting', 'undoing', 'reloading'] as const;
  const settled = ['decided', 'outdated', 'failed'] as const;
  if (snapshot.matches('closed')) return 'closed' as const;
  return (
    before.find((open) => snapshot.matches({ open })) ??
    listed.find((one) => snapshot.matches({ open: { listed: one } })) ??
    settled.find((one) => snapshot.matches({ open: { listed: { settled: one } } })) ??
    'ready'
  );
}

export const selectCanDecide = (snapshot: ProposalReviewSnapshot) =>
  snapshot.matches({ open: { listed: 'settled' } });
export const selectReviewTarget = ({ context }: ProposalReviewSnapshot) => context.target;
export const selectProposals = ({ context }: ProposalReviewSnapshot) => context.list;
export const selectDrafts = ({ context }: ProposalReviewSnapshot) => context.drafts;
export const selectChosen = ({ context }: ProposalReviewSnapshot) => context.chosen;
export const selectDecision = ({ context }: ProposalReviewSnapshot) => context.decision;
export const selectReviewFailure = ({ context }: ProposalReviewSnapshot) => context.failure;
