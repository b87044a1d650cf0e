import { useQuery } from '@tanstack/react-query';
import { readCast } from '#contract/speakers.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

/** Who plays in a campaign; null: nothing is read. */
export function useCast(campaignId: string | null) {
  const { client } = useApp();
  return useQuery({
    queryKey: keyOf('readCast', { campaignId }),
    queryFn: ({ signal }) =>
      client.call(readCast, { params: { campaignId: campaignId ?? '' }, query: {}, signal }),
    enabled: campaignId !== null,
  });
}

/** Of players, as the cast has them; none while they are read. */
export function useCharacters(campaignId: string | null): string[] {
  const { data } = useCast(campaignId);
  return (data?.people ?? []).flatMap(({ role, characters }) => (role === 'gm' ? [] : characters));
}
