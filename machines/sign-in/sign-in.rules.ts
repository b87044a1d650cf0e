import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { Failure } from '../kit/failure.ts';

/** What holds in every state of signing in, whatever password was given. */
export const signInInvariants = (
  password: string,
): readonly Invariant<{ readonly failure: Failure | null }>[] => [
  {
    name: 'the password is never kept',
    holds: ({ context }) => !JSON.stringify(context).includes(password),
  },
  remembering({
    name: 'the sign-in is announced once, when it has succeeded',
    requirement: 'R1.6',
    start: 0,
    after: (announced, { actions }) => announced + actions.filter((name) => name === 'announceLogin').length,
    holds: ({ isIn }, announced) => announced === (isIn('signedIn') ? 1 : 0),
  }),
  {
    name: 'a reason stands in the form exactly when it was refused',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('returning.refused') || isIn('joining.refused')),
  },
];
