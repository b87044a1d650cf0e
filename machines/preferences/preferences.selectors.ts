import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { preferencesMachine } from './preferences.machine.ts';
import { effectivePreferences } from './preferences.setup.ts';

type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>;

/** What holds here and now; null while nobody is signed in. */
export const selectPreferences = (snapshot: PreferencesSnapshot) => effectivePreferences(snapshot.context);

/** `known`: as of the last visit; `waiting`: changes wait for a server that does not answer. */
export type SavedState = 'known' | 'waiting' | 'saving' | 'saved' | 'failed';

/** Whether the server has what holds here. */
export function selectSavedState(snapshot: PreferencesSnapshot): SavedState {
  if (snapshot.hasTag(tag.failed)) return 'failed';
  if (snapshot.hasTag(tag.done)) return 'saved';
  const { changes, sending } = snapshot.context;
  if (Object.keys({ ...changes, ...sending }).length === 0) return 'known';
  return snapshot.hasTag(tag.waiting) ? 'waiting' : 'saving';
}
export const selectPreferencesFailure = (snapshot: PreferencesSnapshot) => snapshot.context.failure;
