import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { tourMachine } from '#machines/tour/tour.machine.ts';
import { type Hint, hints, selectHint } from '#machines/tour/tour.selectors.ts';
import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

export type { Hint };

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    tour: typeof tourMachine;
  }
}

export function useTour() {
  const flow = useApp().tour();
  const hint = useSelector(flow, selectHint);
  const commands = useMemo(
    () => ({
      next: () => flow.send({ type: 'next.requested' }),
      back: () => flow.send({ type: 'back.requested' }),
      close: () => flow.send({ type: 'tour.closed' }),
      begin: () => flow.send({ type: 'tour.requested' }),
    }),
    [flow],
  );
  return { hint, position: hint === null ? 0 : hints.indexOf(hint) + 1, count: hints.length, ...commands };
}

/** Once the preferences are loaded and there are notes to read. */
export function useFirstTour(hasNotes: boolean): void {
  const flow = useApp().tour();
  const { preferences, savedState } = usePreferences();
  const hasSeenTour = savedState === 'saved' ? (preferences?.tour_seen ?? null) : null;
  useEffect(() => {
    if (hasNotes && hasSeenTour !== null) flow.send({ type: 'notes.shown', hasSeenTour });
  }, [flow, hasNotes, hasSeenTour]);
}
