import { asc, eq } from 'drizzle-orm';
import { billingCustomers } from '#server/billing/tables.ts';
import type { Archived } from '#server/platform/archived.ts';
import { jsonFile } from '#server/platform/text-files.ts';
import { readPreferences } from './preferences.ts';
import { agreementAcceptances, feedback, identities, logins, users } from './tables.ts';

export const accountsArchived: Archived = {
  tables: ['users', 'identities', 'logins', 'preferences', 'agreement_acceptances', 'feedback'],
  leftOut: { deleted_identities: 'has only deleted identities' },

  async *account(orm, userId) {
    const [user] = await orm.select().from(users).where(eq(users.id, userId));
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
    const [customer] = await orm
      .select({ customerId: billingCustomers.customerId, createdAt: billingCustomers.createdAt })
      .from(billingCustomers)
      .where(eq(billingCustomers.userId, userId));
    yield jsonFile('account.json', { ...user, identities: known, signIns, atStripe: customer ?? null });
    yield jsonFile('preferences.json', await readPreferences(orm, userId));
    const accepted = await orm
      .select({
        name: agreementAcceptances.name,
        version: agreementAcceptances.version,
        acceptedAt: agreementAcceptances.acceptedAt,
      })
      .from(agreementAcceptances)
      .where(eq(agreementAcceptances.userId, userId))
      .orderBy(asc(agreementAcceptances.acceptedAt));
    yield jsonFile('agreements.json', accepted);
    const said = await orm
      .select()
      .from(feedback)
      .where(eq(feedback.userId, userId))
      .orderBy(asc(feedback.createdAt));
    yield jsonFile(
      'feedback.json',
      said.map(({ userId: _, ...entry }) => entry),
    );
  },
};
