import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { CredentialsChangeContext } from './credentials-change.setup.ts';

/** What holds in every state of changing address and password. */
export const credentialsChangeInvariants: readonly Invariant<CredentialsChangeContext>[] = [
  {
    name: 'a code is taken only after one was mailed, and a mail goes only when it is asked for',
    holds: ({ started, cause }) =>
      (!started.includes('changeAddress') || cause === 'address.submitted' || cause === 'mail.requested') &&
      (!started.includes('confirmCode') || cause === 'code.submitted') &&
      (!started.includes('changePassword') || cause === 'password.submitted'),
  },
  remembering<CredentialsChangeContext, { mailed: string | null; isRight: boolean }>({
    name: 'the code that is asked for was mailed to the address that is shown',
    start: { mailed: null, isRight: true },
    after: ({ mailed }, { cause, context, isIn }) => {
      const now = cause === 'changeAddress: the code is mailed' ? context.address : mailed;
      return { mailed: now, isRight: !isIn('address.codeAsked') || now === context.address };
    },
    holds: (_, { isRight }) => isRight,
  }),
  {
    name: 'the server is told once the identity provider has taken the code, and not before',
    holds: ({ started, cause }) =>
      !started.includes('tellServer') || cause === 'confirmCode: the code is right',
  },
  {
    name: 'the page says that something was changed only when it was',
    holds: ({ isIn, cause }) =>
      cause === null ||
      cause === 'cancel' ||
      ((!isIn('idle.addressChanged') || cause.startsWith('tellServer: ')) &&
        (!isIn('idle.passwordChanged') || cause.startsWith('endOtherSessions: '))),
  },
  {
    name: 'other devices are signed out once the password is changed, and not before',
    holds: ({ started, cause }) =>
      started.includes('endOtherSessions') === (cause === 'changePassword: the password is changed'),
  },
  {
    name: 'what was changed is read anew',
    holds: ({ actions, cause }) =>
      actions.includes('refreshUser') === (cause?.startsWith('tellServer: ') === true),
  },
  {
    name: 'a reason stands in the form that it is about, and only there',
    holds: ({ isIn, context }) =>
      context.failure === null ||
      isIn('address.editing') ||
      isIn('address.codeAsked') ||
      isIn('password.editing') ||
      isIn('idle.resting'),
  },
  {
    name: 'whoever has gone leaves no address behind',
    holds: ({ cause, context, isIn }) =>
      cause !== 'user.left' || (isIn('idle.resting') && context.address === null && context.failure === null),
  },
];
