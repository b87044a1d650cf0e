import {
  acceptProposal,
  listCampaignProposals,
  listSessionProposals,
  rejectProposals,
  reopenProposals,
} from '#contract/proposals.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { proposalReviewMachine } from '#machines/proposal-review/proposal-review.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

export function provideProposalReview(effects: {
  client: Pick<ApiClient, 'call'>;
  refreshNotes: () => void;
  leaveModal: () => void;
}): typeof proposalReviewMachine {
  const { client, refreshNotes, leaveModal } = effects;
  const { promise } = implement(proposalReviewMachine);

  return provideActors(proposalReviewMachine, {
    ...promise('readProposals', ({ input: target, signal }) => {
      if (target === null) throw new ApiFailure('notFound');
      return target.kind === 'campaign'
        ? client.call(listCampaignProposals, { params: { campaignId: target.id }, signal })
        : client.call(listSessionProposals, { params: { sessionId: target.id }, signal });
    }),
    ...promise('acceptProposals', async ({ input, signal }) => {
      const left: string[] = [];
      let why: unknown;
      for (const { proposal, replacing } of input) {
        await client
          .call(acceptProposal, {
            params: { proposalId: proposal.id },
            body: { replacing, ...(replacing === null ? {} : { text: proposal.text }) },
            signal,
          })
          .catch((error: unknown) => {
            why = error;
            left.push(proposal.id);
          });
      }
      if (left.length === input.length) throw why;
      return left;
    }),
    ...promise('rejectProposals', async ({ input: decision, signal }) => {
      await client.call(rejectProposals, { body: { ids: [...(decision?.ids ?? [])] }, signal });
    }),
    ...promise('reopenProposals', async ({ input: decision, signal }) => {
      await client.call(reopenProposals, {
        body: {
          ids: [...(decision?.ids ?? [])],
          to: decision?.what === 'removed' ? 'shown' : 'open',
        },
        signal,
      });
    }),
  }).provide({ actions: { refreshNotes, leaveModal } });
}

export const proposalReview: Flow<typeof proposalReviewMachine> = {
  provide: (around) => provideProposalReview({ ...around, leaveModal: () => around.closeModal('proposals') }),
};
