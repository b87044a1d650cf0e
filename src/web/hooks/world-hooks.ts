import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changeWorld, type WorldChange } from '#contract/world.ts';
import * as lateQueries from '#web/api/late-queries.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

export const useWorld = (campaignId: string) => useQuery(lateQueries.world(useApp().client, campaignId));

export const useWorldEntry = (campaignId: string, key: string) =>
  useQuery(lateQueries.worldEntry(useApp().client, campaignId, key));

export const useWorldThreads = (campaignId: string) =>
  useQuery(lateQueries.worldThreads(useApp().client, campaignId));

/** Changes of the index, which it shows at once. */
export function useWorldChanges(campaignId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  return {
    save: async (changes: readonly WorldChange[]) =>
      (await client.call(changeWorld, { params: { campaignId }, body: { changes: [...changes] } })).undo,
    refresh: () => {
      for (const name of ['readWorld', 'readWorldEntry', 'readThreads'] as const)
        void cache.invalidateQueries({ queryKey: keyOf(name, { campaignId }) });
    },
  };
}
