import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PrepPin, type PrepSheet, pinPrep, readPrep, savePrep } from '#contract/prep.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

// Not among the queries of other pages: only this page loads its calls.

export function usePrep(campaignId: string) {
  const { client } = useApp();
  return useQuery({
    queryKey: keyOf('readPrep', { campaignId }),
    queryFn: ({ signal }) => client.call(readPrep, { params: { campaignId }, signal }),
  });
}

/** Changes of the sheet, which it shows at once. */
export function usePrepChanges(campaignId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  const queryKey = keyOf('readPrep', { campaignId });
  return {
    isPinned: (cache.getQueryData<PrepSheet>(queryKey)?.pinnedAt ?? null) !== null,
    save: async (own: string) => {
      const revision = cache.getQueryData<PrepSheet>(queryKey)?.revision ?? 0;
      const saved = await client.call(savePrep, {
        params: { campaignId },
        headers: { 'if-match': String(revision) },
        body: { own },
      });
      cache.setQueryData<PrepSheet>(queryKey, (sheet) => sheet && { ...sheet, own, ...saved });
    },
    pin: async (pin: PrepPin) => {
      const sheet = await client.call(pinPrep, { params: { campaignId }, body: { pin } });
      cache.setQueryData<PrepSheet>(queryKey, sheet);
    },
    refresh: () => void cache.invalidateQueries({ queryKey }),
  };
}
