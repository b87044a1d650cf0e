import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '#contract/call.ts';
import { createCampaign, deleteCampaign, makeSampleCampaign } from '#contract/campaigns.ts';
import { createSession } from '#contract/sessions.ts';
import { queryKeys } from '#web/api/queries.ts';
import { useApp } from './site-provider.tsx';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
  }
}

export interface MutationMeta extends Record<string, unknown> {
  toldByView?: boolean;
  background?: boolean;
}

export const meta = (given: MutationMeta) => given;

export const useCampaigns = () => useQuery(useApp().queries.campaigns());
export const useCampaign = (id: string | null) => useQuery(useApp().queries.campaign(id));
export const useSessions = (campaignId: string | null) => useQuery(useApp().queries.sessions(campaignId));
export const useProposalCounts = (campaignId: string | null) =>
  useQuery(useApp().queries.proposalCounts(campaignId));

export function useCreateCampaign() {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta: meta({ toldByView: true }),
    mutationFn: (body: BodyInputOf<typeof createCampaign>) => client.call(createCampaign, { body }),
    onSuccess: (campaign) => {
      cache.setQueryData(queryKeys.campaign(campaign.id), campaign);
      return cache.invalidateQueries({ queryKey: queryKeys.campaigns });
    },
  });
}

export function useMakeSampleCampaign() {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta: meta({ toldByView: true }),
    mutationFn: () => client.call(makeSampleCampaign, {}),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.campaigns }),
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
      cache.removeQueries({ queryKey: queryKeys.campaign(id) });
      cache.removeQueries({ queryKey: queryKeys.sessions(id) });
      return cache.invalidateQueries({ queryKey: queryKeys.campaigns });
    },
  });
}

export function useCreateSession() {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ campaignId, ...body }: { campaignId: string } & BodyInputOf<typeof createSession>) =>
      client.call(createSession, { params: { campaignId }, body }),
    onSuccess: async (session) => {
      cache.setQueryData(queryKeys.session(session.id), session);
      await cache.invalidateQueries({ queryKey: queryKeys.sessions(session.campaignId) });
      await cache.invalidateQueries({ queryKey: queryKeys.campaigns });
    },
  });
}
