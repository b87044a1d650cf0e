import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import type { IdentityPort } from '#web/identity/port.ts';

/** The sign-in chart with its effects. */
export function provideSignIn(effects: {
  identity: IdentityPort;
  announceLogin: () => void;
}): typeof signInMachine {
  const { promise } = implement(signInMachine);
  return provideActors(signInMachine, {
    ...promise('signIn', async ({ input }) => {
      await effects.identity.signIn(input);
    }),
    ...promise('signUp', async ({ input }) => {
      await effects.identity.signUp(input);
    }),
  }).provide({ actions: { announceLogin: () => effects.announceLogin() } });
}
