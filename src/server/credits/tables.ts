import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#server/platform/database/columns.ts';

export type LedgerKind =
  | 'grant'
  | 'purchase'
  | 'subscription'
  | 'reserve'
  | 'capture'
  | 'release'
  | 'expire'
  | 'upgrade'
  | 'refund';
export type LedgerUnit = 'credits' | 'freeAnalyses';

export const creditAccounts = pgTable('credit_accounts', { userId: uuid('user_id').primaryKey() });

export const ledger = pgTable('ledger', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  userId: uuid('user_id').notNull(),
  unit: text('unit').$type<LedgerUnit>().notNull(),
  delta: integer('delta').notNull(),
  kind: text('kind').$type<LedgerKind>().notNull(),
  lotId: bigint('lot_id', { mode: 'number' }),
  reference: text('reference'),
  idempotencyKey: text('idempotency_key').notNull(),
  expiresAt: instant('expires_at'),
  createdAt: instant('created_at').notNull(),
});

/** What is left of each lot: a trigger keeps it (migration 0061). */
export const creditLots = pgTable('credit_lots', {
  lotId: bigint('lot_id', { mode: 'number' }).primaryKey(),
  userId: uuid('user_id').notNull(),
  unit: text('unit').$type<LedgerUnit>().notNull(),
  remaining: integer('remaining').notNull(),
  expiresAt: instant('expires_at'),
});

export const reservations = pgTable('reservations', {
  analysisId: uuid('analysis_id').primaryKey(),
  userId: uuid('user_id').notNull(),
  payment: text('payment').$type<'free' | 'credits'>().notNull(),
  amount: integer('amount').notNull(),
  attempt: integer('attempt').notNull(),
  state: text('state').$type<'reserved' | 'captured' | 'released'>().notNull(),
});

export const lotRefunds = pgTable('lot_refunds', {
  lotId: bigint('lot_id', { mode: 'number' }).primaryKey(),
  credits: integer('credits').notNull(),
});
