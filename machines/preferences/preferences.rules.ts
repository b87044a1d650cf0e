import { type Invariant, remembering } from '../kit/catalogue.ts';
import { effectivePreferences, type PreferencesContext } from './preferences.setup.ts';

/** What holds in every state of the preferences. */
export const preferencesInvariants: readonly Invariant<PreferencesContext>[] = [
  {
    name: 'whoever has gone leaves no preferences behind',
    holds: ({ isIn, context }) =>
      !isIn('absent') || (context.userId === null && effectivePreferences(context) === null),
  },
  remembering<PreferencesContext, { user: string | null; revision: number; hasFallen: boolean }>({
    name: 'no copy gives way to an older one',
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
    name: 'what the user has changed holds at once, and until the server has it',
    requirement: 'R7.8',
    holds: ({ isIn, context }) =>
      !isIn('present.current') ||
      (Object.keys(context.changes).length === 0 && Object.keys(context.sending).length === 0),
  },
  {
    name: 'what holds is shown',
    requirement: 'R3.4',
    holds: ({ cause, actions }) =>
      !(cause === 'preference.changed' || cause === 'user.arrived' || cause === 'user.left') ||
      actions.includes('applyPreferences') === true ||
      actions.length === 0,
  },
  {
    name: 'only what the server has confirmed is kept in the browser',
    requirement: 'R7.14',
    holds: ({ cause, actions }) =>
      !actions.includes('cachePreferences') ||
      cause?.startsWith('getPreferences: ') === true ||
      cause?.startsWith('putPreferences: ') === true,
  },
];
