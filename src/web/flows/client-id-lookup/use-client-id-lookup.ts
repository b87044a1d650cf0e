import { useCallback } from 'react';
import { useSite } from '#web/hooks/site-provider.tsx';
import { lookUpClientId } from './look-up-client-id.ts';

export function useClientIdLookup(): () => Promise<string | null> {
  const { dependencies, clock } = useSite();
  return useCallback(() => lookUpClientId(dependencies.cookies, clock), [dependencies, clock]);
}
