import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { listAnalyses, readAnalysis } from '#contract/analyses.ts';
import { listCreditEvents } from '#contract/billing.ts';
import { countQuestions } from '#contract/check-questions.ts';
import { listCorrections } from '#contract/corrections.ts';
import { readDiscordMessages, readImport } from '#contract/exports.ts';
import { listNames } from '#contract/names.ts';
import { readNotes } from '#contract/notes.ts';
import { listPosts, type Post } from '#contract/posting.ts';
import { readSession } from '#contract/sessions.ts';
import { listLiveLinks, readSharedNotes } from '#contract/sharing.ts';
import { readSoundLanes } from '#contract/sound-lanes.ts';
import { listSegments, readTranscript } from '#contract/transcripts.ts';
import { readStorage } from '#contract/uploads.ts';
import type { ApiClient } from './api-client.ts';
import { allPages, type createFirstQueries, ifKnown, page, queryKeys } from './queries.ts';

const isOnItsWay = (post: Post | undefined) => post?.state === 'waiting' || post?.state === 'sending';

const segmentPage = 1000;
const historyPage = 20;

export function createLateQueries(client: ApiClient) {
  return {
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
    soundLanes: (sessionId: string | null) =>
      queryOptions({
        queryKey: ['soundLanes', sessionId] as const,
        queryFn: ifKnown(sessionId, (id, signal) =>
          client.call(readSoundLanes, { params: { sessionId: id }, signal }),
        ),
        refetchInterval: ({ state: { data } }) => (data?.state === 'preparing' ? 10_000 : false),
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
    session: (sessionId: string | null) =>
      queryOptions({
        queryKey: queryKeys.session(sessionId),
        queryFn: ifKnown(sessionId, (id, signal) =>
          client.call(readSession, { params: { sessionId: id }, signal }),
        ),
      }),
    analyses: (sessionId: string | null) =>
      queryOptions({
        queryKey: queryKeys.analyses(sessionId),
        queryFn: ifKnown(
          sessionId,
          async (id, signal) =>
            (await client.call(listAnalyses, { params: { sessionId: id }, signal })).analyses,
        ),
      }),
    analysis: (analysisId: string | null) =>
      queryOptions({
        queryKey: queryKeys.analysis(analysisId),
        queryFn: ifKnown(analysisId, (id, signal) =>
          client.call(readAnalysis, { params: { analysisId: id }, signal }),
        ),
      }),
    transcript: (transcriptId: string | null) =>
      queryOptions({
        queryKey: queryKeys.transcript(transcriptId),
        queryFn: ifKnown(transcriptId, (id, signal) =>
          client.call(readTranscript, { params: { transcriptId: id }, signal }),
        ),
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
        queryFn: ifKnown(sessionId, (id, signal) =>
          client.call(readNotes, { params: { sessionId: id }, signal }),
        ),
      }),
    questionCounts: (campaignId: string | null) =>
      queryOptions({
        queryKey: queryKeys.questionCounts(campaignId),
        queryFn: ifKnown(campaignId, (id, signal) =>
          client.call(countQuestions, { params: { campaignId: id }, signal }),
        ),
      }),
    latestImport: (campaignId: string | null) =>
      queryOptions({
        queryKey: queryKeys.latestImport(campaignId),
        queryFn: ifKnown(
          campaignId,
          async (id, signal) =>
            (await client.call(readImport, { params: { campaignId: id }, signal })).import,
        ),
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

export type Queries = ReturnType<typeof createFirstQueries> & ReturnType<typeof createLateQueries>;
