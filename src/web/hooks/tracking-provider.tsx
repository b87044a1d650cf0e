import { createContext, type ReactNode, useContext } from 'react';
import type { Tracking } from './tracking-port.ts';

const TrackingContext = createContext<Tracking | null>(null);

/** Without it, as in prerendering, no one is asked for consent. */
export function TrackingProvider({ tracking, children }: { tracking: Tracking | null; children: ReactNode }) {
  return <TrackingContext value={tracking}>{children}</TrackingContext>;
}

export const useTracking = (): Tracking | null => useContext(TrackingContext);
