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

/** Here or in another tab: read `session()` again. May be sent twice. */
export interface IdentityEvent {
  type: 'signedIn' | 'signedOut' | 'refreshed';
}

type Proof = { method: 'password'; password: string } | { method: 'google'; signal: AbortSignal };

export interface Credentials {
  email: string;
  password: string;
}

/** Machines and API client use this and never aws-amplify. Rejections are `IdentityFailure`s. */
export interface IdentityPort {
  /** Null when signed out. Rejects only if the network prevented renewing expired tokens. */
  session(): Promise<IdentitySession | null>;
  /** R7: empty if not available in time; never rejects. */
  idToken(options?: { timeoutMs?: number; forceRefresh?: boolean }): Promise<string>;
  /** Also signs in, so that no password is stored in between. */
  signUp(credentials: Credentials): Promise<IdentitySession>;
  signIn(credentials: Credentials): Promise<IdentitySession>;
  readonly passwordMinimumLength: number;
  /** Where all emails are, if this computer sends none. */
  readonly mailPage: string | null;
  /** Never rejects. */
  prefetch(): Promise<void>;
  /** If the provider requires it. Rejects with codeRefused. */
  confirmSignUp(input: { email: string; code: string }): Promise<void>;
  resendSignUpCode(email: string): Promise<void>;
  readonly hasGoogle: boolean;
  /**
   * Call it in the click itself. Rejects with popupBlocked, cancelled, googleFailed, or the signal's reason.
   */
  google(options: { signal: AbortSignal }): Promise<IdentitySession>;
  googleByRedirect(): Promise<void>;
  /** Null without a redirect. Call it once, on load. */
  finishRedirect(): Promise<IdentitySession | null>;
  /** R4.15. Keep the token in memory. Rejects with wrongPassword, otherAccount and those of `google`. */
  reauthenticate(proof: Proof): Promise<{ idToken: string }>;
  /** Rejects with wrongPassword, weakPassword, tooManyAttempts. */
  changePassword(input: { currentPassword: string; newPassword: string }): Promise<void>;
  /**
   * Password null: sends the email again. Rejects with wrongPassword, accountExists, freshSignInRequired,
   * mailFailed, tooManyAttempts.
   */
  changeEmail(input: { email: string; password: string | null }): Promise<CodeDelivery>;
  /** From a hosted pool, after the server has deleted the user. Never rejects. */
  forgetIdentity(): Promise<void>;
  /** At the provider only if it is reachable; never rejects. */
  signOut(): Promise<void>;
  /** Same response for an address without an account. */
  resetPassword(email: string): Promise<CodeDelivery>;
  /** Rejects with codeRefused (also for an unknown account) and weakPassword. */
  confirmResetPassword(input: { email: string; code: string; newPassword: string }): Promise<void>;
  sendVerification(): Promise<CodeDelivery>;
  confirmVerification(code: string): Promise<void>;
  isVerified(): Promise<boolean>;
  onEvent(listener: (event: IdentityEvent) => void): () => void;
}
