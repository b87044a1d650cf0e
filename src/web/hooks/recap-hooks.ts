import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listRecaps, type RecapCollection } from '#contract/recap-collection.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

/** Of the notes of this revision. */
export function useRecaps(sessionId: string, revision: number): RecapCollection | undefined {
  const { client } = useApp();
  const { data } = useQuery({
    queryKey: keyOf('listRecaps', { sessionId }, { revision }),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.call(listRecaps, { params: { sessionId }, signal }),
  });
  return data;
}
