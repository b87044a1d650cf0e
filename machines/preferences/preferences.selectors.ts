import type { SnapshotFrom } from 'xstate';
import { keysOf } from '#contract/unknown-values.ts';
import { tag } from '../kit/tags.ts';
import type { preferencesMachine } from './preferences.machine.ts';
import { effectivePreferences, type PreferenceChange } from './preferences.setup.ts';

type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>;

export const selectPreferences = (snapshot: PreferencesSnapshot) => effectivePreferences(snapshot.context);

type SavedState = 'known' | 'waiting' | 'saving' | 'saved' | 'failed';

export function selectSavedState(snapshot: PreferencesSnapshot): SavedState {
  if (snapshot.hasTag(tag.failed)) return 'failed';
  if (snapshot.hasTag(tag.done)) return 'saved';
  const { changes, sending } = snapshot.context;
  if (Object.keys({ ...changes, ...sending }).length === 0) return 'known';
  return snapshot.hasTag(tag.waiting) ? 'waiting' : 'saving';
}
export const selectUnsavedPreferences = ({
  context: { changes, sending },
}: PreferencesSnapshot): readonly (keyof PreferenceChange)[] => keysOf({ ...sending, ...changes });

export const selectPreferencesFailure = (snapshot: PreferencesSnapshot) => snapshot.context.failure;
