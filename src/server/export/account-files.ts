import { and, asc, eq } from 'drizzle-orm';
import type { PreferencesService } from '../services/preferences.ts';
import type { Orm } from '../store/database.ts';
import { agreementAcceptances } from '../store/tables/account.ts';
import { identities, logins, users } from '../store/tables/core.ts';
import { ledger, reservations } from '../store/tables/credits.ts';
import { feedback } from '../store/tables/feedback.ts';

export interface TextFile {
  name: string;
  content: string;
}

export const jsonFile = (name: string, value: unknown): TextFile => ({
  name,
  content: `${JSON.stringify(value, null, 2)}\n`,
});

/** Rows under the names of their columns, as RFC 4180 has it. */
export function csvFile(
  name: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): TextFile {
  const cell = (value: unknown) => {
    const text = value instanceof Date ? value.toISOString() : String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return { name, content: lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('') };
}

/** What is kept of the user beside their campaigns; null for a user that there is not. */
export async function accountFiles(
  orm: Orm,
  userId: string,
  preferences: Pick<PreferencesService, 'read'>,
): Promise<TextFile[] | null> {
  const [user] = await orm.select().from(users).where(eq(users.id, userId));
  if (user === undefined) return null;
  const known = await orm
    .select({ issuer: identities.issuer, subject: identities.subject, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.userId, userId));
  const signIns = await orm
    .select({ openedAt: logins.openedAt, endedAt: logins.endedAt })
    .from(logins)
    .where(eq(logins.userId, userId))
    .orderBy(asc(logins.openedAt));
  const accepted = await orm
    .select({
      name: agreementAcceptances.name,
      version: agreementAcceptances.version,
      acceptedAt: agreementAcceptances.acceptedAt,
    })
    .from(agreementAcceptances)
    .where(eq(agreementAcceptances.userId, userId))
    .orderBy(asc(agreementAcceptances.acceptedAt));
  const entries = await orm.select().from(ledger).where(eq(ledger.userId, userId)).orderBy(asc(ledger.id));
  const reserved = await orm
    .select()
    .from(reservations)
    .where(and(eq(reservations.userId, userId)));
  const said = await orm
    .select()
    .from(feedback)
    .where(eq(feedback.userId, userId))
    .orderBy(asc(feedback.createdAt));
  return [
    jsonFile('account.json', { ...user, identities: known, signIns }),
    jsonFile('preferences.json', await preferences.read(orm, userId)),
    jsonFile('agreements.json', accepted),
    csvFile(
      'credits/ledger.csv',
      ['id', 'createdAt', 'kind', 'unit', 'delta', 'reference', 'expiresAt'],
      entries,
    ),
    csvFile('credits/reservations.csv', ['analysisId', 'state', 'payment', 'amount', 'attempt'], reserved),
    jsonFile(
      'feedback.json',
      said.map(({ userId: _, ...entry }) => entry),
    ),
  ];
}
