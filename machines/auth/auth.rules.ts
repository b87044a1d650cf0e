import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import { remembering } from '../kit/catalogue.ts';
import type { AuthContext } from './auth.setup.ts';

export const authInvariants: readonly Invariant<AuthContext>[] = [
  {
    name: 'keeps no data of a user who has signed out',
    requirement: 'R4.3',
    holds: ({ isIn, context }) => !isIn('signedOut') || (context.user === null && !context.landsOnCampaign),
  },
  remembering({
    name: 'clears a user’s data before the state is signed out',
    requirement: 'R4.3',
    start: false,
    after: (mayHoldData, { isIn, actions }) =>
      isIn('signedIn') || (mayHoldData && !actions.includes('clearUserData')),
    holds: ({ isIn }, mayHoldData) => !isIn('signedOut') || !mayHoldData,
  }),
  {
    name: 'a signed-in user is always known',
    requirement: 'R4.1',
    holds: ({ isIn, context }) => !isIn('signedIn') || context.user !== null,
  },
  {
    name: 'opens a session only for a token that the server does not know',
    requirement: 'R4.2',
    holds: ({ started, cause }) =>
      !started.includes('login') || cause === 'checkSession: unknown, but a token exists',
  },
  {
    name: 'an address that belongs to another account opens the other sign-in options',
    requirement: 'R8.5',
    holds: ({ actions, cause }) =>
      actions.includes('openSignIn') === (cause === 'login: the address belongs to another account'),
  },
  remembering({
    name: 'only the sign-in form continues to the campaigns',
    requirement: 'R1.6',
    start: { cameThroughForm: false, wentUnasked: false },
    after: ({ cameThroughForm }, { cause, actions }) => {
      const comes = cameThroughForm || cause === 'login.completed';
      const goes = actions.includes('goToCampaign');
      return { cameThroughForm: comes && !goes, wentUnasked: goes && !comes };
    },
    holds: (_, { wentUnasked }) => !wentUnasked,
  }),
];

export const authEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: ['reorder: auth.loggingIn --error(login)#0[passesByItself]--> auth.unreachable after the next'],
    reason: 'a failure has one code, and the one for a taken address is permanent',
  },
  {
    mutants: ['stay: auth.signedIn.landing --always#0[cameFromSignIn]--> auth.signedIn.current'],
    reason:
      'The machine leaves landing at once: the second eventless transition ' + 'goes to the same state.',
  },
];
