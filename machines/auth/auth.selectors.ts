import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { authMachine } from './auth.machine.ts';

type AuthSnapshot = SnapshotFrom<typeof authMachine>;

export type AuthStatus = 'checking' | 'signedIn' | 'signedOut' | 'unreachable';

export function selectAuthStatus(snapshot: AuthSnapshot): AuthStatus {
  if (snapshot.hasTag(tag.done)) return 'signedIn';
  if (snapshot.hasTag(tag.idle)) return 'signedOut';
  return snapshot.hasTag(tag.failed) ? 'unreachable' : 'checking';
}

export const selectUser = (snapshot: AuthSnapshot) => snapshot.context.user;
export const selectAuthFailure = (snapshot: AuthSnapshot) => snapshot.context.failure;
export const selectIsAuthBusy = (snapshot: AuthSnapshot) => snapshot.hasTag(tag.busy);

/** Not the check on every page load. */
export const selectIsAuthAwaited = (snapshot: AuthSnapshot) =>
  snapshot.hasTag(tag.busy) && (snapshot.context.landsOnCampaign || snapshot.matches('signingOut'));
