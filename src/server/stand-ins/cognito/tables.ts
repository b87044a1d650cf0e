import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const identityUsers = pgTable('idp_users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull(),
  confirmed: boolean('confirmed').notNull(),
  salt: text('salt').notNull(),
  verifier: text('verifier').notNull(),
  federatedSubject: text('federated_subject').unique(),
  createdAt: moment('created_at').notNull(),
});

export const identityChallenges = pgTable('idp_challenges', {
  id: text('id').primaryKey(),
  loginKey: text('login_key').notNull(),
  userId: uuid('user_id').references(() => identityUsers.id, { onDelete: 'cascade' }),
  clientValue: text('client_value').notNull(),
  serverSecret: text('server_secret').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const identitySessions = pgTable('idp_sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => identityUsers.id, { onDelete: 'cascade' }),
  refreshTokenHash: text('refresh_token_hash').notNull().unique(),
  authenticatedAt: moment('authenticated_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const identityAuthorizations = pgTable('idp_authorizations', {
  codeHash: text('code_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => identityUsers.id, { onDelete: 'cascade' }),
  redirectUri: text('redirect_uri').notNull(),
  codeChallenge: text('code_challenge').notNull(),
  authenticatedAt: moment('authenticated_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const identityCodes = pgTable(
  'idp_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['confirmSignUp', 'verifyEmail', 'resetPassword'] }).notNull(),
    codeHash: text('code_hash').notNull(),
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.purpose] })],
);

export const identityAttempts = pgTable('idp_attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  startedAt: moment('started_at').notNull(),
});
