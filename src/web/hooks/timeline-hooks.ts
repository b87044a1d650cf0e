import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readTimeline } from '#contract/timeline.ts';
import type { Visibility } from '#contract/visibility.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

// Not among the queries of other pages: only this page loads its call.

export function useTimeline(campaignId: string, audience: Visibility) {
  const { client } = useApp();
  return useQuery({
    queryKey: keyOf('readTimeline', { campaignId, audience }),
    queryFn: ({ signal }) =>
      client.call(readTimeline, { params: { campaignId }, query: { audience }, signal }),
    placeholderData: keepPreviousData,
  });
}
