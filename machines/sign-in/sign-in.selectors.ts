import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { signInMachine } from './sign-in.machine.ts';

type SignInSnapshot = SnapshotFrom<typeof signInMachine>;

export type SignInStep =
  | 'inAppBrowser'
  | 'credentials'
  | 'googleWindow'
  | 'googleBlocked'
  | 'googlePage'
  | 'signUpCode'
  | 'forgottenPassword'
  | 'newPassword';

export function selectSignInStep(snapshot: SignInSnapshot): SignInStep {
  if (snapshot.matches('inAppBrowser')) return 'inAppBrowser';
  if (snapshot.matches({ withGoogle: 'asking' })) return 'googleWindow';
  if (snapshot.matches({ withGoogle: 'blocked' })) return 'googleBlocked';
  if (snapshot.matches('withGoogle')) return 'googlePage';
  if (snapshot.matches('confirming')) return 'signUpCode';
  if (snapshot.matches('forgotten')) return 'forgottenPassword';
  if (snapshot.matches('renewing')) return 'newPassword';
  return 'credentials';
}

export const selectSignInMode = (snapshot: SignInSnapshot) => snapshot.context.mode;
export const selectIsSigningIn = (snapshot: SignInSnapshot) => snapshot.hasTag(tag.busy);
export const selectHasSignedIn = (snapshot: SignInSnapshot) => snapshot.hasTag(tag.done);
export const selectSignInFailure = (snapshot: SignInSnapshot) => snapshot.context.failure;
export const selectOffersGoogle = ({ context }: SignInSnapshot) =>
  context.hasGoogle && !context.isInAppBrowser;
export const selectIsCodeSent = (snapshot: SignInSnapshot) =>
  snapshot.matches({ confirming: 'sent' }) || snapshot.matches({ renewing: 'sent' });
export const selectIsSendingCode = (snapshot: SignInSnapshot) =>
  snapshot.matches({ confirming: 'sending' }) || snapshot.matches({ renewing: 'sending' });
/** The user must sign in manually. */
export const selectIsCodeAccepted = (snapshot: SignInSnapshot) => snapshot.matches({ choosing: 'accepted' });
