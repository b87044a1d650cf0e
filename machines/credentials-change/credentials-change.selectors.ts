import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { credentialsChangeMachine } from './credentials-change.machine.ts';

type CredentialsChangeSnapshot = SnapshotFrom<typeof credentialsChangeMachine>;

type CredentialsStep =
  | 'idle'
  | 'addressChanged'
  | 'passwordChanged'
  | 'othersSignedIn'
  | 'address'
  | 'code'
  | 'password';

export function selectCredentialsStep(snapshot: CredentialsChangeSnapshot): CredentialsStep {
  const isAboutAddress = snapshot.context.address !== null;
  if (snapshot.matches({ idle: 'othersSignedIn' })) return 'othersSignedIn';
  if (snapshot.hasTag(tag.done)) return isAboutAddress ? 'addressChanged' : 'passwordChanged';
  if (snapshot.hasTag(tag.idle)) return 'idle';
  if (snapshot.hasTag(tag.waiting)) return 'code';
  return snapshot.matches('address') ? 'address' : 'password';
}

export const selectNewAddress = (snapshot: CredentialsChangeSnapshot) => snapshot.context.address;
export const selectIsChangingCredentials = (snapshot: CredentialsChangeSnapshot) => snapshot.hasTag(tag.busy);
export const selectCanCancelChange = (snapshot: CredentialsChangeSnapshot) =>
  snapshot.hasTag(tag.cancellable);
export const selectCredentialsFailure = (snapshot: CredentialsChangeSnapshot) => snapshot.context.failure;
