import { demandedWhile, type Invariant } from '../kit/catalogue.ts';
import type { EmailVerificationContext } from './email-verification.setup.ts';

/** What holds in every state of confirming an address. */
export const emailVerificationInvariants: readonly Invariant<EmailVerificationContext>[] = [
  {
    name: 'nobody is mailed whose address is confirmed, or who is not signed in',
    requirement: 'R5.2',
    holds: ({ started, isIn }) => !started.includes('sendMail') || isIn('unverified'),
  },
  {
    name: 'the first mail goes by itself, every other only when it is asked for',
    requirement: 'R4.12',
    holds: ({ started, cause }) =>
      !started.includes('sendMail') ||
      cause === 'mail.requested' ||
      cause === 'isVerified: the address is not confirmed',
  },
  {
    name: 'an address is changed only when the user has given another',
    requirement: 'R4.12',
    holds: ({ started, cause }) => !started.includes('changeAddress') || cause === 'address.submitted',
  },
  {
    name: 'the address that is shown is the one that the last code was mailed to',
    requirement: 'R4.12',
    holds: ({ cause, context }) =>
      cause !== 'changeAddress: the code is mailed to the other address' ||
      (context.correctedAddress !== null && context.wantedAddress === null && context.codeFailure === null),
  },
  {
    name: 'what was wrong with an address stands only where it can be corrected',
    holds: ({ isIn, context }) => context.addressFailure === null || isIn('correcting.entering'),
  },
  {
    name: 'whoever has gone leaves no address behind',
    holds: ({ cause, context }) =>
      cause !== 'user.left' || (context.correctedAddress === null && context.wantedAddress === null),
  },
  {
    name: 'nothing is asked while the page is hidden',
    requirement: 'R4.13',
    holds: ({ isIn, running }) => !isIn('unverified.watch.paused') || !running.includes('isVerified'),
  },
  {
    name: 'the page is loaded anew only after the server has been told',
    requirement: 'R4.14',
    holds: ({ actions, cause }) =>
      !actions.includes('reloadPage') || cause?.startsWith('recheckAuth: ') === true,
  },
  demandedWhile<EmailVerificationContext>({
    name: 'the modal is demanded exactly while the address is unconfirmed, and until the page is loaded anew',
    state: ['unverified', 'correcting', 'verified', 'reloading'],
    demand: 'demandModal',
    settle: 'settleModal',
  }),
];
