import type { SnapshotFrom } from 'xstate';
import type { emailVerificationMachine } from './email-verification.machine.ts';

type EmailVerificationSnapshot = SnapshotFrom<typeof emailVerificationMachine>;

export const selectDestination = (snapshot: EmailVerificationSnapshot) => snapshot.context.destination;
export const selectMailFailure = (snapshot: EmailVerificationSnapshot) => snapshot.context.mailFailure;
export const selectCodeFailure = (snapshot: EmailVerificationSnapshot) => snapshot.context.codeFailure;
/** Whether another mail may be asked for. */
export const selectCanResend = (snapshot: EmailVerificationSnapshot) =>
  snapshot.can({ type: 'mail.requested' });
export const selectIsSendingMail = (snapshot: EmailVerificationSnapshot) =>
  snapshot.children.sendMail !== undefined;
export const selectIsConfirming = (snapshot: EmailVerificationSnapshot) =>
  snapshot.children.confirmCode !== undefined;
