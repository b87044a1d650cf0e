import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import { remembering } from '../kit/catalogue.ts';
import type { AuthContext } from './auth.setup.ts';

/** What holds in every state of auth. */
export const authInvariants: readonly Invariant<AuthContext>[] = [
  {
    name: 'whoever is signed out leaves nothing of themselves behind',
    requirement: 'R4.3',
    holds: ({ isIn, context }) => !isIn('signedOut') || (context.user === null && !context.landsOnCampaign),
  },
  remembering({
    name: 'what was read for a user is cleared before nobody is signed in',
    requirement: 'R4.3',
    start: false,
    after: (mayHoldData, { isIn, actions }) =>
      isIn('signedIn') || (mayHoldData && !actions.includes('clearUserData')),
    holds: ({ isIn }, mayHoldData) => !isIn('signedOut') || !mayHoldData,
  }),
  {
    name: 'whoever is signed in is known',
    requirement: 'R4.1',
    holds: ({ isIn, context }) => !isIn('signedIn') || context.user !== null,
  },
  {
    name: 'a session is opened only for a token that the server does not know',
    requirement: 'R4.2',
    holds: ({ started, cause }) =>
      !started.includes('login') || cause === 'checkSession: unknown, but a token exists',
  },
  {
    name: 'an address that belongs to another account leads to the other ways to sign in',
    requirement: 'R8.5',
    holds: ({ actions, cause }) =>
      actions.includes('openSignIn') === (cause === 'login: the address belongs to another account'),
  },
  remembering({
    name: 'only the sign-in form leads to the campaigns',
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
    reason: 'a failure has one code, and that of a taken address does not pass by itself',
  },
  {
    mutants: ['stay: auth.signedIn.landing --always#0[cameFromSignIn]--> auth.signedIn.current'],
    reason:
      'Having noted the landing, the chart stays in landing for no time at all: the second eventless transition ' +
      'leads to the same state.',
  },
];
