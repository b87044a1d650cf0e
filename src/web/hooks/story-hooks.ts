import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readStory } from '#contract/story.ts';
import type { Visibility } from '#contract/visibility.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

// Not among the queries of other pages: only this page loads its call.

export function useStory(campaignId: string, audience: Visibility) {
  const { client } = useApp();
  return useQuery({
    queryKey: keyOf('readStory', { campaignId, audience }),
    queryFn: ({ signal }) => client.call(readStory, { params: { campaignId }, query: { audience }, signal }),
    placeholderData: keepPreviousData,
  });
}
