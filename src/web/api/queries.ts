import { queryOptions, skipToken } from '@tanstack/react-query';
import { listCampaigns, readCampaign } from '#contract/campaigns.ts';
import { listSessions, readSession } from '#contract/sessions.ts';
import type { ApiClient } from './api-client.ts';
import { keyOf } from './query-keys.ts';

const listPage = 500;

export async function allPages<Item>(
  read: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await read(cursor);
    found.push(...items);
    if (nextCursor === null) return found;
    cursor = nextCursor;
  }
}

export const page = (cursor: string | undefined) => ({
  limit: listPage,
  ...(cursor === undefined ? {} : { cursor }),
});

/** Disabled for null. */
export const ifKnown = <Value>(
  id: string | null,
  read: (id: string, signal: AbortSignal) => Promise<Value>,
) => (id === null ? skipToken : ({ signal }: { signal: AbortSignal }) => read(id, signal));

export const campaigns = (client: ApiClient) =>
  queryOptions({
    queryKey: keyOf('listCampaigns'),
    queryFn: ({ signal }) =>
      allPages(async (cursor) => {
        const { campaigns, nextCursor } = await client.call(listCampaigns, {
          query: page(cursor),
          signal,
        });
        return { items: campaigns, nextCursor };
      }),
  });

export const campaign = (client: ApiClient, campaignId: string | null) =>
  queryOptions({
    queryKey: keyOf('readCampaign', { campaignId }),
    queryFn: ifKnown(campaignId, (id, signal) =>
      client.call(readCampaign, { params: { campaignId: id }, signal }),
    ),
  });

export const sessions = (client: ApiClient, campaignId: string | null) =>
  queryOptions({
    queryKey: keyOf('listSessions', { campaignId }),
    queryFn: ifKnown(campaignId, (id, signal) =>
      allPages(async (cursor) => {
        const { sessions, nextCursor } = await client.call(listSessions, {
          params: { campaignId: id },
          query: page(cursor),
          signal,
        });
        return { items: sessions, nextCursor };
      }),
    ),
  });

export const proposalCounts = (client: ApiClient, campaignId: string | null) =>
  queryOptions({
    queryKey: keyOf('countProposals', { campaignId }),
    queryFn: ifKnown(campaignId, async (id, signal) => {
      // The list of campaigns does without.
      const { countProposals } = await import('#contract/proposals.ts');
      return client.call(countProposals, { params: { campaignId: id }, signal });
    }),
  });

export const talkShare = (client: ApiClient, campaignId: string) =>
  queryOptions({
    queryKey: keyOf('readTalkShare', { campaignId }),
    queryFn: async ({ signal }) => {
      const { readTalkShare } = await import('#contract/speakers.ts');
      return client.call(readTalkShare, { params: { campaignId }, signal });
    },
  });

export const session = (client: ApiClient, sessionId: string | null) =>
  queryOptions({
    queryKey: keyOf('readSession', { sessionId }),
    queryFn: ifKnown(sessionId, (id, signal) =>
      client.call(readSession, { params: { sessionId: id }, signal }),
    ),
  });
