import { useQuery } from '@tanstack/react-query';
import type { BodyInputOf, ResponseOf } from '#contract/call.ts';
import { createCampaign, deleteCampaign, makeSampleCampaign } from '#contract/campaigns.ts';
import { createSession } from '#contract/sessions.ts';
import * as queries from '#web/api/queries.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';
import { useChange } from './use-change.ts';

export const useCampaigns = () => useQuery(queries.campaigns(useApp().client));
export const useCampaign = (id: string | null) => useQuery(queries.campaign(useApp().client, id));
export const useSessions = (campaignId: string | null) =>
  useQuery(queries.sessions(useApp().client, campaignId));
export const useProposalCounts = (campaignId: string | null) =>
  useQuery(queries.proposalCounts(useApp().client, campaignId));

export const useTalkShare = (campaignId: string) => useQuery(queries.talkShare(useApp().client, campaignId));

export const useCreateCampaign = () =>
  useChange((client, body: BodyInputOf<typeof createCampaign>) => client.call(createCampaign, { body }), {
    made: (cache, campaign) => {
      cache.setQueryData(keyOf('readCampaign', { campaignId: campaign.id }), campaign);
      return cache.invalidateQueries({ queryKey: keyOf('listCampaigns') });
    },
  });

export const useMakeSampleCampaign = () =>
  useChange<void, ResponseOf<typeof makeSampleCampaign>>((client) => client.call(makeSampleCampaign, {}), {
    made: (cache) => cache.invalidateQueries({ queryKey: keyOf('listCampaigns') }),
  });

/** `leave` navigates away first, so that the page doesn't reload what is deleted. */
export const useDeleteCampaign = () =>
  useChange(
    (client, { id }: { id: string; leave: () => void }) =>
      client.call(deleteCampaign, { params: { campaignId: id } }),
    {
      made: (cache, _, { id, leave }) => {
        leave();
        cache.removeQueries({ queryKey: keyOf('readCampaign', { campaignId: id }) });
        cache.removeQueries({ queryKey: keyOf('listSessions', { campaignId: id }) });
        return cache.invalidateQueries({ queryKey: keyOf('listCampaigns') });
      },
    },
  );

export const useCreateSession = () =>
  useChange(
    (client, { campaignId, ...body }: { campaignId: string } & BodyInputOf<typeof createSession>) =>
      client.call(createSession, { params: { campaignId }, body }),
    {
      made: async (cache, session) => {
        cache.setQueryData(keyOf('readSession', { sessionId: session.id }), session);
        await cache.invalidateQueries({
          queryKey: keyOf('listSessions', { campaignId: session.campaignId }),
        });
        await cache.invalidateQueries({ queryKey: keyOf('listCampaigns') });
      },
    },
  );

/** Whether a language model can change the notes of a session. */
export function useCanInstruct(sessionId: string): boolean {
  const { client } = useApp();
  const { data } = useQuery({
    queryKey: keyOf('readInstruction', { sessionId }),
    queryFn: async ({ signal }) => {
      const { readInstruction } = await import('#contract/instructions.ts');
      return client.call(readInstruction, { params: { sessionId }, signal });
    },
  });
  return data != null && data.writer !== null;
}
