/** A user of the embedded identity provider. No password: only a salt and the SRP verifier (hexadecimal). */
export interface StoredUser {
  /** The `sub` of all tokens: a UUID. */
  id: string;
  /** In lower case; unique among the users with a password. */
  email: string;
  emailVerified: boolean;
  /** False until the sign-up code is given, where sign-ups are not confirmed at once. */
  confirmed: boolean;
  salt: string;
  verifier: string;
  /** Who signs in with Google only: the id there. Such a user's verifier belongs to a password that nobody knows. */
  federatedSubject: string | null;
  createdAt: Date;
}

/** A code of the authorization endpoint, to be exchanged for tokens once (RFC 6749 4.1, PKCE: RFC 7636). */
export interface StoredAuthorization {
  codeHash: string;
  userId: string;
  redirectUri: string;
  /** SHA-256 of the verifier that the client keeps, base64url. */
  codeChallenge: string;
  authenticatedAt: Date;
  expiresAt: Date;
}

/** The server's half of a running SRP sign-in. Taken once. */
export interface StoredChallenge {
  /** The secret block, base64. */
  id: string;
  /** Hash of what the user typed, in lower case: wrong passwords are counted under it, known user or not. */
  loginKey: string;
  /** Null for the fake challenge of an unknown user. */
  userId: string | null;
  clientValue: string;
  serverSecret: string;
  expiresAt: Date;
}

/** A signed-in device; its id is the `origin_jti` of the tokens made from it. */
export interface StoredSession {
  id: string;
  userId: string;
  /** SHA-256 of the refresh token: the token itself is not kept. */
  refreshTokenHash: string;
  /** When the password was given. */
  authenticatedAt: Date;
  expiresAt: Date;
}

export type CodePurpose = 'confirmSignUp' | 'verifyEmail' | 'resetPassword';

/** A code sent by mail; one per user and purpose, a new one replaces the old. */
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

/** Where the embedded identity provider keeps its rows. Each method is atomic. */
export interface IdentityStore {
  /** False when the address, or the federated subject, is taken. */
  insertUser(user: StoredUser): Promise<boolean>;
  /** Only users with a password. */
  findUserByEmail(email: string): Promise<StoredUser | undefined>;
  findUserByFederatedSubject(subject: string): Promise<StoredUser | undefined>;
  findUserById(id: string): Promise<StoredUser | undefined>;
  updateUser(id: string, changes: UserChanges): Promise<'updated' | 'emailTaken' | 'missing'>;
  /** Deletes the user with all sessions, codes and challenges. */
  deleteUser(id: string): Promise<void>;

  insertChallenge(challenge: StoredChallenge): Promise<void>;
  /** Gives a challenge and deletes it. */
  takeChallenge(id: string): Promise<StoredChallenge | undefined>;

  /** Replaces an earlier code of the same user and purpose. */
  saveCode(code: StoredCode): Promise<void>;
  findCode(userId: string, purpose: CodePurpose): Promise<StoredCode | undefined>;
  /** Gives and deletes the code when its hash matches; otherwise leaves it. */
  takeCode(userId: string, purpose: CodePurpose, codeHash: string): Promise<StoredCode | undefined>;

  insertAuthorization(authorization: StoredAuthorization): Promise<void>;
  /** Gives an authorization and deletes it. */
  takeAuthorization(codeHash: string): Promise<StoredAuthorization | undefined>;

  insertSession(session: StoredSession): Promise<void>;
  findSession(id: string): Promise<StoredSession | undefined>;
  findSessionByRefreshToken(refreshTokenHash: string): Promise<StoredSession | undefined>;
  deleteSession(id: string): Promise<void>;
  deleteSessionsOf(userId: string, exceptId?: string): Promise<void>;

  /** Counts one more attempt under `key`; the count starts anew once `windowMs` have passed since its first. */
  countAttempt(key: string, now: Date, windowMs: number): Promise<number>;
  clearAttempts(key: string): Promise<void>;

  /**
   * Deletes challenges, authorizations and sessions that have expired, and, for they are told apart from wrong ones for a while, codes
   * that expired before `longAgo`; also the counts that started before it.
   */
  prune(now: Date, longAgo: Date): Promise<void>;
}
