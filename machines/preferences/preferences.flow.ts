import type { Preferences } from '#contract/preferences.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { breaksAt, cutOff, done, emits, fails } from '../kit/outcomes.ts';
import { preferencesMachine } from './preferences.machine.ts';
import { preferencesInvariants } from './preferences.rules.ts';

const userId = '01900000-0000-7000-8000-00000000b001';
const cached: Preferences = {
  theme: 'system',
  revision_id: 3,
  version: 1,
  auto_copy_analysis_to_notes: true,
  default_language: null,
  default_detail_level: 'brief',
  show_alpha_features: true,
  mail_when_notes_ready: false,
  tour_seen: false,
  notes_writer: null,
};

export const preferencesFlow = defineFlow({
  name: 'preferences',
  title: 'Preferences',
  group: 'Account',
  paragraph:
    'The browser stores a user’s preferences and applies them immediately. The server’s copy replaces them ' +
    'only if its revision is higher. Changes are sent with the revision they are based on. If another ' +
    'device was faster, the changes of both devices are merged.',
  requirements: ['R3.4', 'R7.7', 'R7.8', 'R7.14'],
  story: [
    'absent',
    'present.loading',
    'present.settling',
    'present.current',
    'present.settling',
    'present.saving',
    'present.settling',
    'present.current',
  ],
  synonyms: {
    preference: ['settings', 'options', 'profile'],
  },
  machine: preferencesMachine,
  events: {
    'user.arrived': [{ name: 'a user is signed in', event: { type: 'user.arrived', userId, cached } }],
    'preference.changed': [
      {
        name: 'the user chooses the dark theme',
        event: { type: 'preference.changed', change: { theme: 'dark' } },
      },
      {
        name: 'the user chooses comprehensive notes',
        event: { type: 'preference.changed', change: { default_detail_level: 'comprehensive' } },
      },
    ],
    'cache.changed': 'sentByActor',
    retry: 'the user tries again',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    getPreferences: [
      done('the server has a newer copy', { ...cached, revision_id: 4, theme: 'light' }),
      done('the server has the same copy', cached),
      cutOff,
    ],
    putPreferences: [
      done('it is saved', { ...cached, revision_id: 6, theme: 'dark' }),
      fails(
        'another device was faster',
        'staleRevision',
        'This was changed elsewhere while you were editing.',
      ),
      cutOff,
    ],
    watchCache: [
      emits('another tab has stored a newer copy', {
        type: 'cache.changed',
        preferences: { ...cached, revision_id: 5, theme: 'light' },
      }),
      emits('another tab has stored an older copy', {
        type: 'cache.changed',
        preferences: { ...cached, revision_id: 2 },
      }),
      breaksAt('the browser reports an error'),
    ],
  },
  alike: {
    getPreferences: { 'the server cannot be reached': ['notFound'] },
    putPreferences: { 'the server cannot be reached': ['notFound'] },
  },
  guards: {
    isNewer: 'The copy has a higher revision than the one here.',
    hasChanges: 'There are changes that the server does not have.',
    isStale: 'The server has a newer revision than the one the change is based on.',
  },
  // Left out are the values of preferences, and in which order they were chosen: no guard reads them.
  abstraction: ({ base, changes, sending, failure }) => ({
    revision: base?.revision_id,
    changes: Object.keys(changes).toSorted(),
    isSending: Object.keys(sending).length > 0,
    hasFailed: failure !== null,
  }),
  invariants: preferencesInvariants,
});
