import { inArray } from 'drizzle-orm';
import { users } from '#server/accounts/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { MailPort } from '#server/platform/mail/port.ts';

/** Emails about finished notes quote the table: those kept here go with what they quote. */
export async function forgetMailTo(tx: Orm, mail: MailPort, userIds: readonly string[]): Promise<void> {
  if (mail.forget === undefined) return;
  const found = await tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  await mail.forget(
    tx,
    found.map(({ email }) => email),
  );
}
