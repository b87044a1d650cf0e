export interface IdentitySession {
  userId: string;
  email: string;
  emailVerified: boolean;
  method: SignInMethod;
}

export type SignInMethod = 'password' | 'google';

export interface CodeDelivery {
  destination: string | null;
}

/** The session may have changed, here or in another tab: read `session()` again. May be sent twice. */
export interface IdentityEvent {
  type: 'signedIn' | 'signedOut' | 'refreshed';
}

export type Proof = { method: 'password'; password: string } | { method: 'google'; signal: AbortSignal };

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Everything the app needs from the identity provider; the machines and the API client use this and never
 * aws-amplify. The same code serves the embedded and the hosted provider. Rejections are `IdentityFailure`s.
 */
export interface IdentityPort {
  /** Null when signed out. Rejects only if the network prevented renewing expired tokens. */
  session(): Promise<IdentitySession | null>;
  /** The bearer token of every call (R7): empty if not available in time; never rejects. */
  idToken(options?: { timeoutMs?: number; forceRefresh?: boolean }): Promise<string>;
  /** Creates the account and signs in, in one call, so that no password is stored in between. */
  signUp(credentials: Credentials): Promise<IdentitySession>;
  signIn(credentials: Credentials): Promise<IdentitySession>;
  readonly passwordMinimumLength: number;
  /** Prefetches what signing in needs; never rejects. */
  prefetch(): Promise<void>;
  /** Confirms the address of a new account, if the provider requires it. Rejects with codeRefused. */
  confirmSignUp(input: { email: string; code: string }): Promise<void>;
  resendSignUpCode(email: string): Promise<void>;
  readonly hasGoogle: boolean;
  /**
   * Signs in with Google in a popup. Call it in the click itself, because browsers open windows only then.
   * Rejects with popupBlocked, cancelled, googleFailed, or the signal's reason.
   */
  google(options: { signal: AbortSignal }): Promise<IdentitySession>;
  googleByRedirect(): Promise<void>;
  /** Completes a sign-in after a redirect, or returns null. Call it once, on load. */
  finishRedirect(): Promise<IdentitySession | null>;
  /**
   * Re-authenticates (R4.15) without changing the session. The caller keeps the identity token in memory,
   * never in a machine. Rejects with wrongPassword, otherAccount and those of `google`.
   */
  reauthenticate(proof: Proof): Promise<{ idToken: string }>;
  /** Rejects with wrongPassword, weakPassword, tooManyAttempts. */
  changePassword(input: { currentPassword: string; newPassword: string }): Promise<void>;
  /**
   * Emails a code to a new address; `confirmVerification` makes it the user's. An unverified address is
   * replaced at once. Password null: sends the same email again. Rejects with wrongPassword, accountExists,
   * freshSignInRequired, mailFailed, tooManyAttempts.
   */
  changeEmail(input: { email: string; password: string | null }): Promise<CodeDelivery>;
  /**
   * Deletes the user from a hosted pool, after the server has deleted them; the server deletes its own
   * identities itself. Never rejects.
   */
  forgetIdentity(): Promise<void>;
  /** Ends the session here, and at the provider if reachable; never rejects. */
  signOut(): Promise<void>;
  /** Emails a code for a new password. Same response for an address without an account. */
  resetPassword(email: string): Promise<CodeDelivery>;
  /** Rejects with codeRefused for a wrong code or an unknown account, and weakPassword. */
  confirmResetPassword(input: { email: string; code: string; newPassword: string }): Promise<void>;
  sendVerification(): Promise<CodeDelivery>;
  confirmVerification(code: string): Promise<void>;
  isVerified(): Promise<boolean>;
  onEvent(listener: (event: IdentityEvent) => void): () => void;
}
