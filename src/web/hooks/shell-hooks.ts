import { useSyncExternalStore } from 'react';
import { useSite } from './site-provider.tsx';

/** R2.26, R2.31. */
export function useServerFacts() {
  const { serverFacts } = useSite();
  return useSyncExternalStore(serverFacts.subscribe, serverFacts.get, serverFacts.initial);
}

const online = () => true;

export function useIsOnline(): boolean {
  const { connection } = useSite();
  return useSyncExternalStore(connection.subscribe, connection.isOnline, online);
}

export function useBuildInfo() {
  return useSite().buildInfo;
}
