import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readStory } from '#contract/story.ts';
import type { Visibility } from '#contract/visibility.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

// Not among the queries of other pages: only this page loads its call.

/** @param knows a player, of whose character it is */
export function useStory(campaignId: string, audience: Visibility, knows: string | undefined) {
  const { client } = useApp();
  return useQuery({
    queryKey: keyOf('readStory', { campaignId, audience, ...(knows === undefined ? {} : { knows }) }),
    queryFn: ({ signal }) =>
      client.call(readStory, { params: { campaignId }, query: { audience, knows }, signal }),
    placeholderData: keepPreviousData,
  });
}
