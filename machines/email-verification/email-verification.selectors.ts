import type { SnapshotFrom } from 'xstate';
import type { emailVerificationMachine } from './email-verification.machine.ts';

type EmailVerificationSnapshot = SnapshotFrom<typeof emailVerificationMachine>;

export const selectDestination = (snapshot: EmailVerificationSnapshot) => snapshot.context.destination;
export const selectMailFailure = (snapshot: EmailVerificationSnapshot) => snapshot.context.mailFailure;
export const selectCodeFailure = (snapshot: EmailVerificationSnapshot) => snapshot.context.codeFailure;
export const selectCanResend = (snapshot: EmailVerificationSnapshot) =>
  snapshot.can({ type: 'mail.requested' });
export const selectIsSendingMail = (snapshot: EmailVerificationSnapshot) =>
  snapshot.children.sendMail !== undefined;
export const selectIsConfirming = (snapshot: EmailVerificationSnapshot) =>
  snapshot.children.confirmCode !== undefined;
export const selectCanCorrect = (snapshot: EmailVerificationSnapshot) =>
  snapshot.can({ type: 'address.requested' });
export const selectIsConfirmed = (snapshot: EmailVerificationSnapshot) =>
  snapshot.matches('verified') || snapshot.matches('reloading');
export const selectIsCorrecting = (snapshot: EmailVerificationSnapshot) => snapshot.matches('correcting');
export const selectIsChangingAddress = (snapshot: EmailVerificationSnapshot) =>
  snapshot.children.changeAddress !== undefined;
export const selectCorrectedAddress = (snapshot: EmailVerificationSnapshot) =>
  snapshot.context.correctedAddress;
export const selectWantedAddress = (snapshot: EmailVerificationSnapshot) => snapshot.context.wantedAddress;
export const selectAddressFailure = (snapshot: EmailVerificationSnapshot) => snapshot.context.addressFailure;
