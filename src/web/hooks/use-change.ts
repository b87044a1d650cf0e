import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#web/api/api-client.ts';
import type { MutationMeta } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

interface Then<Given, Made> {
  /** What the cache is given of a change that was made. */
  made?: (cache: QueryClient, made: Made, given: Given) => unknown;
  /** What is read again, also after a failure. */
  ended?: (cache: QueryClient) => unknown;
  meta?: MutationMeta;
}

/** A change on the server. Its caller shows its failure. */
export function useChange<Given, Made>(
  send: (client: ApiClient, given: Given) => Promise<Made>,
  { made, ended, meta = {} }: Then<Given, Made>,
) {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMutation({
    meta,
    mutationFn: (given: Given) => send(client, given),
    onSuccess: (answer, given) => made?.(cache, answer, given),
    onSettled: () => ended?.(cache),
  });
}

export const ifMatch = (revision: number) => ({ 'if-match': String(revision) });
