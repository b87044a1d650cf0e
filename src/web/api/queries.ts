import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { listAnalyses, readAnalysis } from '#contract/analyses.ts';
import { listCreditEvents } from '#contract/billing.ts';
import { listCampaigns, readCampaign } from '#contract/campaigns.ts';
import { countQuestions } from '#contract/check-questions.ts';
import { listCorrections } from '#contract/corrections.ts';
import { readDiscordMessages, readImport } from '#contract/exports.ts';
import { listNames } from '#contract/names.ts';
import { readNotes } from '#contract/notes.ts';
import { listPosts, type Post } from '#contract/posting.ts';
import { countProposals } from '#contract/proposals.ts';
import { listSessions, readSession } from '#contract/sessions.ts';
import { listLiveLinks, readSharedNotes } from '#contract/sharing.ts';
import { listSegments, readTranscript } from '#contract/transcripts.ts';
import { readStorage } from '#contract/uploads.ts';
import type { ApiClient } from './api-client.ts';
import type { ApiFailure } from './api-failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure;
  }
}

const isOnItsWay = (post: Post | undefined) => post?.state === 'waiting' || post?.state === 'sending';

const segmentPage = 1000;
const listPage = 500;
const historyPage = 20;

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

async function allPages<Item>(
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

const page = (cursor: string | undefined) => ({
  limit: listPage,
  ...(cursor === undefined ? {} : { cursor }),
});

/** The screens' queries for react-query; disabled for an id of null. */
export function createQueries(client: ApiClient) {
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
        queryFn:
          campaignId === null
            ? skipToken
            : ({ signal }) => client.call(readCampaign, { params: { campaignId }, signal }),
      }),
    sharedNotes: (sessionId: string, audience: 'players' | 'public') =>
      queryOptions({
        queryKey: queryKeys.sharedNotes(sessionId, audience),
        queryFn: ({ signal }) =>
          client.call(readSharedNotes, { params: { sessionId }, query: { audience }, signal }),
        gcTime: 0,
        staleTime: 0,
      }),
    posts: (sessionId: string) =>
      queryOptions({
        queryKey: queryKeys.posts(sessionId),
        queryFn: async ({ signal }) =>
          (await client.call(listPosts, { params: { sessionId }, signal })).posts,
        refetchInterval: ({ state: { data } }) => (isOnItsWay(data?.[0]) ? 3_000 : 30_000),
      }),
    names: (campaignId: string) =>
      queryOptions({
        queryKey: queryKeys.names(campaignId),
        queryFn: ({ signal }) =>
          allPages(async (cursor) => {
            const { names, nextCursor } = await client.call(listNames, {
              params: { campaignId },
              query: page(cursor),
              signal,
            });
            return { items: names, nextCursor };
          }),
      }),
    corrections: (campaignId: string) =>
      queryOptions({
        queryKey: queryKeys.corrections(campaignId),
        queryFn: async ({ signal }) =>
          (await client.call(listCorrections, { params: { campaignId }, signal })).corrections,
      }),
    shareLinks: () =>
      queryOptions({
        queryKey: queryKeys.shareLinks,
        queryFn: async ({ signal }) => (await client.call(listLiveLinks, { signal })).links,
        staleTime: 0,
      }),
    storage: () =>
      queryOptions({
        queryKey: queryKeys.storage,
        queryFn: ({ signal }) => client.call(readStorage, { signal }),
        staleTime: 0,
      }),
    sessions: (campaignId: string | null) =>
      queryOptions({
        queryKey: queryKeys.sessions(campaignId),
        queryFn:
          campaignId === null
            ? skipToken
            : ({ signal }) =>
                allPages(async (cursor) => {
                  const { sessions, nextCursor } = await client.call(listSessions, {
                    params: { campaignId },
                    query: page(cursor),
                    signal,
                  });
                  return { items: sessions, nextCursor };
                }),
      }),
    session: (sessionId: string | null) =>
      queryOptions({
        queryKey: queryKeys.session(sessionId),
        queryFn:
          sessionId === null
            ? skipToken
            : ({ signal }) => client.call(readSession, { params: { sessionId }, signal }),
      }),
    analyses: (sessionId: string | null) =>
      queryOptions({
        queryKey: queryKeys.analyses(sessionId),
        queryFn:
          sessionId === null
            ? skipToken
            : async ({ signal }) =>
                (await client.call(listAnalyses, { params: { sessionId }, signal })).analyses,
      }),
    analysis: (analysisId: string | null) =>
      queryOptions({
        queryKey: queryKeys.analysis(analysisId),
        queryFn:
          analysisId === null
            ? skipToken
            : ({ signal }) => client.call(readAnalysis, { params: { analysisId }, signal }),
      }),
    transcript: (transcriptId: string | null) =>
      queryOptions({
        queryKey: queryKeys.transcript(transcriptId),
        queryFn:
          transcriptId === null
            ? skipToken
            : ({ signal }) => client.call(readTranscript, { params: { transcriptId }, signal }),
      }),
    segments: (transcriptId: string | null) =>
      infiniteQueryOptions({
        queryKey: queryKeys.segments(transcriptId),
        queryFn:
          transcriptId === null
            ? skipToken
            : ({ pageParam, signal }) =>
                client.call(listSegments, {
                  params: { transcriptId },
                  query: { from: pageParam, limit: segmentPage },
                  signal,
                }),
        initialPageParam: 0,
        getNextPageParam: (last) => last.next,
        select: ({ pages }) => ({
          segments: pages.flatMap(({ segments }) => segments),
          segmentCount: pages.at(-1)?.segmentCount ?? 0,
        }),
      }),
    notes: (sessionId: string | null) =>
      queryOptions({
        queryKey: queryKeys.notes(sessionId),
        queryFn:
          sessionId === null
            ? skipToken
            : ({ signal }) => client.call(readNotes, { params: { sessionId }, signal }),
      }),
    proposalCounts: (campaignId: string | null) =>
      queryOptions({
        queryKey: queryKeys.proposalCounts(campaignId),
        queryFn:
          campaignId === null
            ? skipToken
            : ({ signal }) => client.call(countProposals, { params: { campaignId }, signal }),
      }),
    questionCounts: (campaignId: string | null) =>
      queryOptions({
        queryKey: queryKeys.questionCounts(campaignId),
        queryFn:
          campaignId === null
            ? skipToken
            : ({ signal }) => client.call(countQuestions, { params: { campaignId }, signal }),
      }),
    latestImport: (campaignId: string | null) =>
      queryOptions({
        queryKey: queryKeys.latestImport(campaignId),
        queryFn:
          campaignId === null
            ? skipToken
            : async ({ signal }) =>
                (await client.call(readImport, { params: { campaignId }, signal })).import,
      }),
    discordMessages: (sessionId: string, audience: 'gm' | 'players' | 'public') =>
      queryOptions({
        queryKey: queryKeys.discordMessages(sessionId, audience),
        queryFn: async ({ signal }) =>
          (await client.call(readDiscordMessages, { params: { sessionId }, query: { audience }, signal }))
            .messages,
      }),
    credits: () =>
      infiniteQueryOptions({
        queryKey: queryKeys.credits,
        queryFn: ({ pageParam, signal }) =>
          client.call(listCreditEvents, {
            query: { limit: historyPage, ...(pageParam === null ? {} : { cursor: pageParam }) },
            signal,
          }),
        // biome-ignore lint/plugin: only widens; the following pages begin at a text.
        initialPageParam: null as string | null,
        getNextPageParam: (last) => last.nextCursor,
        select: ({ pages }) => ({
          credits: pages[0]?.credits ?? 0,
          freeAnalyses: pages[0]?.freeAnalyses ?? 0,
          expiring: pages[0]?.expiring ?? [],
          events: pages.flatMap(({ events }) => events),
        }),
      }),
  };
}

export type Queries = ReturnType<typeof createQueries>;
