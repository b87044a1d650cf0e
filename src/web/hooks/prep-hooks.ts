import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type PrepPin, type PrepSheet, pinPrep, readPrep, savePrep } from '#contract/prep.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

// Not among the queries of other pages: only this page loads its calls.

export function usePrep(campaignId: string) {
  const { client } = useApp();
  return useQuery({
    queryKey: keyOf('readPrep', { campaignId }),
    queryFn: ({ signal }) => client.call(readPrep, { params: { campaignId }, signal }),
    // What another tab pinned shows as soon as this one is looked at.
    refetchOnWindowFocus: 'always',
  });
}

/** Changes of the sheet, which it shows at once. */
export function usePrepChanges(campaignId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  const queryKey = keyOf('readPrep', { campaignId });
  const revision = () => cache.getQueryData<PrepSheet>(queryKey)?.revision ?? 0;
  /** Of the lines that were written on: what another tab saved since then is not written over unasked. */
  const writtenOn = useRef<number | null>(null);
  return {
    begin: () => {
      writtenOn.current ??= revision();
    },
    isPinned: (cache.getQueryData<PrepSheet>(queryKey)?.pinnedAt ?? null) !== null,
    save: async (own: string) => {
      const saved = await client.call(savePrep, {
        params: { campaignId },
        headers: { 'if-match': String(writtenOn.current ?? revision()) },
        body: { own },
      });
      writtenOn.current = saved.revision;
      cache.setQueryData<PrepSheet>(queryKey, (sheet) => sheet && { ...sheet, own, ...saved });
    },
    pin: async (pin: PrepPin) => {
      const sheet = await client.call(pinPrep, { params: { campaignId }, body: { pin } });
      cache.setQueryData<PrepSheet>(queryKey, sheet);
    },
    refresh: () => {
      writtenOn.current = null;
      void cache.invalidateQueries({ queryKey });
    },
  };
}
