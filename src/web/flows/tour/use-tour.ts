import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { type Hint, hints, selectHint } from '#machines/tour/tour.selectors.ts';
import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlowIfLoaded } from '#web/hooks/use-flow.ts';

export type { Hint };

export function useTour() {
  const { flows } = useApp();
  const hint = useSelector(useFlowIfLoaded('tour'), (snapshot) => (snapshot ? selectHint(snapshot) : null));
  const commands = useMemo(
    () => ({
      next: () => flows.send('tour', { type: 'next.requested' }),
      back: () => flows.send('tour', { type: 'back.requested' }),
      close: () => flows.send('tour', { type: 'tour.closed' }),
      begin: () => flows.send('tour', { type: 'tour.requested' }),
    }),
    [flows],
  );
  return { hint, position: hint === null ? 0 : hints.indexOf(hint) + 1, count: hints.length, ...commands };
}

/** Once the preferences are loaded and there are notes to read. */
export function useFirstTour(hasNotes: boolean): void {
  const { flows } = useApp();
  const { preferences, savedState } = usePreferences();
  const isNew = hasNotes && savedState === 'saved' && preferences?.tour_seen === false;
  useEffect(() => {
    if (isNew) flows.send('tour', { type: 'notes.shown', hasSeenTour: false });
  }, [flows, isNew]);
}
