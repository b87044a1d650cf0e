import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  selectPreferences,
  selectPreferencesFailure,
  selectSavedState,
  selectUnsavedPreferences,
} from '#machines/preferences/preferences.selectors.ts';
import type { PreferenceChange } from '#machines/preferences/preferences.setup.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function usePreferences() {
  const flow = useFlow('preferences');
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
