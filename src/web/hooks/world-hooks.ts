import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changeWorld, readThreads, readWorld, readWorldEntry, type WorldChange } from '#contract/world.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

// Not among the queries of other pages: only the world's own pages load its calls.

export function useWorld(campaignId: string) {
  const { client } = useApp();
  return useQuery({
    queryKey: keyOf('readWorld', { campaignId }),
    queryFn: ({ signal }) => client.call(readWorld, { params: { campaignId }, signal }),
  });
}

export function useWorldEntry(campaignId: string, key: string) {
  const { client } = useApp();
  return useQuery({
    queryKey: keyOf('readWorldEntry', { campaignId, key }),
    queryFn: ({ signal }) => client.call(readWorldEntry, { params: { campaignId, key }, signal }),
  });
}

/** Changes of the index, which it shows at once. */
export function useWorldChanges(campaignId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  return {
    save: async (changes: readonly WorldChange[]) =>
      (await client.call(changeWorld, { params: { campaignId }, body: { changes: [...changes] } })).undo,
    refresh: () => {
      for (const name of ['readWorld', 'readWorldEntry', 'readTimeline'] as const)
        void cache.invalidateQueries({ queryKey: keyOf(name, { campaignId }) });
    },
  };
}

/** What the board of threads reads and changes. */
export function useThreadChanges(campaignId: string) {
  const { client } = useApp();
  return {
    ...useWorldChanges(campaignId),
    read: async (signal: AbortSignal) =>
      (await client.call(readThreads, { params: { campaignId }, signal })).threads,
  };
}
