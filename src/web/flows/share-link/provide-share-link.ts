import {
  publicPath,
  readCampaignLink,
  readSessionLink,
  renewCampaignLink,
  renewSessionLink,
  revokeCampaignLink,
  revokeSessionLink,
  setCampaignLink,
  setSessionLink,
} from '#contract/sharing.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { shareLinkMachine } from '#machines/share-link/share-link.machine.ts';
import type { LinkInput } from '#machines/share-link/share-link.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';

interface Ways<Result> {
  campaign: (campaignId: string) => Promise<Result>;
  session: (sessionId: string) => Promise<Result>;
}

function ofTarget<Result>({ target }: LinkInput, ways: Ways<Result>): Promise<Result> {
  if (target === null) throw new ApiFailure('notFound');
  return ways[target.kind](target.id);
}

/** The chart of sharing with its effects. `writeText` may reject or throw: browsers have no clipboard off HTTPS. */
export function provideShareLink(effects: {
  client: ApiClient;
  origin: () => string;
  writeText: (text: string) => Promise<void>;
  leaveModal: () => void;
}): typeof shareLinkMachine {
  const { client } = effects;
  const { promise } = implement(shareLinkMachine);

  const set = ({ input, signal }: { input: LinkInput; signal: AbortSignal }) => {
    const show = input.wanted ?? input.link?.show;
    if (show === undefined) throw new ApiFailure('notFound');
    return ofTarget(input, {
      campaign: (campaignId) =>
        client.call(setCampaignLink, { params: { campaignId }, body: { show }, signal }),
      session: (sessionId) => client.call(setSessionLink, { params: { sessionId }, body: { show }, signal }),
    });
  };

  return provideActors(shareLinkMachine, {
    ...promise('readLink', ({ input, signal }) =>
      ofTarget(input, {
        campaign: (campaignId) => client.call(readCampaignLink, { params: { campaignId }, signal }),
        session: (sessionId) => client.call(readSessionLink, { params: { sessionId }, signal }),
      }),
    ),
    ...promise('turnOnLink', set),
    ...promise('changeLink', set),
    ...promise('renewLink', ({ input, signal }) =>
      ofTarget(input, {
        campaign: (campaignId) => client.call(renewCampaignLink, { params: { campaignId }, signal }),
        session: (sessionId) => client.call(renewSessionLink, { params: { sessionId }, signal }),
      }),
    ),
    ...promise('revokeLink', async ({ input, signal }) => {
      await ofTarget(input, {
        campaign: (campaignId) => client.call(revokeCampaignLink, { params: { campaignId }, signal }),
        session: (sessionId) => client.call(revokeSessionLink, { params: { sessionId }, signal }),
      });
    }),
    ...promise('copyLink', async ({ input: { target, link } }) => {
      if (target === null || link === null || link.publicId === null) throw new ApiFailure('notFound');
      try {
        await effects.writeText(effects.origin() + publicPath(target.kind, target.id, link.publicId));
      } catch {
        throw Object.assign(new Error(copyFailed), { code: 'clipboard' });
      }
    }),
  }).provide({ actions: { leaveModal: effects.leaveModal } });
}

/** R8.10 */
const copyFailed = 'Failed to copy text to clipboard';
