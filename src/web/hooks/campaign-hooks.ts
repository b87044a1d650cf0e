import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '#contract/call.ts';
import { createCampaign, deleteCampaign, makeSampleCampaign } from '#contract/campaigns.ts';
import { createSession } from '#contract/sessions.ts';
import * as queries from '#web/api/queries.ts';
import { keyOf, type MutationMeta } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

export const meta = (given: MutationMeta) => given;

export const useCampaigns = () => useQuery(queries.campaigns(useApp().client));
export const useCampaign = (id: string | null) => useQuery(queries.campaign(useApp().client, id));
export const useSessions = (campaignId: string | null) =>
  useQuery(queries.sessions(useApp().client, campaignId));
export const useProposalCounts = (campaignId: string | null) =>
  useQuery(queries.proposalCounts(useApp().client, campaignId));

export const useTalkShare = (campaignId: string) => useQuery(queries.talkShare(useApp().client, campaignId));

export function useCreateCampaign() {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta: meta({ toldByView: true }),
    mutationFn: (body: BodyInputOf<typeof createCampaign>) => client.call(createCampaign, { body }),
    onSuccess: (campaign) => {
      cache.setQueryData(keyOf('readCampaign', { campaignId: campaign.id }), campaign);
      return cache.invalidateQueries({ queryKey: keyOf('listCampaigns') });
    },
  });
}

export function useMakeSampleCampaign() {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta: meta({ toldByView: true }),
    mutationFn: () => client.call(makeSampleCampaign, {}),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf('listCampaigns') }),
  });
}

/** `leave` navigates away first, so that the page doesn't reload what is deleted. */
export function useDeleteCampaign() {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta: meta({ toldByView: true }),
    mutationFn: ({ id }: { id: string; leave: () => void }) =>
      client.call(deleteCampaign, { params: { campaignId: id } }),
    onSuccess: (_, { id, leave }) => {
      leave();
      cache.removeQueries({ queryKey: keyOf('readCampaign', { campaignId: id }) });
      cache.removeQueries({ queryKey: keyOf('listSessions', { campaignId: id }) });
      return cache.invalidateQueries({ queryKey: keyOf('listCampaigns') });
    },
  });
}

export function useCreateSession() {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta: meta({ toldByView: true }),
    mutationFn: ({ campaignId, ...body }: { campaignId: string } & BodyInputOf<typeof createSession>) =>
      client.call(createSession, { params: { campaignId }, body }),
    onSuccess: async (session) => {
      cache.setQueryData(keyOf('readSession', { sessionId: session.id }), session);
      await cache.invalidateQueries({ queryKey: keyOf('listSessions', { campaignId: session.campaignId }) });
      await cache.invalidateQueries({ queryKey: keyOf('listCampaigns') });
    },
  });
}

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
