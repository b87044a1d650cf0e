import {
  acceptProposal,
  countProposals,
  listCampaignProposals,
  listSessionProposals,
  rejectProposals,
  reopenProposals,
} from '#contract/proposals.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Proposals } from './proposals.ts';

export function proposalRoutes(mount: Mount, proposals: Proposals): void {
  mount(countProposals, async ({ user, params }) => ({
    status: 200,
    body: await proposals.counts(user.userId, params.campaignId),
  }));
  mount(listCampaignProposals, async ({ user, params }) => ({
    status: 200,
    body: await proposals.ofCampaign(user.userId, params.campaignId),
  }));
  mount(listSessionProposals, async ({ user, params }) => ({
    status: 200,
    body: await proposals.ofSession(user.userId, params.sessionId),
  }));
  mount(acceptProposal, async ({ user, params, body }) => {
    await proposals.accept(user.userId, params.proposalId, body);
    return { status: 204 };
  });
  mount(rejectProposals, async ({ user, body }) => {
    await proposals.reject(user.userId, body.ids);
    return { status: 204 };
  });
  mount(reopenProposals, async ({ user, body }) => {
    await proposals.reopen(user.userId, body.ids, body.to);
    return { status: 204 };
  });
}
