import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { BodyInputOf } from '#contract/call.ts';
import { undoCorrection } from '#contract/corrections.ts';
import { changeName, createName, deleteName, importNames } from '#contract/names.ts';
import * as lateQueries from '#web/api/late-queries.ts';
import { keyOf, readsOfTexts } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';
import { ifMatch, useChange } from './use-change.ts';

const namesAgain = (campaignId: string) => (cache: QueryClient) =>
  cache.invalidateQueries({ queryKey: keyOf('listNames', { campaignId }) });

export const useNames = (campaignId: string) => useQuery(lateQueries.names(useApp().client, campaignId));

/** Newest first. */
export const useCorrections = (campaignId: string) =>
  useQuery(lateQueries.corrections(useApp().client, campaignId));

/** What cannot be read is empty. */
export function useReadPeopleAndPlaces(campaignId: string | null) {
  const { client, queryClient } = useApp();
  return useCallback(async () => {
    if (campaignId === null) return { names: [], people: [] };
    const { readCast } = await import('#contract/speakers.ts');
    const [names, cast] = await Promise.allSettled([
      queryClient.fetchQuery(lateQueries.names(client, campaignId)),
      client.call(readCast, { params: { campaignId }, query: {} }),
    ]);
    return {
      names: names.status === 'fulfilled' ? names.value : [],
      people: cast.status === 'fulfilled' ? cast.value.people : [],
    };
  }, [client, queryClient, campaignId]);
}

export const useCreateName = (campaignId: string) =>
  useChange(
    (client, body: BodyInputOf<typeof createName>) =>
      client.call(createName, { params: { campaignId }, body }),
    { made: namesAgain(campaignId) },
  );

/** The view handles a stale revision by reloading the glossary. */
export const useChangeName = (campaignId: string) =>
  useChange(
    (client, change: { id: string; revision: number; changes: BodyInputOf<typeof changeName> }) =>
      client.call(changeName, {
        params: { nameId: change.id },
        headers: ifMatch(change.revision),
        body: change.changes,
      }),
    { ended: namesAgain(campaignId) },
  );

export const useDeleteName = (campaignId: string) =>
  useChange((client, nameId: string) => client.call(deleteName, { params: { nameId } }), {
    ended: namesAgain(campaignId),
  });

export const useImportNames = (campaignId: string) =>
  useChange((client, list: string) => client.call(importNames, { params: { campaignId }, body: { list } }), {
    made: namesAgain(campaignId),
  });

export const useUndoCorrection = () =>
  useChange((client, correctionId: string) => client.call(undoCorrection, { params: { correctionId } }), {
    ended: (cache) =>
      Promise.all(readsOfTexts.map((name) => cache.invalidateQueries({ queryKey: keyOf(name) }))),
  });
