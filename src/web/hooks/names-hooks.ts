import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { BodyInputOf } from '#contract/call.ts';
import { undoCorrection } from '#contract/corrections.ts';
import { changeName, createName, deleteName, importNames } from '#contract/names.ts';
import * as lateQueries from '#web/api/late-queries.ts';
import { keyOf, type MutationMeta, readsOfTexts } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

const meta: MutationMeta = { toldByView: true };

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

export function useCreateName(campaignId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta,
    mutationFn: (body: BodyInputOf<typeof createName>) =>
      client.call(createName, { params: { campaignId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf('listNames', { campaignId }) }),
  });
}

/** The view handles a stale revision by reloading the glossary. */
export function useChangeName(campaignId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta,
    mutationFn: (change: { id: string; revision: number; changes: BodyInputOf<typeof changeName> }) =>
      client.call(changeName, {
        params: { nameId: change.id },
        headers: { 'if-match': String(change.revision) },
        body: change.changes,
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf('listNames', { campaignId }) }),
  });
}

export function useDeleteName(campaignId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta,
    mutationFn: (nameId: string) => client.call(deleteName, { params: { nameId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf('listNames', { campaignId }) }),
  });
}

export function useImportNames(campaignId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta,
    mutationFn: (list: string) => client.call(importNames, { params: { campaignId }, body: { list } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf('listNames', { campaignId }) }),
  });
}

export function useUndoCorrection() {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta,
    mutationFn: (correctionId: string) => client.call(undoCorrection, { params: { correctionId } }),
    onSettled: () =>
      Promise.all(readsOfTexts.map((name) => cache.invalidateQueries({ queryKey: keyOf(name) }))).then(
        () => undefined,
      ),
  });
}
