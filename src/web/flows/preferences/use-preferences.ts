import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { preferencesMachine } from '#machines/preferences/preferences.machine.ts';
import {
  selectPreferences,
  selectPreferencesFailure,
  selectSavedState,
  selectUnsavedPreferences,
} from '#machines/preferences/preferences.selectors.ts';
import type { PreferenceChange } from '#machines/preferences/preferences.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    preferences: typeof preferencesMachine;
  }
}

export function usePreferences() {
  const flow = useApp().preferences();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      change: (change: PreferenceChange) => flow.send({ type: 'preference.changed', change }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  );
  return {
    preferences: selectPreferences(snapshot),
    savedState: selectSavedState(snapshot),
    unsaved: selectUnsavedPreferences(snapshot),
    failure: selectPreferencesFailure(snapshot),
    ...commands,
  };
}
