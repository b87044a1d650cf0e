import type { SignedInSession } from '#contract/account.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, cutOffAt, done, emits, fails } from '../kit/outcomes.ts';
import { authMachine } from './auth.machine.ts';
import { authEquivalents, authInvariants } from './auth.rules.ts';

const user: SignedInSession = {
  isAuthenticated: true,
  userId: '01900000-0000-7000-8000-00000000b001',
  userEmail: 'gm@example.com',
  userName: null,
  userCreditBalance: 0,
  activeSubscription: null,
  freeAnalysisBalance: 1,
  firstAnalysisPerformed: false,
  isAlphaTester: false,
  agreementsAccepted: true,
  nextCreditDropDate: null,
  nextCreditExpiration: null,
  userCreatedAt: '2026-01-01T00:00:00.000Z',
  allowedCountry: true,
  country: null,
};

export const authFlow = defineFlow({
  name: 'auth',
  title: 'Who is signed in',
  group: 'Account',
  paragraph:
    'Asks the server on load who the user is. If this browser is signed in but the server has no ' +
    'session for it, opens one and asks again. If the server no longer knows the user, whatever the ' +
    'page asked it, the user’s data is cleared and the landing page opens. Visitors who are not signed ' +
    'in are sent there from the campaigns.',
  requirements: ['R1.6', 'R2.18', 'R4.1', 'R4.2', 'R4.3', 'R7.1', 'R7.2', 'R7.3', 'R8.1', 'R8.5'],
  story: ['checking', 'signedOut', 'checking: login.completed', 'loggingIn', 'rechecking', 'signedIn'],
  next: {
    'email-verification': 'the address is not confirmed',
    agreements: 'documents are new',
    recording: 'a session is to be recorded',
    upload: 'a recording is there',
  },
  synonyms: {
    session: ['login', 'logout', 'log out', 'token', 'cookie'],
    'signed out': ['session expired', 'thrown out'],
  },
  machine: authMachine,
  events: {
    'login.completed': 'the user has signed in',
    'logout.requested': 'the user signs out',
    unauthorized: 'a call returns 401',
    'identity.changed': 'sentByActor',
    'refresh.requested': 'balances may have changed',
    retry: 'the user tries again',
  },
  outcomes: {
    checkSession: [
      done('the user is known', { user, hasToken: true }),
      done('the user is known, with another balance', {
        user: { ...user, userCreditBalance: 150 },
        hasToken: true,
      }),
      done('unknown, but a token exists', { user: null, hasToken: true }),
      done('unknown, and no token', { user: null, hasToken: false }),
      cutOff,
    ],
    login: [
      done('the session is open', undefined),
      fails(
        'the address belongs to another account',
        'accountExists',
        'An account with this email already exists. Please sign in with Google.',
      ),
      fails('the server rejects the token', 'unexpected', 'Something went wrong. Please try again.'),
      cutOff,
    ],
    signOut: [done('the session has ended', undefined), cutOffAt('signing out fails')],
    watchIdentity: [
      emits('the user signs in or out in another tab', { type: 'identity.changed' }),
      fails('watching breaks', 'unexpected', 'The listener failed.'),
    ],
  },
  alike: {
    checkSession: { 'the server cannot be reached': ['identityUnavailable'] },
    login: {
      'the address belongs to another account': ['unauthorized'],
      'the server cannot be reached': ['identityUnavailable', 'tooManyRequests'],
    },
  },
  guards: {
    isAuthenticated: 'The server knows who the user is.',
    hasToken: 'This browser is signed in from before.',
    cameFromSignIn: 'The user has just signed in and wants to go to the campaigns.',
    isTaken: 'The email address belongs to another account.',
    passesByItself:
      'The server or the identity provider could not be reached, or asks to wait: a retry may help.',
  },
  invariants: authInvariants,
  equivalents: authEquivalents,
});
