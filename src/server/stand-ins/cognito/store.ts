/** No password: only a salt and the SRP verifier, in hexadecimal. */
export interface StoredUser {
  id: string;
  email: string;
  emailVerified: boolean;
  confirmed: boolean;
  salt: string;
  verifier: string;
  /** Only signs in with Google; the verifier has a random password. */
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

type UserChanges = Partial<Pick<StoredUser, 'email' | 'emailVerified' | 'confirmed' | 'salt' | 'verifier'>>;

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
  /** Deletes the code only if its hash matches. */
  takeCode(userId: string, purpose: CodePurpose, codeHash: string): Promise<StoredCode | undefined>;

  insertAuthorization(authorization: StoredAuthorization): Promise<void>;
  takeAuthorization(codeHash: string): Promise<StoredAuthorization | undefined>;

  insertSession(session: StoredSession): Promise<void>;
  findSession(id: string): Promise<StoredSession | undefined>;
  findSessionByRefreshToken(refreshTokenHash: string): Promise<StoredSession | undefined>;
  deleteSession(id: string): Promise<void>;
  deleteSessionsOf(userId: string, exceptId?: string): Promise<void>;

  /** The count restarts `windowMs` after its first attempt. */
  countAttempt(key: string, now: Date, windowMs: number): Promise<number>;
  clearAttempts(key: string): Promise<void>;

  /** Keeps expired codes until `longAgo`, to distinguish them from wrong ones. */
  prune(now: Date, longAgo: Date): Promise<void>;
}
