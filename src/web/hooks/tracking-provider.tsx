import { createContext, type ReactNode, useContext } from 'react';
import type { Tracking } from './tracking-port.ts';

const TrackingContext = createContext<Tracking | null>(null);

/** Hands down consent and trackers; without it, as where pages are made in advance, there is nothing to agree to. */
export function TrackingProvider({ tracking, children }: { tracking: Tracking | null; children: ReactNode }) {
  return <TrackingContext value={tracking}>{children}</TrackingContext>;
}

export const useTracking = (): Tracking | null => useContext(TrackingContext);
