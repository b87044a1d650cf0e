/** Who is signed in, as the stored identity token says. */
export interface IdentitySession {
  userId: string;
  email: string;
  emailVerified: boolean;
  /** How they sign in, and so how they prove once more who they are. */
  method: SignInMethod;
}

export type SignInMethod = 'password' | 'google';

/** Where a code was mailed to, masked; null where the provider does not say. */
export interface CodeDelivery {
  destination: string | null;
}

/** A hint that the session may have changed, here or in another tab: read `session()` again. May come twice. */
export interface IdentityEvent {
  type: 'signedIn' | 'signedOut' | 'refreshed';
}

/** By the password, or by Google in a window of its own, opened in the click. */
export type Proof = { method: 'password'; password: string } | { method: 'google'; signal: AbortSignal };

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Everything the app asks of the identity provider; charts and the API client know this and never aws-amplify. The
 * same code serves the embedded and the hosted provider. Rejections are `IdentityFailure`s.
 */
export interface IdentityPort {
  /** Null when signed out. Rejects only when expired tokens could not be renewed because of the network. */
  session(): Promise<IdentitySession | null>;
  /** The bearer of every call (R7): empty when it cannot be had within the time; never rejects. */
  idToken(options?: { timeoutMs?: number; forceRefresh?: boolean }): Promise<string>;
  /** Makes the account and signs in, in one call, so that no password has to be kept in between. */
  signUp(credentials: Credentials): Promise<IdentitySession>;
  /** Replaces a session that is still there. */
  signIn(credentials: Credentials): Promise<IdentitySession>;
  /** What the provider asks of a password at least, in characters; it checks it itself. */
  readonly passwordMinimumLength: number;
  /** Loads ahead what signing in needs; never rejects. */
  prefetch(): Promise<void>;
  /** Proves the address of a new account where the provider lets nobody in before. Rejects with codeRefused. */
  confirmSignUp(input: { email: string; code: string }): Promise<void>;
  /** Mails another such code. */
  resendSignUpCode(email: string): Promise<void>;
  /** Whether there is a sign-in with Google. */
  readonly hasGoogle: boolean;
  /**
   * Signs in with Google in a window of its own. Call it in the click itself, for browsers open windows only then.
   * Rejects with popupBlocked, cancelled, googleFailed, or the signal's reason.
   */
  google(options: { signal: AbortSignal }): Promise<IdentitySession>;
  /** The same in this window: leaves the page and comes back to /campaign, where `finishRedirect` completes it. */
  googleByRedirect(): Promise<void>;
  /** Completes a sign-in for which this tab had left the page; null when it had not. Call it once, on load. */
  finishRedirect(): Promise<IdentitySession | null>;
  /**
   * Proves once more who is signed in (R4.15), beside the session, which stays as it is. The identity token is the
   * caller's alone: it is kept in memory and never in a chart. Rejects with wrongPassword, otherAccount and those of
   * `google`.
   */
  reauthenticate(proof: Proof): Promise<{ idToken: string }>;
  /** Rejects with wrongPassword, weakPassword, tooManyAttempts. */
  changePassword(input: { currentPassword: string; newPassword: string }): Promise<void>;
  /**
   * Mails a code to a new address; `confirmVerification` makes it the user's. An address that was never verified gives way
   * at once. The password is null for the same mail once more. Rejects with wrongPassword, accountExists,
   * freshSignInRequired, mailFailed, tooManyAttempts.
   */
  changeEmail(input: { email: string; password: string | null }): Promise<CodeDelivery>;
  /**
   * Deletes the user from a hosted pool, once the server has deleted them; where the identities are the server's own it
   * has done that, too. Never rejects.
   */
  forgetIdentity(): Promise<void>;
  /** Ends the session here, and at the provider when it can be reached; never rejects. */
  signOut(): Promise<void>;
  /** Mails a code for a new password. Answers the same for an address without an account. */
  resetPassword(email: string): Promise<CodeDelivery>;
  /** Rejects with codeRefused, whether the code is wrong or there is no such account, and weakPassword. */
  confirmResetPassword(input: { email: string; code: string; newPassword: string }): Promise<void>;
  /** Mails a code that verifies the address of the signed-in user. */
  sendVerification(): Promise<CodeDelivery>;
  /** Takes that code, and renews the tokens so that they say so. */
  confirmVerification(code: string): Promise<void>;
  /** Asks the provider, not the token, whether the address is verified. */
  isVerified(): Promise<boolean>;
  /** Gives back how to stop listening. */
  onEvent(listener: (event: IdentityEvent) => void): () => void;
}
