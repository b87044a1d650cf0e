/** Who is signed in, as the stored identity token says. */
export interface IdentitySession {
  userId: string;
  email: string;
  emailVerified: boolean;
}

/** Where a code was mailed to, masked; null where the provider does not say. */
export interface CodeDelivery {
  destination: string | null;
}

/** A hint that the session may have changed, here or in another tab: read `session()` again. May come twice. */
export interface IdentityEvent {
  type: 'signedIn' | 'signedOut' | 'refreshed';
}

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
  /** Ends the session here, and at the provider when it can be reached; never rejects. */
  signOut(): Promise<void>;
  /** Mails a code for a new password. Answers the same for an address without an account. */
  resetPassword(email: string): Promise<CodeDelivery>;
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
