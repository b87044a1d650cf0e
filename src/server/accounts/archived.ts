import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { jsonFile, listFile } from '#server/platform/text-files.ts';
import { readPreferences } from './preferences.ts';
import { agreementAcceptances, feedback, identities, logins, users } from './tables.ts';

export const accountsArchived: Archived = {
  tables: ['users', 'identities', 'logins', 'preferences', 'agreement_acceptances', 'feedback'],
  leftOut: {
    deleted_identities: 'has only deleted identities',
    welcomed_addresses: 'has only hashes of addresses of deleted accounts',
  },

  async user(orm, userId) {
    const [user] = await orm.select().from(users).where(eq(users.id, userId));
    const known = await orm
      .select({ issuer: identities.issuer, subject: identities.subject, createdAt: identities.createdAt })
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identities.createdAt), asc(identities.subject));
    return { ...user, identities: known };
  },

  async *account(orm, userId) {
    const signIns = rowsInParts(
      orm.select({ signIn: logins.signIn, openedAt: logins.openedAt, endedAt: logins.endedAt }).from(logins),
      logins.signIn,
      eq(logins.userId, userId),
    );
    yield* listFile('sign-ins.json', withoutId(signIns));
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
    const { userId: _, ...columns } = getTableColumns(feedback);
    const said = rowsInParts(orm.select(columns).from(feedback), feedback.id, eq(feedback.userId, userId));
    yield* listFile('feedback.json', said);
  },
};

async function* withoutId<Row extends { signIn: string }>(rows: AsyncIterable<Row>) {
  for await (const { signIn: _, ...row } of rows) yield row;
}
