/** A user of the embedded identity provider. No password: only a salt and the SRP verifier (hexadecimal). */
export interface StoredUser {
  /** The `sub` of all tokens: a UUID. */
  id: string;
  /** In lower case; unique among users with a password. */
  email: string;
  emailVerified: boolean;
  /** False until the sign-up code is entered, unless sign-ups are confirmed at once. */
  confirmed: boolean;
  salt: string;
  verifier: string;
  /** The Google id of users who only sign in with Google. Their verifier has a random password. */
  federatedSubject: string | null;
  createdAt: Date;
}

/** A single-use code of the authorization endpoint (RFC 6749 4.1, PKCE: RFC 7636). */
export interface StoredAuthorization {
  codeHash: string;
  userId: string;
  redirectUri: string;
  /** SHA-256 of the client's verifier, base64url. */
  codeChallenge: string;
  authenticatedAt: Date;
  expiresAt: Date;
}

/** The server's half of a running SRP sign-in. Single-use. */
export interface StoredChallenge {
  /** The secret block, base64. */
  id: string;
  /** Hash of the typed login, in lower case: the key for counting wrong passwords. */
  loginKey: string;
  /** Null for the fake challenge of an unknown user. */
  userId: string | null;
  clientValue: string;
  serverSecret: string;
  expiresAt: Date;
}

/** A signed-in device; its id is the `origin_jti` of its tokens. */
export interface StoredSession {
  id: string;
  userId: string;
  /** SHA-256 of the refresh token, which is not stored. */
  refreshTokenHash: string;
  /** When the password was entered. */
  authenticatedAt: Date;
  expiresAt: Date;
}

export type CodePurpose = 'confirmSignUp' | 'verifyEmail' | 'resetPassword';

/** A mailed code; one per user and purpose, a new one replaces the old. */
export interface StoredCode {
  userId: string;
  purpose: CodePurpose;
  codeHash: string;
  /** The address that the code proves. */
  email: string;
  expiresAt: Date;
}

export type UserChanges = Partial<
  Pick<StoredUser, 'email' | 'emailVerified' | 'confirmed' | 'salt' | 'verifier'>
>;

/** The embedded identity provider's store. Each method is atomic. */
export interface IdentityStore {
  /** False if the address, or the federated subject, is taken. */
  insertUser(user: StoredUser): Promise<boolean>;
  /** Only users with a password. */
  findUserByEmail(email: string): Promise<StoredUser | undefined>;
  findUserByFederatedSubject(subject: string): Promise<StoredUser | undefined>;
  findUserById(id: string): Promise<StoredUser | undefined>;
  updateUser(id: string, changes: UserChanges): Promise<'updated' | 'emailTaken' | 'missing'>;
  /** Deletes the user with all sessions, codes and challenges. */
  deleteUser(id: string): Promise<void>;

  insertChallenge(challenge: StoredChallenge): Promise<void>;
  /** Returns a challenge and deletes it. */
  takeChallenge(id: string): Promise<StoredChallenge | undefined>;

  /** Replaces an earlier code of the same user and purpose. */
  saveCode(code: StoredCode): Promise<void>;
  findCode(userId: string, purpose: CodePurpose): Promise<StoredCode | undefined>;
  /** Returns and deletes the code if its hash matches; otherwise keeps it. */
  takeCode(userId: string, purpose: CodePurpose, codeHash: string): Promise<StoredCode | undefined>;

  insertAuthorization(authorization: StoredAuthorization): Promise<void>;
  /** Returns an authorization and deletes it. */
  takeAuthorization(codeHash: string): Promise<StoredAuthorization | undefined>;

  insertSession(session: StoredSession): Promise<void>;
  findSession(id: string): Promise<StoredSession | undefined>;
  findSessionByRefreshToken(refreshTokenHash: string): Promise<StoredSession | undefined>;
  deleteSession(id: string): Promise<void>;
  deleteSessionsOf(userId: string, exceptId?: string): Promise<void>;

  /** Counts one more attempt under `key`; the count restarts `windowMs` after its first. */
  countAttempt(key: string, now: Date, windowMs: number): Promise<number>;
  clearAttempts(key: string): Promise<void>;

  /**
   * Deletes expired challenges, authorizations and sessions. Keeps expired codes until `longAgo`, to
   * distinguish them from wrong ones; also deletes counts that started before it.
   */
  prune(now: Date, longAgo: Date): Promise<void>;
}
