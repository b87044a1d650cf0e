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
  mount(readCampaignLink, async ({ user, params }) => ({
    status: 200,
    body: await links.read(user.userId, campaign(params)),
  }));
  mount(readSessionLink, async ({ user, params }) => ({
    status: 200,
    body: await links.read(user.userId, session(params)),
  }));
  mount(setCampaignLink, async ({ user, params, body }) => ({
    status: 200,
    body: await links.set(user.userId, campaign(params), body),
  }));
  mount(setSessionLink, async ({ user, params, body }) => ({
    status: 200,
    body: await links.set(user.userId, session(params), body),
  }));
  mount(revokeCampaignLink, async ({ user, params }) => {
    await links.revoke(user.userId, campaign(params));
    return { status: 204 };
  });
  mount(revokeSessionLink, async ({ user, params }) => {
    await links.revoke(user.userId, session(params));
    return { status: 204 };
  });
  mount(renewCampaignLink, async ({ user, params }) => ({
    status: 200,
    body: await links.renew(user.userId, campaign(params)),
  }));
  mount(renewSessionLink, async ({ user, params }) => ({
    status: 200,
    body: await links.renew(user.userId, session(params)),
  }));
  mount(chooseCampaignPage, async ({ user, params: { sessionId, audience }, body }) => ({
    status: 200,
    body: await links.chooseCampaignPage(user.userId, { id: sessionId, audience }, body.choice),
  }));
  mount(listLiveLinks, async ({ user }) => ({ status: 200, body: { links: await links.list(user.userId) } }));
  mount(readSharedNotes, async ({ user, params, query }) => ({
    status: 200,
    body: await notes.read(user.userId, params.sessionId, { ...query, isTimed: true }),
  }));
}
