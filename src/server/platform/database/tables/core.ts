import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { DetailLevel } from '#contract/common.ts';
import type { SourceInfo } from '#contract/visit.ts';
import { instant } from './columns.ts';

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull(),
  name: text('name'),
  isAlphaTester: boolean('is_alpha_tester').notNull().default(false),
  sourceInfo: jsonb('source_info').$type<SourceInfo>(),
  createdAt: instant('created_at').notNull(),
});
export type UserRow = typeof users.$inferSelect;

export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    method: text('method').$type<'password' | 'google'>(),
    /** Earlier sign-ins open no session. */
    signedOutBefore: instant('signed_out_before'),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/** Earlier sign-ins do not create the user again (migration 0006). */
export const deletedIdentities = pgTable(
  'deleted_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    deletedAt: instant('deleted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/** `signIn` is the `origin_jti` of a sign-in's tokens. */
export const logins = pgTable('logins', {
  signIn: text('sign_in').primaryKey(),
  userId: uuid('user_id').notNull(),
  openedAt: instant('opened_at').notNull(),
  endedAt: instant('ended_at'),
});

export const campaigns = pgTable('campaigns', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  system: text('system').notNull(),
  setting: text('setting').notNull(),
  genre: text('genre').notNull(),
  language: text('language'),
  detailLevel: text('detail_level').$type<DetailLevel>(),
  recapStyles: jsonb('recap_styles').$type<string[]>().notNull(),
  instructions: text('instructions').notNull(),
  revision: integer('revision').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
export type CampaignRow = typeof campaigns.$inferSelect;

/** `userId` repeats the campaign's for a keyed ownership check. */
export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id').notNull(),
  userId: uuid('user_id').notNull(),
  title: text('title').notNull(),
  playedAt: instant('played_at'),
  position: integer('position').notNull(),
  revision: integer('revision').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
export type SessionRow = typeof sessions.$inferSelect;
