import {
  chooseCampaignPage,
  type LinkAudience,
  listLiveLinks,
  readCampaignLink,
  readSessionLink,
  readSharedNotes,
  renewCampaignLink,
  renewSessionLink,
  revokeCampaignLink,
  revokeSessionLink,
  setCampaignLink,
  setSessionLink,
} from '#contract/sharing.ts';
import type { Mount } from '#server/http/mount.ts';
import type { ShareLinks, Target } from './share-links.ts';
import type { SharedNotes } from './shared-content.ts';

const campaign = ({ campaignId, audience }: { campaignId: string; audience: LinkAudience }): Target => ({
  kind: 'campaign',
  id: campaignId,
  audience,
});
const session = ({ sessionId, audience }: { sessionId: string; audience: LinkAudience }): Target => ({
  kind: 'session',
  id: sessionId,
  audience,
});

export function sharingRoutes(
  mount: Mount,
  { links, notes }: { links: ShareLinks; notes: SharedNotes },
): void {
  mount(readCampaignLink, ({ user, params }) => links.read(user.userId, campaign(params)));
  mount(readSessionLink, ({ user, params }) => links.read(user.userId, session(params)));
  mount(setCampaignLink, ({ user, params, body }) => links.set(user.userId, campaign(params), body));
  mount(setSessionLink, ({ user, params, body }) => links.set(user.userId, session(params), body));
  mount(revokeCampaignLink, ({ user, params }) => links.revoke(user.userId, campaign(params)));
  mount(revokeSessionLink, ({ user, params }) => links.revoke(user.userId, session(params)));
  mount(renewCampaignLink, ({ user, params }) => links.renew(user.userId, campaign(params)));
  mount(renewSessionLink, ({ user, params }) => links.renew(user.userId, session(params)));
  mount(chooseCampaignPage, ({ user, params: { sessionId, audience }, body }) =>
    links.chooseCampaignPage(user.userId, { id: sessionId, audience }, body.choice),
  );
  mount(listLiveLinks, async ({ user }) => ({ links: await links.list(user.userId) }));
  mount(readSharedNotes, ({ user, params, query }) =>
    notes.read(user.userId, params.sessionId, { ...query, isTimed: true }),
  );
}
