import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { preferencesMachine } from './preferences.machine.ts';
import { effectivePreferences, type PreferenceChange } from './preferences.setup.ts';

type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>;

/** The current values; null when signed out. */
export const selectPreferences = (snapshot: PreferencesSnapshot) => effectivePreferences(snapshot.context);

/** `known`: as of the last visit; `waiting`: changes wait for the server. */
export type SavedState = 'known' | 'waiting' | 'saving' | 'saved' | 'failed';

/** Whether the server has the current values. */
export function selectSavedState(snapshot: PreferencesSnapshot): SavedState {
  if (snapshot.hasTag(tag.failed)) return 'failed';
  if (snapshot.hasTag(tag.done)) return 'saved';
  const { changes, sending } = snapshot.context;
  if (Object.keys({ ...changes, ...sending }).length === 0) return 'known';
  return snapshot.hasTag(tag.waiting) ? 'waiting' : 'saving';
}
/** The preferences that the server has not confirmed. */
export const selectUnsavedPreferences = ({
  context: { changes, sending },
}: PreferencesSnapshot): readonly (keyof PreferenceChange)[] =>
  Object.keys({ ...sending, ...changes }) as (keyof PreferenceChange)[];

export const selectPreferencesFailure = (snapshot: PreferencesSnapshot) => snapshot.context.failure;
