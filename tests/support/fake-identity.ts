import { IdentityFailure } from '#web/identity/identity-failure.ts';
import type {
  Credentials,
  IdentityEvent,
  IdentityPort,
  IdentitySession,
  SignInMethod,
} from '#web/identity/port.ts';

interface FakeUser extends Credentials, Omit<IdentitySession, 'method'> {
  method?: SignInMethod;
}

export type FailingMethod = Exclude<
  keyof IdentityPort,
  'onEvent' | 'signOut' | 'idToken' | 'hasGoogle' | 'passwordMinimumLength' | 'mailPage' | 'prefetch'
>;

export interface FakeIdentity extends IdentityPort {
  failNext(method: FailingMethod, failure: unknown): void;
  holdNext(): () => void;
  emit(event: IdentityEvent): void;
  readonly code: string;
  readonly calls: readonly string[];
}

/** @param options.tokenOf makes the identity token; for the server in process, use `createTestIssuer` */
export function createFakeIdentity(
  options: {
    users?: readonly FakeUser[];
    signedInAs?: string;
    googleAs?: string;
    tokenOf?: (session: IdentitySession) => string | Promise<string>;
    mailPage?: string;
  } = {},
): FakeIdentity {
  const users = new Map((options.users ?? []).map((user) => [user.email, { ...user }]));
  const tokenOf = options.tokenOf ?? ((session) => `token-of-${session.userId}`);
  const code = '246810';
  const listeners = new Set<(event: IdentityEvent) => void>();
  const failures = new Map<FailingMethod, unknown>();
  const calls: string[] = [];
  let current = options.signedInAs === undefined ? undefined : users.get(options.signedInAs);
  let gate: Promise<void> | undefined;
  let pendingEmail: string | undefined;

  async function enter(method: keyof IdentityPort): Promise<void> {
    calls.push(method);
    const held = gate;
    gate = undefined;
    await held;
    const key = method as FailingMethod;
    if (!failures.has(key)) return;
    const failure = failures.get(key);
    failures.delete(key);
    throw failure;
  }
  const emit = (event: IdentityEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  const sessionOf = ({ userId, email, emailVerified, method = 'password' }: FakeUser): IdentitySession => ({
    userId,
    email,
    emailVerified,
    method,
  });
  const currentUser = () => {
    if (!current) throw new IdentityFailure('signedOut');
    return current;
  };
  const addressOf = (email: string) => email.trim().toLowerCase();

  function googleUser(): FakeUser {
    const address = options.googleAs;
    if (address === undefined) throw new IdentityFailure('googleFailed');
    const known = users.get(address);
    if (known?.method === 'google') return known;
    return {
      email: address,
      password: '',
      userId: crypto.randomUUID(),
      emailVerified: true,
      method: 'google',
    };
  }

  function open(user: FakeUser): IdentitySession {
    current = user;
    emit({ type: 'signedIn' });
    return sessionOf(user);
  }

  return {
    code,
    calls,
    emit,
    failNext: (method, failure) => void failures.set(method, failure),
    holdNext() {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    async session() {
      await enter('session');
      return current ? sessionOf(current) : null;
    },
    async idToken() {
      await enter('idToken');
      return current ? tokenOf(sessionOf(current)) : '';
    },
    async signUp({ email, password }) {
      await enter('signUp');
      const address = addressOf(email);
      if (users.has(address)) throw new IdentityFailure('accountExists');
      if (password.length < 8) throw new IdentityFailure('weakPassword');
      const user = { email: address, password, userId: crypto.randomUUID(), emailVerified: false };
      users.set(address, user);
      return open(user);
    },
    async signIn({ email, password }) {
      await enter('signIn');
      const user = users.get(addressOf(email));
      if (user?.password !== password) throw new IdentityFailure('wrongPassword');
      return open(user);
    },
    async signOut() {
      await enter('signOut');
      if (!current) return;
      current = undefined;
      emit({ type: 'signedOut' });
    },
    async resetPassword(email) {
      await enter('resetPassword');
      return { destination: `${addressOf(email).slice(0, 1)}***` };
    },
    async confirmResetPassword(input) {
      await enter('confirmResetPassword');
      const user = users.get(addressOf(input.email));
      if (!user || input.code !== code) throw new IdentityFailure('codeRefused');
      if (input.newPassword.length < 8) throw new IdentityFailure('weakPassword');
      user.password = input.newPassword;
      user.emailVerified = true;
    },
    async sendVerification() {
      await enter('sendVerification');
      const user = currentUser();
      if (user.emailVerified) throw new IdentityFailure('alreadyVerified');
      return { destination: `${user.email.slice(0, 1)}***` };
    },
    async confirmVerification(given) {
      await enter('confirmVerification');
      const user = currentUser();
      if (given !== code) throw new IdentityFailure('codeMismatch');
      user.emailVerified = true;
      user.email = pendingEmail ?? user.email;
      pendingEmail = undefined;
      emit({ type: 'refreshed' });
    },
    async isVerified() {
      await enter('isVerified');
      return currentUser().emailVerified;
    },
    passwordMinimumLength: 8,
    mailPage: options.mailPage ?? null,
    async prefetch() {},
    async confirmSignUp(given) {
      await enter('confirmSignUp');
      if (given.code !== code) throw new IdentityFailure('codeRefused');
    },
    async resendSignUpCode() {
      await enter('resendSignUpCode');
    },
    hasGoogle: options.googleAs !== undefined,
    async google({ signal }) {
      await enter('google');
      signal.throwIfAborted();
      return open(googleUser());
    },
    async googleByRedirect() {
      await enter('googleByRedirect');
    },
    async finishRedirect() {
      await enter('finishRedirect');
      return null;
    },
    async reauthenticate(proof) {
      await enter('reauthenticate');
      const user = currentUser();
      if (proof.method === 'password') {
        if (user.password !== proof.password) throw new IdentityFailure('wrongPassword');
      } else {
        proof.signal.throwIfAborted();
        if (googleUser().userId !== user.userId) throw new IdentityFailure('otherAccount');
      }
      return { idToken: await tokenOf(sessionOf(user)) };
    },
    async forgetIdentity() {
      await enter('forgetIdentity');
    },
    async changePassword({ currentPassword, newPassword }) {
      await enter('changePassword');
      const user = currentUser();
      if (user.password !== currentPassword) throw new IdentityFailure('wrongPassword');
      if (newPassword.length < 8) throw new IdentityFailure('weakPassword');
      user.password = newPassword;
    },
    async changeEmail({ email, password }) {
      await enter('changeEmail');
      const user = currentUser();
      const address = addressOf(email);
      if (password === null && pendingEmail !== address) throw new IdentityFailure('freshSignInRequired');
      if (password !== null && user.password !== password) throw new IdentityFailure('wrongPassword');
      if (users.has(address)) throw new IdentityFailure('accountExists');
      if (user.emailVerified) pendingEmail = address;
      else {
        users.delete(user.email);
        user.email = address;
        users.set(address, user);
      }
      return { destination: `${address.slice(0, 1)}***` };
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
