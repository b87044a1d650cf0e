import { QueryClient } from '@tanstack/react-query';
import type { Campaign } from '#contract/campaigns.ts';
import type { DetailLevel } from '#contract/common.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import type { Session } from '#contract/sessions.ts';
import { isPassing } from '#machines/kit/failure.ts';
import { keyOf, type ReadName, readsOfTexts } from '#web/api/query-keys.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

export const createCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isPassing(error),
        staleTime: 10_000,
      },
      // Offline, a call fails at once. Otherwise it would wait behind the overlay and run hours later.
      mutations: { networkMode: 'always' },
    },
  });

type CacheRules = Pick<
  Surroundings,
  | 'refreshNotes'
  | 'refreshTexts'
  | 'refreshPosts'
  | 'refreshSession'
  | 'keepTranscript'
  | 'announceChange'
  | 'sessionAt'
  | 'usualLevel'
>;

const readsOfNotes = [
  'listCampaigns',
  'readCampaign',
  'listSessions',
  'readSession',
  'readNotes',
  'readDiscordMessages',
  'listPosts',
  'readImport',
  'countProposals',
  'listRecaps',
] as const satisfies readonly ReadName[];

/** What to read again after which change. */
export function createCacheRules(
  cache: QueryClient,
  {
    refreshUser,
    preferredLevel,
  }: Pick<Surroundings, 'refreshUser'> & { preferredLevel: () => DetailLevel | undefined },
): CacheRules {
  const readAgain = (...keys: readonly ReturnType<typeof keyOf>[]) => {
    for (const queryKey of keys) void cache.invalidateQueries({ queryKey });
  };
  const sessionKnown = (sessionId: string) =>
    cache.getQueryData<Session>(keyOf('readSession', { sessionId }));
  return {
    refreshNotes: () => readAgain(...readsOfNotes.map((name) => keyOf(name))),
    refreshTexts: () => readAgain(...readsOfTexts.map((name) => keyOf(name))),
    refreshPosts: () => readAgain(keyOf('listPosts')),
    refreshSession: ({ sessionId, campaignId }) =>
      readAgain(keyOf('readSession', { sessionId }), keyOf('listSessions', { campaignId })),
    keepTranscript: (sessionId, transcript) => {
      cache.setQueryData(keyOf('readTranscript', { transcriptId: transcript.id }), transcript);
      readAgain(
        keyOf('readSession', { sessionId }),
        keyOf('listSessions'),
        keyOf('listAnalyses', { sessionId }),
      );
    },
    announceChange: ({ sessionId, analysisId }) => {
      readAgain(
        keyOf('readSession', { sessionId }),
        keyOf('listSessions'),
        keyOf('listAnalyses', { sessionId }),
        keyOf('readNotes', { sessionId }),
        keyOf('readDiscordMessages', { sessionId }),
        keyOf('listPosts', { sessionId }),
        keyOf('listCampaigns'),
        // An analysis may have corrected names in the transcript.
        ...(analysisId === undefined
          ? []
          : [
              keyOf('readAnalysis', { analysisId }),
              keyOf('readTranscript'),
              keyOf('listSegments'),
              keyOf('countQuestions'),
            ]),
      );
      refreshUser();
    },
    sessionAt: (sessionId) => {
      const session = sessionKnown(sessionId);
      return {
        title: session?.title ?? 'your session',
        path: campaignPath({ campaignId: session?.campaignId, sessionId: session?.id }),
      };
    },
    usualLevel: (sessionId) => {
      const { campaignId = null } = sessionKnown(sessionId) ?? {};
      const campaign = cache.getQueryData<Campaign>(keyOf('readCampaign', { campaignId }));
      const preferred = preferredLevel() ?? null;
      return (
        campaign?.detailLevel ?? (preferred === defaultPreferences.default_detail_level ? null : preferred)
      );
    },
  };
}
