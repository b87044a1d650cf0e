import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import type { IdentityPort } from '#web/identity/port.ts';

/** The sign-in chart with its effects. */
export function provideSignIn(effects: {
  identity: IdentityPort;
  /** While this runs, events of the identity tell of our own doing. */
  signingIn: <Value>(work: Promise<Value>) => Promise<Value>;
  announceLogin: () => void;
}): typeof signInMachine {
  const { promise } = implement(signInMachine);
  const { identity, signingIn, announceLogin } = effects;
  return provideActors(signInMachine, {
    ...promise('signIn', async ({ input, signal }) => {
      await signingIn(identity.signIn(input));
      // The form was closed meanwhile, but the sign-in has succeeded.
      if (signal.aborted) announceLogin();
    }),
    ...promise('signUp', async ({ input, signal }) => {
      await signingIn(identity.signUp(input));
      if (signal.aborted) announceLogin();
    }),
  }).provide({ actions: { announceLogin } });
}
