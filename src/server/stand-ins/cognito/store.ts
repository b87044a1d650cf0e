import type {
  identityAuthorizations,
  identityChallenges,
  identityCodes,
  identitySessions,
  identityUsers,
} from './tables.ts';

/** No password: only a salt and the SRP verifier, in hexadecimal. With a `federatedSubject` it only signs in with Google. */
export type StoredUser = typeof identityUsers.$inferSelect;
export type StoredAuthorization = typeof identityAuthorizations.$inferSelect;
/** `userId` is null for the fake challenge of an unknown user. */
export type StoredChallenge = typeof identityChallenges.$inferSelect;
export type StoredSession = typeof identitySessions.$inferSelect;
export type StoredCode = typeof identityCodes.$inferSelect;
export type CodePurpose = StoredCode['purpose'];

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
