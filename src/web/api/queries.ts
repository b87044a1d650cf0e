import { queryOptions, skipToken } from '@tanstack/react-query';
import { listCampaigns, readCampaign } from '#contract/campaigns.ts';
import { countProposals } from '#contract/proposals.ts';
import { listSessions } from '#contract/sessions.ts';
import type { ApiClient } from './api-client.ts';
import type { ApiFailure } from './api-failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure;
  }
}

const listPage = 500;

export const queryKeys = {
  campaigns: ['campaigns'] as const,
  campaign: (id: string | null) => ['campaign', id] as const,
  sessions: (campaignId: string | null) => ['sessions', campaignId] as const,
  allSessions: ['sessions'] as const,
  session: (id: string | null) => ['session', id] as const,
  analyses: (sessionId: string | null) => ['analyses', sessionId] as const,
  analysis: (id: string | null) => ['analysis', id] as const,
  allTranscripts: ['transcript'] as const,
  allSegments: ['segments'] as const,
  transcript: (id: string | null) => ['transcript', id] as const,
  segments: (id: string | null) => ['segments', id] as const,
  notes: (sessionId: string | null) => ['notes', sessionId] as const,
  sharedNotes: (sessionId: string, audience: string) => ['sharedNotes', sessionId, audience] as const,
  shareLinks: ['shareLinks'] as const,
  proposalCounts: (campaignId: string | null) => ['proposals', campaignId] as const,
  questionCounts: (campaignId: string | null) => ['questions', campaignId] as const,
  allQuestions: ['questions'] as const,
  latestImport: (campaignId: string | null) => ['import', campaignId] as const,
  discordMessages: (sessionId: string, audience: string) =>
    ['notes', sessionId, 'discord', audience] as const,
  posts: (sessionId: string) => ['notes', sessionId, 'posts'] as const,
  names: (campaignId: string | null) => ['names', campaignId] as const,
  corrections: (campaignId: string | null) => ['corrections', campaignId] as const,
  credits: ['credits'] as const,
  storage: ['storage'] as const,
};

export const textKeys = [
  'campaigns',
  'campaign',
  'sessions',
  'session',
  'notes',
  'sharedNotes',
  'analysis',
  'transcript',
  'segments',
  'names',
  'corrections',
  'questions',
] as const;

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

export function createFirstQueries(client: ApiClient) {
  return {
    campaigns: () =>
      queryOptions({
        queryKey: queryKeys.campaigns,
        queryFn: ({ signal }) =>
          allPages(async (cursor) => {
            const { campaigns, nextCursor } = await client.call(listCampaigns, {
              query: page(cursor),
              signal,
            });
            return { items: campaigns, nextCursor };
          }),
      }),
    campaign: (campaignId: string | null) =>
      queryOptions({
        queryKey: queryKeys.campaign(campaignId),
        queryFn: ifKnown(campaignId, (id, signal) =>
          client.call(readCampaign, { params: { campaignId: id }, signal }),
        ),
      }),
    sessions: (campaignId: string | null) =>
      queryOptions({
        queryKey: queryKeys.sessions(campaignId),
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
      }),
    proposalCounts: (campaignId: string | null) =>
      queryOptions({
        queryKey: queryKeys.proposalCounts(campaignId),
        queryFn: ifKnown(campaignId, (id, signal) =>
          client.call(countProposals, { params: { campaignId: id }, signal }),
        ),
      }),
  };
}
