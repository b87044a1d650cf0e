import {
  chooseCampaignPage,
  readCampaignLink,
  readSessionLink,
  renewCampaignLink,
  renewSessionLink,
  revokeCampaignLink,
  revokeSessionLink,
  setCampaignLink,
  setSessionLink,
  sharedPath,
} from '#contract/sharing.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { shareLinkMachine } from '#machines/share-link/share-link.machine.ts';
import type { LinkInput } from '#machines/share-link/share-link.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

interface Ways<Result> {
  campaign: (campaignId: string) => Promise<Result>;
  session: (sessionId: string) => Promise<Result>;
}

function ofTarget<Result>({ target }: LinkInput, ways: Ways<Result>): Promise<Result> {
  if (target === null) throw new ApiFailure('notFound');
  return ways[target.kind](target.id);
}

/** `writeText` may reject or throw: browsers have no clipboard without HTTPS. */
export function provideShareLink(effects: {
  client: ApiClient;
  origin: () => string;
  writeText: (text: string) => Promise<void>;
  leaveModal: () => void;
}): typeof shareLinkMachine {
  const { client } = effects;
  const { promise } = implement(shareLinkMachine);

  /** @param passphrase null: remove, undefined: unchanged */
  const set = (input: LinkInput, signal: AbortSignal, passphrase?: string | null) => {
    const { audience } = input;
    const show = input.wanted ?? input.link?.show;
    if (show === undefined) throw new ApiFailure('notFound');
    const body = passphrase === undefined ? { show } : { show, passphrase };
    return ofTarget(input, {
      campaign: (campaignId) =>
        client.call(setCampaignLink, { params: { campaignId, audience }, body, signal }),
      session: (sessionId) => client.call(setSessionLink, { params: { sessionId, audience }, body, signal }),
    });
  };

  return provideActors(shareLinkMachine, {
    ...promise('readLink', ({ input, signal }) => {
      const { audience } = input;
      return ofTarget(input, {
        campaign: (campaignId) => client.call(readCampaignLink, { params: { campaignId, audience }, signal }),
        session: (sessionId) => client.call(readSessionLink, { params: { sessionId, audience }, signal }),
      });
    }),
    ...promise('turnOnLink', ({ input, signal }) => set(input, signal, input.passphrase.trim() || undefined)),
    ...promise('changeLink', ({ input, signal }) => set(input, signal)),
    ...promise('setPassphrase', ({ input, signal }) => set(input, signal, input.passphrase)),
    ...promise('removePassphrase', ({ input, signal }) => set(input, signal, null)),
    ...promise('renewLink', ({ input, signal }) => {
      const { audience } = input;
      return ofTarget(input, {
        campaign: (campaignId) =>
          client.call(renewCampaignLink, { params: { campaignId, audience }, signal }),
        session: (sessionId) => client.call(renewSessionLink, { params: { sessionId, audience }, signal }),
      });
    }),
    ...promise('revokeLink', async ({ input, signal }) => {
      const { audience } = input;
      await ofTarget(input, {
        campaign: (campaignId) =>
          client.call(revokeCampaignLink, { params: { campaignId, audience }, signal }),
        session: (sessionId) => client.call(revokeSessionLink, { params: { sessionId, audience }, signal }),
      });
    }),
    ...promise('chooseCampaignPage', async ({ input: { target, audience, choice }, signal }) => {
      if (target?.kind !== 'session' || choice === null) throw new ApiFailure('notFound');
      const { campaignPage } = await client.call(chooseCampaignPage, {
        params: { sessionId: target.id, audience },
        body: { choice },
        signal,
      });
      if (campaignPage === null) throw new ApiFailure('notFound');
      return campaignPage;
    }),
    ...promise('copyLink', async ({ input: { target, audience, link } }) => {
      if (target === null || link === null || link.publicId === null) throw new ApiFailure('notFound');
      try {
        await effects.writeText(effects.origin() + sharedPath({ ...target, audience }, link.publicId));
      } catch {
        throw Object.assign(new Error(copyFailed), { code: 'clipboard' });
      }
    }),
  }).provide({ actions: { leaveModal: effects.leaveModal } });
}

const copyFailed = 'Failed to copy text to clipboard';

export const shareLink: Flow<typeof shareLinkMachine> = {
  provide: (around) =>
    provideShareLink({
      ...around,
      origin: () => around.page.location.origin,
      writeText: (text) => around.page.navigator.clipboard.writeText(text),
      leaveModal: () => around.closeModal('share'),
    }),
};
