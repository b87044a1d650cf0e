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
  mount(listCampaigns, ({ user, query }) => campaigns.list(user.userId, query));
  mount(createCampaign, ({ user, body }) => campaigns.create(user.userId, body));
  mount(readCampaign, ({ user, params }) => campaigns.read(user.userId, params.campaignId));
  mount(changeCampaign, ({ user, params, headers, body }) =>
    campaigns.change(user.userId, params.campaignId, revisionOf(headers['if-match']), body),
  );
  mount(deleteCampaign, ({ user, params }) => campaigns.remove(user.userId, params.campaignId));
}
