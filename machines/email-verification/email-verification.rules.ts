import { demandedWhile, type Invariant } from '../kit/catalogue.ts';
import type { EmailVerificationContext } from './email-verification.setup.ts';

export const emailVerificationInvariants: readonly Invariant<EmailVerificationContext>[] = [
  {
    name: 'sends no email to users who are confirmed or signed out',
    requirement: 'R5.2',
    holds: ({ started, isIn }) => !started.includes('sendMail') || isIn('unverified'),
  },
  {
    name: 'sends the first email automatically, and others only on request',
    requirement: 'R4.12',
    holds: ({ started, cause }) =>
      !started.includes('sendMail') ||
      cause === 'mail.requested' ||
      cause === 'isVerified: the address is not confirmed',
  },
  {
    name: 'changes an address only when the user has entered another',
    requirement: 'R4.12',
    holds: ({ started, cause }) => !started.includes('changeAddress') || cause === 'address.submitted',
  },
  {
    name: 'shows the address that the last code was sent to',
    requirement: 'R4.12',
    holds: ({ cause, context }) =>
      cause !== 'changeAddress: the code is mailed to the other address' ||
      (context.correctedAddress !== null && context.wantedAddress === null && context.codeFailure === null),
  },
  {
    name: 'shows a problem with an address only where it can be corrected',
    holds: ({ isIn, context }) => context.addressFailure === null || isIn('correcting.entering'),
  },
  {
    name: 'keeps no address of a user who has signed out',
    holds: ({ cause, context }) =>
      cause !== 'user.left' || (context.correctedAddress === null && context.wantedAddress === null),
  },
  {
    name: 'polls nothing while the page is hidden',
    requirement: 'R4.13',
    holds: ({ isIn, running }) => !isIn('unverified.watch.paused') || !running.includes('isVerified'),
  },
  {
    name: 'reloads the page only after notifying the server',
    requirement: 'R4.14',
    holds: ({ actions, cause }) =>
      !actions.includes('reloadPage') || cause?.startsWith('recheckAuth: ') === true,
  },
  demandedWhile<EmailVerificationContext>({
    name: 'requests the modal exactly while the address is unconfirmed, and until the page reloads',
    state: ['unverified', 'correcting', 'verified', 'reloading'],
    demand: 'demandModal',
    settle: 'settleModal',
  }),
];
