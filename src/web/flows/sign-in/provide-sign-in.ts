import { implement } from '#machines/kit/implement.ts';
import { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import type { SignInEntries } from '#web/hooks/app-port.ts';
import type { IdentityPort } from '#web/identity/port.ts';

interface SignInEffects {
  identity: IdentityPort;
  /** Never goes through the machine. */
  entered: () => SignInEntries;
  signingIn: <Value>(work: Promise<Value>) => Promise<Value>;
  announceLogin: () => void;
}

export function provideSignIn(effects: SignInEffects): typeof signInMachine {
  const { identity, entered, signingIn, announceLogin } = effects;

  /** Not async: a window must open in the click itself. */
  const signIn = (work: Promise<unknown>, signal: AbortSignal): Promise<void> =>
    signingIn(work).then(() => {
      // The form was closed, but the sign-in has succeeded.
      if (signal.aborted) announceLogin();
    });

  /** The code is used up either way. */
  const signInAfterwards = (signal: AbortSignal) =>
    signIn(identity.signIn(entered()), signal).then(
      () => ({ isSignedIn: true }),
      () => ({ isSignedIn: false }),
    );

  return implement(signInMachine, ({ promise }) => ({
    ...promise('signIn', ({ signal }) => signIn(identity.signIn(entered()), signal)),
    ...promise('signUp', ({ signal }) => signIn(identity.signUp(entered()), signal)),
    ...promise('signInWithGoogle', ({ signal }) => signIn(identity.google({ signal }), signal)),
    ...promise('leaveForGoogle', () => identity.googleByRedirect()),
    ...promise('confirmSignUp', async ({ signal }) => {
      await identity.confirmSignUp(entered());
      return signInAfterwards(signal);
    }),
    ...promise('sendSignUpCode', () => identity.resendSignUpCode(entered().email)),
    ...promise('sendPasswordCode', async () => {
      await identity.resetPassword(entered().email);
    }),
    ...promise('setPassword', async ({ signal }) => {
      const { email, code, password } = entered();
      await identity.confirmResetPassword({ email, code, newPassword: password });
      return signInAfterwards(signal);
    }),
  })).provide({ actions: { announceLogin } });
}
