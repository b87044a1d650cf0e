import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { signInMachine } from './sign-in.machine.ts';

type SignInSnapshot = SnapshotFrom<typeof signInMachine>;

export const selectSignInMode = (snapshot: SignInSnapshot): 'signIn' | 'signUp' =>
  snapshot.matches('joining') ? 'signUp' : 'signIn';
export const selectIsSigningIn = (snapshot: SignInSnapshot) => snapshot.hasTag(tag.busy);
export const selectHasSignedIn = (snapshot: SignInSnapshot) => snapshot.hasTag(tag.done);
export const selectSignInFailure = (snapshot: SignInSnapshot) => snapshot.context.failure;
