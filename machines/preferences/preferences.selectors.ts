import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { preferencesMachine } from './preferences.machine.ts';
import { effectivePreferences } from './preferences.setup.ts';

type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>;

/** What holds here and now; null while nobody is signed in. */
export const selectPreferences = (snapshot: PreferencesSnapshot) => effectivePreferences(snapshot.context);
export const selectIsSavingPreferences = (snapshot: PreferencesSnapshot) =>
  snapshot.children.putPreferences !== undefined;
export const selectArePreferencesSaved = (snapshot: PreferencesSnapshot) => snapshot.hasTag(tag.done);
export const selectPreferencesFailure = (snapshot: PreferencesSnapshot) => snapshot.context.failure;
