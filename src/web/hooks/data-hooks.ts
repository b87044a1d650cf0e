import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copyToNotes } from '#contract/analyses.ts';
import type { BodyInputOf } from '#contract/call.ts';
import { changeCampaign } from '#contract/campaigns.ts';
import { changeNotes } from '#contract/notes.ts';
import { deleteRecording } from '#contract/playbacks.ts';
import { changeSession, deleteSession } from '#contract/sessions.ts';
import {
  type LiveLink,
  revokeCampaignLink,
  revokeSessionLink,
  type SharedKind,
  sharedPath,
} from '#contract/sharing.ts';
import * as lateQueries from '#web/api/late-queries.ts';
import * as queries from '#web/api/queries.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { keepNotes, type NotesChange, saveNotes } from './save-notes.ts';
import { useApp } from './site-provider.tsx';
import { ifMatch, useChange } from './use-change.ts';

export const useSession = (id: string | null) => useQuery(queries.session(useApp().client, id));
/** Newest first, without results. */
export const useAnalyses = (sessionId: string | null) =>
  useQuery(lateQueries.analyses(useApp().client, sessionId));
export const useAnalysisResult = (analysisId: string | null) =>
  useQuery(lateQueries.analysis(useApp().client, analysisId));
export const useTranscript = (id: string | null) => useQuery(lateQueries.transcript(useApp().client, id));
const useSegments = (transcriptId: string | null) =>
  useInfiniteQuery(lateQueries.segments(useApp().client, transcriptId));
export const useNotes = (sessionId: string | null) => useQuery(lateQueries.notes(useApp().client, sessionId));

/** Null: the session has no recording. */
export const useSoundLanes = (sessionId: string | null) =>
  useQuery(lateQueries.soundLanes(useApp().client, sessionId));

/** What the page of a session shows, or what that of its campaign shows of it. */
export const useSharedNotes = (
  sessionId: string,
  audience: 'players' | 'public',
  page: SharedKind = 'session',
) => useQuery(lateQueries.sharedNotes(useApp().client, sessionId, audience, page));

export const useQuestionCounts = (campaignId: string | null) =>
  useQuery(lateQueries.questionCounts(useApp().client, campaignId));

export const useStorage = () => useQuery(lateQueries.storage(useApp().client));
export const useShareLinks = () => useQuery(lateQueries.shareLinks(useApp().client));

export const pathOfLink = ({ publicId, ...link }: Pick<LiveLink, 'audience' | 'kind' | 'id' | 'publicId'>) =>
  sharedPath(link, publicId);

export const useRevokeLink = () =>
  useChange(
    (client, { kind, id, audience }: Pick<LiveLink, 'kind' | 'id' | 'audience'>) =>
      kind === 'campaign'
        ? client.call(revokeCampaignLink, { params: { campaignId: id, audience } })
        : client.call(revokeSessionLink, { params: { sessionId: id, audience } }),
    { ended: (cache) => cache.invalidateQueries({ queryKey: keyOf('listLiveLinks') }) },
  );

/** Newest first; reloads while one is on its way. */
export const usePosts = (sessionId: string) => useQuery(lateQueries.posts(useApp().client, sessionId));

export const useLatestImport = (campaignId: string | null) =>
  useQuery(lateQueries.latestImport(useApp().client, campaignId));

export const useDiscordMessages = (sessionId: string, audience: 'gm' | 'players' | 'public') =>
  useQuery(lateQueries.discordMessages(useApp().client, sessionId, audience));

export const useCreditHistory = () => useInfiniteQuery(lateQueries.credits(useApp().client));

/** Loads automatically until all segments are there. */
export function useAllSegments(transcriptId: string | null) {
  const query = useSegments(transcriptId);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}

export const useChangeCampaign = () =>
  useChange(
    (client, change: { id: string; revision: number; changes: BodyInputOf<typeof changeCampaign> }) =>
      client.call(changeCampaign, {
        params: { campaignId: change.id },
        headers: ifMatch(change.revision),
        body: change.changes,
      }),
    {
      made: (cache, campaign) => {
        cache.setQueryData(keyOf('readCampaign', { campaignId: campaign.id }), campaign);
        return cache.invalidateQueries({ queryKey: keyOf('listCampaigns') });
      },
    },
  );

export const useChangeSession = () =>
  useChange(
    (client, change: { id: string; revision: number; changes: BodyInputOf<typeof changeSession> }) =>
      client.call(changeSession, {
        params: { sessionId: change.id },
        headers: ifMatch(change.revision),
        body: change.changes,
      }),
    {
      made: (cache, session) => {
        cache.setQueryData(keyOf('readSession', { sessionId: session.id }), session);
        return cache.invalidateQueries({
          queryKey: keyOf('listSessions', { campaignId: session.campaignId }),
        });
      },
    },
  );

/** `leave` as for a campaign. */
export const useDeleteSession = () =>
  useChange(
    (client, { id }: { id: string; campaignId: string; leave: () => void }) =>
      client.call(deleteSession, { params: { sessionId: id } }),
    {
      made: async (cache, _, { id, campaignId, leave }) => {
        leave();
        cache.removeQueries({ queryKey: keyOf('readSession', { sessionId: id }) });
        await cache.invalidateQueries({ queryKey: keyOf('listSessions', { campaignId }) });
        await cache.invalidateQueries({ queryKey: keyOf('listCampaigns') });
      },
    },
  );

export const useDeleteRecording = () =>
  useChange(
    (client, { id }: { id: string; campaignId: string }) =>
      client.call(deleteRecording, { params: { sessionId: id } }),
    {
      made: async (cache, _, { id, campaignId }) => {
        await cache.invalidateQueries({ queryKey: keyOf('readSession', { sessionId: id }) });
        await cache.invalidateQueries({ queryKey: keyOf('listSessions', { campaignId }) });
      },
    },
  );

/** The view shows both versions of a stale revision. */
export const useSaveNotes = () =>
  useChange(
    (
      client,
      {
        sessionId,
        revision,
        sections,
      }: { sessionId: string; revision: number } & BodyInputOf<typeof changeNotes>,
    ) => client.call(changeNotes, { params: { sessionId }, headers: ifMatch(revision), body: { sections } }),
    { made: keepNotes, meta: { background: true } },
  );

/** After a conflict, applies `change` again to the newer notes. `change` may throw. */
export const useChangeNotes = () =>
  useChange((client, given: { sessionId: string; change: NotesChange }) => saveNotes(client, given), {
    made: keepNotes,
  });

/** D7: the view asks what to do with existing notes. */
export const useCopyToNotes = () =>
  useChange(
    (
      client,
      { analysisId, mode }: { analysisId: string; sessionId: string } & BodyInputOf<typeof copyToNotes>,
    ) => client.call(copyToNotes, { params: { analysisId }, body: { mode } }),
    {
      made: async (cache, analysis, { sessionId }) => {
        cache.setQueryData(keyOf('readAnalysis', { analysisId: analysis.id }), analysis);
        await Promise.all(
          [
            keyOf('readNotes', { sessionId }),
            keyOf('readSession', { sessionId }),
            keyOf('listAnalyses', { sessionId }),
          ].map((queryKey) => cache.invalidateQueries({ queryKey })),
        );
      },
    },
  );
