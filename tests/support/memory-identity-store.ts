import type {
  IdentityStore,
  StoredAuthorization,
  StoredChallenge,
  StoredCode,
  StoredSession,
  StoredUser,
} from '#server/stand-ins/cognito/store.ts';

export function createMemoryIdentityStore(): IdentityStore {
  const users = new Map<string, StoredUser>();
  const challenges = new Map<string, StoredChallenge>();
  const authorizations = new Map<string, StoredAuthorization>();
  const codes = new Map<string, StoredCode>();
  const sessions = new Map<string, StoredSession>();
  const attempts = new Map<string, { count: number; startedAt: Date }>();

  const byEmail = (email: string) =>
    [...users.values()].find((user) => user.federatedSubject === null && user.email === email);
  const byFederatedSubject = (subject: string) =>
    [...users.values()].find((user) => user.federatedSubject === subject);
  const deleteWhere = <Value>(map: Map<string, Value>, condition: (value: Value) => boolean) => {
    for (const [key, value] of map) if (condition(value)) map.delete(key);
  };

  return {
    async insertUser(user) {
      const { email, federatedSubject } = user;
      if (federatedSubject === null ? byEmail(email) : byFederatedSubject(federatedSubject)) return false;
      users.set(user.id, { ...user });
      return true;
    },
    async findUserByEmail(email) {
      return byEmail(email);
    },
    async findUserByFederatedSubject(subject) {
      return byFederatedSubject(subject);
    },
    async findUserById(id) {
      return users.get(id);
    },
    async updateUser(id, changes) {
      const user = users.get(id);
      if (!user) return 'missing';
      const holder =
        changes.email === undefined || user.federatedSubject !== null ? undefined : byEmail(changes.email);
      if (holder && holder.id !== id) return 'emailTaken';
      users.set(id, { ...user, ...changes });
      return 'updated';
    },
    async deleteUser(id) {
      users.delete(id);
      deleteWhere(sessions, (session) => session.userId === id);
      deleteWhere(codes, (code) => code.userId === id);
      deleteWhere(authorizations, (authorization) => authorization.userId === id);
      deleteWhere(challenges, (challenge) => challenge.userId === id);
    },
    async insertChallenge(challenge) {
      challenges.set(challenge.id, challenge);
    },
    async takeChallenge(id) {
      const challenge = challenges.get(id);
      challenges.delete(id);
      return challenge;
    },
    async saveCode(code) {
      codes.set(`${code.purpose} ${code.userId}`, code);
    },
    async findCode(userId, purpose) {
      return codes.get(`${purpose} ${userId}`);
    },
    async takeCode(userId, purpose, codeHash) {
      const key = `${purpose} ${userId}`;
      const code = codes.get(key);
      if (code?.codeHash !== codeHash) return undefined;
      codes.delete(key);
      return code;
    },
    async insertAuthorization(authorization) {
      authorizations.set(authorization.codeHash, authorization);
    },
    async takeAuthorization(codeHash) {
      const authorization = authorizations.get(codeHash);
      authorizations.delete(codeHash);
      return authorization;
    },
    async insertSession(session) {
      sessions.set(session.id, session);
    },
    async findSession(id) {
      return sessions.get(id);
    },
    async findSessionByRefreshToken(refreshTokenHash) {
      return [...sessions.values()].find((session) => session.refreshTokenHash === refreshTokenHash);
    },
    async deleteSession(id) {
      sessions.delete(id);
    },
    async deleteSessionsOf(userId, exceptId) {
      deleteWhere(sessions, (session) => session.userId === userId && session.id !== exceptId);
    },
    async countAttempt(key, now, windowMs) {
      const entry = attempts.get(key);
      if (!entry || entry.startedAt.getTime() + windowMs <= now.getTime()) {
        attempts.set(key, { count: 1, startedAt: now });
        return 1;
      }
      entry.count += 1;
      return entry.count;
    },
    async clearAttempts(key) {
      attempts.delete(key);
    },
    async prune(now, longAgo) {
      deleteWhere(challenges, (challenge) => challenge.expiresAt <= now);
      deleteWhere(authorizations, (authorization) => authorization.expiresAt <= now);
      deleteWhere(codes, (code) => code.expiresAt < longAgo);
      deleteWhere(sessions, (session) => session.expiresAt <= now);
      deleteWhere(attempts, (entry) => entry.startedAt < longAgo);
    },
  };
}
