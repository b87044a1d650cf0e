import { type Invariant, remembering } from '../kit/catalogue.ts';
import { effectivePreferences, type PreferencesContext } from './preferences.setup.ts';

export const preferencesInvariants: readonly Invariant<PreferencesContext>[] = [
  {
    name: 'keeps no preferences of a user who has signed out',
    holds: ({ isIn, context }) =>
      !isIn('absent') || (context.userId === null && effectivePreferences(context) === null),
  },
  remembering<PreferencesContext, { user: string | null; revision: number; hasFallen: boolean }>({
    name: 'never replaces a copy with an older one',
    requirement: 'R7.14',
    start: { user: null, revision: -1, hasFallen: false },
    after: ({ user, revision }, { context }) => {
      const next = context.base?.revision_id ?? -1;
      return {
        user: context.userId,
        revision: next,
        hasFallen: user === context.userId && user !== null && next < revision,
      };
    },
    holds: (_, { hasFallen }) => !hasFallen,
  }),
  {
    name: 'applies the user’s changes at once, and until the server has them',
    requirement: 'R7.8',
    holds: ({ isIn, context }) =>
      !isIn('present.current') ||
      (Object.keys(context.changes).length === 0 && Object.keys(context.sending).length === 0),
  },
  {
    name: 'shows the values that apply',
    requirement: 'R3.4',
    holds: ({ cause, actions }) =>
      !(cause === 'preference.changed' || cause === 'user.arrived' || cause === 'user.left') ||
      actions.includes('applyPreferences') === true ||
      actions.length === 0,
  },
  {
    name: 'stores only what the server has confirmed',
    requirement: 'R7.14',
    holds: ({ cause, actions }) =>
      !actions.includes('cachePreferences') ||
      cause?.startsWith('getPreferences: ') === true ||
      cause?.startsWith('putPreferences: ') === true,
  },
];
