import { useQuery } from '@tanstack/react-query';
import { readCast } from '#contract/speakers.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

/** Of players, as the cast has them; none while they are read. */
export function useCharacters(campaignId: string | null): string[] {
  const { client } = useApp();
  const { data } = useQuery({
    queryKey: keyOf('readCast', { campaignId }),
    queryFn: ({ signal }) =>
      client.call(readCast, { params: { campaignId: campaignId ?? '' }, query: {}, signal }),
    enabled: campaignId !== null,
  });
  return (data?.people ?? []).flatMap(({ role, characters }) => (role === 'gm' ? [] : characters));
}
