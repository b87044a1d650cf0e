import { IdentityFailure } from '#web/identity/identity-failure.ts';
import type { CodeDelivery, IdentityPort, IdentitySession } from '#web/identity/port.ts';

const session: IdentitySession = {
  userId: '01900000-0000-7000-8000-00000000b001',
  email: 'gm@example.com',
  emailVerified: true,
  method: 'password',
};

/** Requests that may be pending side by side; all others run one after the other. */
export type Question = 'session' | 'sendVerification' | 'isVerified' | 'other';

/** An identity provider that answers on command. */
export function createPageIdentity(startsSignedIn: boolean, hasGoogle: boolean) {
  const listeners = new Set<Parameters<IdentityPort['onEvent']>[0]>();
  let hasToken = startsSignedIn;
  const waiting = new Map<
    Question,
    { resolve: (output: unknown) => void; reject: (failure: IdentityFailure) => void }
  >();
  let sessionIsHeld = false;

  const asked = (question: Question) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(question, { resolve, reject });
    });
  const accepted = async (): Promise<void> => {
    await asked('other');
  };
  const answered = async (): Promise<IdentitySession> => {
    await accepted();
    hasToken = true;
    return session;
  };
  const port: IdentityPort = {
    session: async () => {
      if (sessionIsHeld) return (await asked('session')) as IdentitySession;
      return hasToken ? session : null;
    },
    idToken: async () => (hasToken ? 'token' : ''),
    signIn: answered,
    signUp: answered,
    signOut: async () => {
      hasToken = false;
    },
    passwordMinimumLength: 8,
    mailPage: null,
    prefetch: async () => {},
    confirmSignUp: accepted,
    resendSignUpCode: accepted,
    resetPassword: async () => {
      await accepted();
      return { destination: null };
    },
    confirmResetPassword: accepted,
    sendVerification: async () => {
      return (await asked('sendVerification')) as CodeDelivery;
    },
    confirmVerification: accepted,
    isVerified: async () => (hasToken ? true : ((await asked('isVerified')) as boolean)),
    hasGoogle,
    google: answered,
    googleByRedirect: accepted,
    finishRedirect: async () => null,
    reauthenticate: async () => {
      await accepted();
      return { idToken: 'fresh token' };
    },
    forgetIdentity: accepted,
    changePassword: accepted,
    changeEmail: async () => ((await asked('other')) ?? { destination: null }) as CodeDelivery,
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
    /** A user signs in or out in another tab. */
    changeElsewhere() {
      hasToken = !hasToken;
      for (const listener of listeners) listener({ type: hasToken ? 'signedIn' : 'signedOut' });
    },
    /** From now on, the signed-in user is known only when the test says so. */
    holdSession(isHeld: boolean) {
      sessionIsHeld = isHeld;
    },
    /** Ends the latest request; parallel ones by name. */
    answer(
      failure: { code: string; message: string } | null,
      question: Question = 'other',
      output?: unknown,
    ): boolean {
      const one = waiting.get(question);
      if (one === undefined) return false;
      waiting.delete(question);
      if (failure === null) one.resolve(question === 'session' ? { ...session, method: output } : output);
      else one.reject(new IdentityFailure(failure.code as 'unexpected', { message: failure.message }));
      return true;
    },
  };
}
