import { asc, eq } from 'drizzle-orm';
import { readPreferences } from '#server/accounts/preferences.ts';
import { agreementAcceptances, feedback, identities, logins, users } from '#server/accounts/tables.ts';
import { billingCustomers } from '#server/billing/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { proposals, shareLinks } from '#server/sharing/tables.ts';
import { creditFiles } from './credit-files.ts';
import { jsonFile, type TextFile } from './text-files.ts';

/** Null if the user does not exist. */
export async function accountFiles(orm: Orm, userId: string): Promise<TextFile[] | null> {
  const [user] = await orm.select().from(users).where(eq(users.id, userId));
  if (user === undefined) return null;
  const known = await orm
    .select({ issuer: identities.issuer, subject: identities.subject, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.subject));
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
  const [customer] = await orm
    .select({ customerId: billingCustomers.customerId, createdAt: billingCustomers.createdAt })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  const links = await orm
    .select()
    .from(shareLinks)
    .where(eq(shareLinks.userId, userId))
    .orderBy(asc(shareLinks.id));
  const suggested = await orm
    .select()
    .from(proposals)
    .where(eq(proposals.userId, userId))
    .orderBy(asc(proposals.id));
  const said = await orm
    .select()
    .from(feedback)
    .where(eq(feedback.userId, userId))
    .orderBy(asc(feedback.createdAt));
  return [
    jsonFile('account.json', { ...user, identities: known, signIns, atStripe: customer ?? null }),
    jsonFile('preferences.json', await readPreferences(orm, userId)),
    jsonFile('agreements.json', accepted),
    ...(await creditFiles(orm, userId)),
    jsonFile(
      'share-links.json',
      links.map(({ userId: _, passphraseHash, admissionKey: _key, ...link }) => ({
        ...link,
        hasPassphrase: passphraseHash !== null,
      })),
    ),
    jsonFile(
      'proposals.json',
      suggested.map(({ userId: _, ...proposal }) => proposal),
    ),
    jsonFile(
      'feedback.json',
      said.map(({ userId: _, ...entry }) => entry),
    ),
  ];
}
