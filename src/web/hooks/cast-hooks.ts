import { useQuery } from '@tanstack/react-query';
import { readCast } from '#contract/speakers.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

/** Who plays in a campaign. */
export function useCast(campaignId: string) {
  const { client } = useApp();
  return useQuery({
    queryKey: keyOf('readCast', { campaignId }),
    queryFn: ({ signal }) => client.call(readCast, { params: { campaignId }, query: {}, signal }),
  });
}
