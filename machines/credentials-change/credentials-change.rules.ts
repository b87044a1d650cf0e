import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { CredentialsChangeContext } from './credentials-change.setup.ts';

export const credentialsChangeInvariants: readonly Invariant<CredentialsChangeContext>[] = [
  {
    name: 'accepts a code only after mailing one, and mails one only on request',
    holds: ({ started, cause }) =>
      (!started.includes('changeAddress') || cause === 'address.submitted' || cause === 'mail.requested') &&
      (!started.includes('confirmCode') || cause === 'code.submitted') &&
      (!started.includes('changePassword') || cause === 'password.submitted'),
  },
  remembering<CredentialsChangeContext, { mailed: string | null; isRight: boolean }>({
    name: 'asks for the code that was mailed to the address on screen',
    start: { mailed: null, isRight: true },
    after: ({ mailed }, { cause, context, isIn }) => {
      const now = cause === 'changeAddress: the code is mailed' ? context.address : mailed;
      return { mailed: now, isRight: !isIn('address.codeAsked') || now === context.address };
    },
    holds: (_, { isRight }) => isRight,
  }),
  {
    name: 'notifies the server only after the identity provider accepts the code',
    holds: ({ started, cause }) =>
      !started.includes('tellServer') || cause === 'confirmCode: the code is right',
  },
  {
    name: 'confirms a change only after it is made',
    holds: ({ isIn, cause }) =>
      cause === null ||
      cause === 'cancel' ||
      ((!isIn('idle.addressChanged') || cause.startsWith('tellServer: ')) &&
        (!isIn('idle.passwordChanged') || cause === 'endOtherSessions: other devices are signed out')),
  },
  {
    name: 'signs out other devices only after the password has changed',
    holds: ({ started, cause }) =>
      started.includes('endOtherSessions') === (cause === 'changePassword: the password is changed'),
  },
  {
    name: 'reloads what has changed',
    holds: ({ actions, cause }) =>
      actions.includes('refreshUser') === (cause?.startsWith('tellServer: ') === true),
  },
  {
    name: 'shows a failure only in the form it belongs to',
    holds: ({ isIn, context }) =>
      context.failure === null ||
      isIn('address.editing') ||
      isIn('address.codeAsked') ||
      isIn('password.editing') ||
      isIn('idle.resting'),
  },
  {
    name: 'keeps no address of a user who has signed out',
    holds: ({ cause, context, isIn }) =>
      cause !== 'user.left' || (isIn('idle.resting') && context.address === null && context.failure === null),
  },
];
