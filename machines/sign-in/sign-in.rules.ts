import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { SignInContext } from './sign-in.setup.ts';

const kept = ['failure', 'hasGoogle', 'isInAppBrowser', 'mode'];
const refusals = ['choosing.refused', 'confirming.refused', 'forgotten.refused', 'renewing.refused'];

export const signInInvariants: readonly Invariant<SignInContext>[] = [
  {
    name: 'stores neither address, password nor code',
    requirement: 'R1.6',
    holds: ({ context }) => Object.keys(context).sort().join() === kept.join(),
  },
  remembering({
    name: 'announces a sign-in once, when it has succeeded',
    requirement: 'R1.6',
    start: 0,
    after: (announced, { actions }) => announced + actions.filter((name) => name === 'announceLogin').length,
    holds: ({ isIn }, announced) => announced === (isIn('signedIn') ? 1 : 0),
  }),
  {
    name: 'shows a reason in the form exactly when it was rejected',
    holds: ({ isIn, context }) => (context.failure !== null) === refusals.some((state) => isIn(state)),
  },
  {
    name: 'never uses Google inside another app',
    requirement: 'R2.32',
    holds: ({ isIn, context }) => !(isIn('withGoogle') && context.isInAppBrowser),
  },
  remembering({
    name: 'shows the notice for another app’s browser from the start, and nowhere else',
    requirement: 'R2.32',
    start: true,
    after: (isStart, { cause }) => isStart && cause === null,
    holds: ({ isIn, context }, isStart) =>
      isIn('inAppBrowser') ===
      (isStart ? context.isInAppBrowser : isIn('inAppBrowser') && context.isInAppBrowser),
  }),
  remembering({
    name: 'leaves the page for Google only after its window was blocked',
    requirement: 'R2.33',
    start: false,
    after: (wasBlocked, { isIn }) => isIn('withGoogle.blocked') || (wasBlocked && !isIn('choosing')),
    holds: ({ started }, wasBlocked) => wasBlocked || !started.includes('leaveForGoogle'),
  }),
  remembering<SignInContext, SignInContext['mode']>({
    name: 'signs existing users in and new users up, as the form says',
    requirement: 'R5.1',
    start: 'signIn',
    after: (_, { context }) => context.mode,
    holds: ({ started }, mode) =>
      !(started.includes('signIn') && mode === 'signUp') &&
      !(started.includes('signUp') && mode === 'signIn'),
  }),
];
