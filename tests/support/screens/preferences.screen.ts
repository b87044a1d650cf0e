import { effectivePreferences, type PreferencesContext } from '#machines/preferences/preferences.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const dark = { role: 'radio', name: 'Dark' } as const;
const comprehensive = { role: 'radio', name: /^Comprehensive/ } as const;
const saved = { role: 'status', text: 'Saved' } as const;
const saving = { role: 'status', text: 'Saving …' } as const;

export const preferencesScreen: FlowScreen = {
  flow: 'preferences',
  begin: 'Sign in.',
  address: '/terms',
  gestures: {
    'user.arrived': {
      instead:
        'Sign in, or reload the page while signed in; then open “Menu”, “Account Settings”, “Preferences”.',
    },
    'preference.changed: the user chooses the dark theme': { control: dark },
    'preference.changed: the user chooses comprehensive notes': { control: comprehensive },
    retry: { control: { role: 'button', name: 'Try again' } },
    'user.left': { instead: 'Sign out, here or in a second tab.' },
  },
  notOffered: [
    {
      event: 'preference.changed',
      in: 'present',
      when: ({ context }, { change }) => {
        const now = effectivePreferences(context as PreferencesContext) as Record<string, unknown> | null;
        return Object.entries(change as object).every(([field, value]) => now?.[field] === value);
      },
      reason: 'it is already chosen',
    },
    {
      event: 'retry',
      in: 'present.notLoaded',
      reason: 'the app asks the server again by itself',
    },
  ],
  promises: [
    { in: 'absent', doesNotSee: [{ role: 'radio', text: 'Dark' }, saved] },
    { in: 'present.current', sees: () => [saved] },
    { in: 'present.saving', sees: () => [saving], doesNotSee: [saved] },
    { in: 'present.conflict', sees: () => [saving], doesNotSee: [saved] },
    { in: 'present.notLoaded', doesNotSee: [saved, saving] },
    {
      in: 'present.unsaved',
      sees: (snapshot) => failureShown(snapshot),
      doesNotSee: [saved, saving],
    },
  ],
};
