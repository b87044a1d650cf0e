import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { type Hint, hints, selectHint } from '#machines/tour/tour.selectors.ts';
import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export type { Hint };

export function useTour() {
  const flow = useFlow('tour');
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
  const flow = useFlow('tour');
  const { preferences, savedState } = usePreferences();
  const hasSeenTour = savedState === 'saved' ? (preferences?.tour_seen ?? null) : null;
  useEffect(() => {
    if (hasNotes && hasSeenTour !== null) flow.send({ type: 'notes.shown', hasSeenTour });
  }, [flow, hasNotes, hasSeenTour]);
}
