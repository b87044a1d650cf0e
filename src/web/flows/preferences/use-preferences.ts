import {
  selectPreferences,
  selectPreferencesFailure,
  selectSavedState,
  selectUnsavedPreferences,
} from '#machines/preferences/preferences.selectors.ts';
import type { PreferenceChange } from '#machines/preferences/preferences.setup.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = ({ send }: FlowActor<'preferences'>) => ({
  change: (change: PreferenceChange) => send({ type: 'preference.changed', change }),
  retry: () => send({ type: 'retry' }),
});

export function usePreferences() {
  const { snapshot, commands } = useWholeFlow('preferences', commandsOf);
  return {
    preferences: selectPreferences(snapshot),
    savedState: selectSavedState(snapshot),
    unsaved: selectUnsavedPreferences(snapshot),
    failure: selectPreferencesFailure(snapshot),
    ...commands,
  };
}
