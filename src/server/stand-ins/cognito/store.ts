/** A user of the embedded identity provider. No password: only a salt and the SRP verifier (hexadecimal). */
export interface StoredUser {
  id: string;
  email: string;
  emailVerified: boolean;
  confirmed: boolean;
  salt: string;
  verifier: string;
  /** The Google id of users who only sign in with Google. Their verifier has a random password. */
  federatedSubject: string | null;
  createdAt: Date;
}

export interface StoredAuthorization {
  codeHash: string;
  userId: string;
  redirectUri: string;
  codeChallenge: string;
  authenticatedAt: Date;
  expiresAt: Date;
}

export interface StoredChallenge {
  id: string;
  loginKey: string;
  /** Null for the fake challenge of an unknown user. */
  userId: string | null;
  clientValue: string;
  serverSecret: string;
  expiresAt: Date;
}

export interface StoredSession {
  id: string;
  userId: string;
  refreshTokenHash: string;
  authenticatedAt: Date;
  expiresAt: Date;
}

export type CodePurpose = 'confirmSignUp' | 'verifyEmail' | 'resetPassword';

export interface StoredCode {
  userId: string;
  purpose: CodePurpose;
  codeHash: string;
  email: string;
  expiresAt: Date;
}

export type UserChanges = Partial<
  Pick<StoredUser, 'email' | 'emailVerified' | 'confirmed' | 'salt' | 'verifier'>
>;

export interface IdentityStore {
  insertUser(user: StoredUser): Promise<boolean>;
  findUserByEmail(email: string): Promise<StoredUser | undefined>;
  findUserByFederatedSubject(subject: string): Promise<StoredUser | undefined>;
  findUserById(id: string): Promise<StoredUser | undefined>;
  updateUser(id: string, changes: UserChanges): Promise<'updated' | 'emailTaken' | 'missing'>;
  deleteUser(id: string): Promise<void>;

  insertChallenge(challenge: StoredChallenge): Promise<void>;
  takeChallenge(id: string): Promise<StoredChallenge | undefined>;

  saveCode(code: StoredCode): Promise<void>;
  findCode(userId: string, purpose: CodePurpose): Promise<StoredCode | undefined>;
  /** Returns and deletes the code if its hash matches; otherwise keeps it. */
  takeCode(userId: string, purpose: CodePurpose, codeHash: string): Promise<StoredCode | undefined>;

  insertAuthorization(authorization: StoredAuthorization): Promise<void>;
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
