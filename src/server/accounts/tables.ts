import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { DetailLevel } from '#contract/common.ts';
import type { FeedbackFields } from '#contract/feedback.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import type { Preferences } from '#contract/preferences.ts';
import type { SourceInfo } from '#contract/visit.ts';
import { instant } from '#server/platform/database/columns.ts';

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

/** Of addresses whose deleted account had used its welcome (migration 0046): they are welcomed once. */
export const welcomedAddresses = pgTable('welcomed_addresses', {
  fingerprint: text('fingerprint').primaryKey(),
  deletedAt: instant('deleted_at').notNull(),
});

/** `signIn` is the `origin_jti` of a sign-in's tokens. */
export const logins = pgTable('logins', {
  signIn: text('sign_in').primaryKey(),
  userId: uuid('user_id').notNull(),
  openedAt: instant('opened_at').notNull(),
  endedAt: instant('ended_at'),
});

export const preferences = pgTable('preferences', {
  userId: uuid('user_id').primaryKey(),
  theme: text('theme').$type<Preferences['theme']>().notNull(),
  revisionId: integer('revision_id').notNull(),
  version: integer('version').notNull(),
  autoCopyAnalysisToNotes: boolean('auto_copy_analysis_to_notes').notNull(),
  defaultLanguage: text('default_language'),
  defaultDetailLevel: text('default_detail_level').$type<DetailLevel>().notNull(),
  showAlphaFeatures: boolean('show_alpha_features').notNull(),
  mailWhenNotesReady: boolean('mail_when_notes_ready').notNull().default(false),
  tourSeen: boolean('tour_seen').notNull().default(false),
  notesWriter: text('notes_writer').$type<NotesWriter>(),
  changedAt: instant('changed_at').notNull(),
});

export const agreementAcceptances = pgTable(
  'agreement_acceptances',
  {
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    version: text('version').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name, table.version] })],
);

export const feedback = pgTable('feedback', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  categories: jsonb('categories').$type<FeedbackFields['categories']>().notNull(),
  comment: text('comment').notNull(),
  openToContact: boolean('open_to_contact').notNull(),
  referenceId: uuid('reference_id'),
  referenceType: text('reference_type').$type<NonNullable<FeedbackFields['referenceType']>>(),
  steps: jsonb('steps').$type<FeedbackFields['steps']>().notNull().default([]),
  createdAt: instant('created_at').notNull(),
});
