import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { listAnalyses, readAnalysis } from '#contract/analyses.ts';
import { listCreditEvents } from '#contract/billing.ts';
import { countQuestions } from '#contract/check-questions.ts';
import { listCorrections } from '#contract/corrections.ts';
import { listNames } from '#contract/names.ts';
import { readNotes } from '#contract/notes.ts';
import { listPosts, type Post } from '#contract/posting.ts';
import { listLiveLinks, readSharedNotes, type SharedKind } from '#contract/sharing.ts';
import { readSoundLanes, type SessionLanes } from '#contract/sound-lanes.ts';
import { listSegments, readTranscript } from '#contract/transcripts.ts';
import { readStorage } from '#contract/uploads.ts';
import type { ApiClient } from './api-client.ts';
import { allPages, ifKnown, page } from './queries.ts';
import { keyOf } from './query-keys.ts';

const isOnItsWay = (post: Post | undefined) => post?.state === 'waiting' || post?.state === 'sending';

/** What asks by itself asks a server that did not answer once a minute; a page that is shown again asks at once. */
const every =
  <Data>(pause: (data: Data | undefined) => number | false) =>
  ({ state: { data, error } }: { state: { data: Data | undefined; error: unknown } }) =>
    error === null ? pause(data) : 60_000;

const segmentPage = 1000;
const historyPage = 20;

export const sharedNotes = (
  client: ApiClient,
  sessionId: string,
  audience: 'players' | 'public',
  page: SharedKind,
) =>
  queryOptions({
    queryKey: keyOf('readSharedNotes', { sessionId, audience, page }),
    queryFn: ({ signal }) =>
      client.call(readSharedNotes, { params: { sessionId }, query: { audience, page }, signal }),
    gcTime: 0,
    staleTime: 0,
  });

export const posts = (client: ApiClient, sessionId: string) =>
  queryOptions({
    queryKey: keyOf('listPosts', { sessionId }),
    queryFn: async ({ signal }) => (await client.call(listPosts, { params: { sessionId }, signal })).posts,
    refetchInterval: every((data: Post[] | undefined) => (isOnItsWay(data?.[0]) ? 3_000 : 30_000)),
  });

export const soundLanes = (client: ApiClient, sessionId: string | null) =>
  queryOptions({
    queryKey: keyOf('readSoundLanes', { sessionId }),
    queryFn: ifKnown(sessionId, (id, signal) =>
      client.call(readSoundLanes, { params: { sessionId: id }, signal }),
    ),
    refetchInterval: every((data: SessionLanes | undefined) =>
      data?.state === 'preparing' ? 10_000 : false,
    ),
  });

export const names = (client: ApiClient, campaignId: string) =>
  queryOptions({
    queryKey: keyOf('listNames', { campaignId }),
    queryFn: ({ signal }) =>
      allPages(async (cursor) => {
        const { names, nextCursor } = await client.call(listNames, {
          params: { campaignId },
          query: page(cursor),
          signal,
        });
        return { items: names, nextCursor };
      }),
  });

export const corrections = (client: ApiClient, campaignId: string) =>
  queryOptions({
    queryKey: keyOf('listCorrections', { campaignId }),
    queryFn: async ({ signal }) =>
      (await client.call(listCorrections, { params: { campaignId }, signal })).corrections,
  });

export const shareLinks = (client: ApiClient) =>
  queryOptions({
    queryKey: keyOf('listLiveLinks'),
    queryFn: async ({ signal }) => (await client.call(listLiveLinks, { signal })).links,
    staleTime: 0,
  });

export const storage = (client: ApiClient) =>
  queryOptions({
    queryKey: keyOf('readStorage'),
    queryFn: ({ signal }) => client.call(readStorage, { signal }),
    staleTime: 0,
  });

export const analyses = (client: ApiClient, sessionId: string | null) =>
  queryOptions({
    queryKey: keyOf('listAnalyses', { sessionId }),
    queryFn: ifKnown(
      sessionId,
      async (id, signal) => (await client.call(listAnalyses, { params: { sessionId: id }, signal })).analyses,
    ),
  });

export const analysis = (client: ApiClient, analysisId: string | null) =>
  queryOptions({
    queryKey: keyOf('readAnalysis', { analysisId }),
    queryFn: ifKnown(analysisId, (id, signal) =>
      client.call(readAnalysis, { params: { analysisId: id }, signal }),
    ),
  });

export const transcript = (client: ApiClient, transcriptId: string | null) =>
  queryOptions({
    queryKey: keyOf('readTranscript', { transcriptId }),
    queryFn: ifKnown(transcriptId, (id, signal) =>
      client.call(readTranscript, { params: { transcriptId: id }, signal }),
    ),
  });

export const segments = (client: ApiClient, transcriptId: string | null) =>
  infiniteQueryOptions({
    queryKey: keyOf('listSegments', { transcriptId }),
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
  });

export const notes = (client: ApiClient, sessionId: string | null) =>
  queryOptions({
    queryKey: keyOf('readNotes', { sessionId }),
    queryFn: ifKnown(sessionId, (id, signal) =>
      client.call(readNotes, { params: { sessionId: id }, signal }),
    ),
  });

export const questionCounts = (client: ApiClient, campaignId: string | null) =>
  queryOptions({
    queryKey: keyOf('countQuestions', { campaignId }),
    queryFn: ifKnown(campaignId, (id, signal) =>
      client.call(countQuestions, { params: { campaignId: id }, signal }),
    ),
  });

export const latestImport = (client: ApiClient, campaignId: string | null) =>
  queryOptions({
    queryKey: keyOf('readImport', { campaignId }),
    queryFn: ifKnown(campaignId, async (id, signal) => {
      const { readImport } = await import('#contract/exports.ts');
      return (await client.call(readImport, { params: { campaignId: id }, signal })).import;
    }),
  });

export const discordMessages = (
  client: ApiClient,
  sessionId: string,
  audience: 'gm' | 'players' | 'public',
) =>
  queryOptions({
    queryKey: keyOf('readDiscordMessages', { sessionId, audience }),
    queryFn: async ({ signal }) => {
      const { readDiscordMessages } = await import('#contract/exports.ts');
      return (await client.call(readDiscordMessages, { params: { sessionId }, query: { audience }, signal }))
        .messages;
    },
  });

export const credits = (client: ApiClient) =>
  infiniteQueryOptions({
    queryKey: keyOf('listCreditEvents'),
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
  });
