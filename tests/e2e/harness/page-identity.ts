import { IdentityFailure } from '#web/identity/identity-failure.ts';
import type { IdentityPort, IdentitySession } from '#web/identity/port.ts';

const session: IdentitySession = {
  userId: '01900000-0000-7000-8000-00000000b001',
  email: 'gm@example.com',
  emailVerified: true,
  method: 'password',
};

/** An identity provider that answers when it is told to. */
export function createPageIdentity(startsSignedIn: boolean, hasGoogle: boolean) {
  const listeners = new Set<Parameters<IdentityPort['onEvent']>[0]>();
  let hasToken = startsSignedIn;
  let waiting: { resolve: () => void; reject: (failure: IdentityFailure) => void } | null = null;

  const accepted = () =>
    new Promise<void>((resolve, reject) => {
      waiting = { resolve, reject };
    });
  const answered = async (): Promise<IdentitySession> => {
    await accepted();
    hasToken = true;
    return session;
  };
  const unused = async (): Promise<never> => {
    throw new IdentityFailure('unexpected');
  };

  const port: IdentityPort = {
    session: async () => (hasToken ? session : null),
    idToken: async () => (hasToken ? 'token' : ''),
    signIn: answered,
    signUp: answered,
    signOut: async () => {
      hasToken = false;
    },
    passwordMinimumLength: 8,
    prefetch: async () => {},
    confirmSignUp: accepted,
    resendSignUpCode: accepted,
    resetPassword: async () => {
      await accepted();
      return { destination: null };
    },
    confirmResetPassword: accepted,
    sendVerification: unused,
    confirmVerification: accepted,
    isVerified: async () => true,
    hasGoogle,
    google: answered,
    googleByRedirect: accepted,
    finishRedirect: async () => null,
    reauthenticate: unused,
    forgetIdentity: async () => undefined,
    changePassword: accepted,
    changeEmail: async () => {
      await accepted();
      return { destination: null };
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  return {
    port,
    setToken(present: boolean) {
      hasToken = present;
    },
    /** Somebody signs in or out in another tab. */
    changeElsewhere() {
      hasToken = !hasToken;
      for (const listener of listeners) listener({ type: hasToken ? 'signedIn' : 'signedOut' });
    },
    /** Ends what it was asked for last. */
    answer(failure: { code: string; message: string } | null): boolean {
      if (waiting === null) return false;
      const { resolve, reject } = waiting;
      waiting = null;
      if (failure === null) resolve();
      else reject(new IdentityFailure(failure.code as 'unexpected', { message: failure.message }));
      return true;
    },
  };
}
