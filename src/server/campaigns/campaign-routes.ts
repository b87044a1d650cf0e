import {
  changeCampaign,
  createCampaign,
  deleteCampaign,
  listCampaigns,
  readCampaign,
} from '#contract/campaigns.ts';
import { revisionOf } from '#server/http/if-match.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Campaigns } from './campaigns.ts';

export function campaignRoutes(mount: Mount, campaigns: Campaigns): void {
  mount(listCampaigns, async ({ user, query }) => ({
    status: 200,
    body: await campaigns.list(user.userId, query),
  }));
  mount(createCampaign, async ({ user, body }) => ({
    status: 201,
    body: await campaigns.create(user.userId, body),
  }));
  mount(readCampaign, async ({ user, params }) => ({
    status: 200,
    body: await campaigns.read(user.userId, params.campaignId),
  }));
  mount(changeCampaign, async ({ user, params, headers, body }) => ({
    status: 200,
    body: await campaigns.change(user.userId, params.campaignId, revisionOf(headers['if-match']), body),
  }));
  mount(deleteCampaign, async ({ user, params }) => {
    await campaigns.remove(user.userId, params.campaignId);
    return { status: 204 };
  });
}
