import { inArray, lt, sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import type { SecretBox } from '#server/platform/secret-box.ts';
import { welcomedAddresses } from './tables.ts';

const rememberedMs = 365 * 86_400_000;
const fingerprintsOf = (secrets: SecretBox, email: string): string[] =>
  secrets.fingerprints(email.trim().toLowerCase(), 'welcomed address');

/**
 * Remembers for a year that the account of an address was deleted after its welcome (free analyses, credits) had been used. It keeps a
 * keyed hash: without the server's key the address cannot be recovered from it.
 */
export async function rememberWelcome(
  tx: Orm,
  secrets: SecretBox,
  { userId, email, deletedAt }: { userId: string; email: string; deletedAt: Date },
): Promise<void> {
  await tx
    .delete(welcomedAddresses)
    .where(lt(welcomedAddresses.deletedAt, new Date(deletedAt.getTime() - rememberedMs)));
  const { rows } = await tx.execute(
    sql`select from reservations where user_id = ${userId} and state = 'captured' limit 1`,
  );
  const [fingerprint] = fingerprintsOf(secrets, email);
  if (rows.length === 0 || fingerprint === undefined) return;
  await tx
    .insert(welcomedAddresses)
    .values({ fingerprint, deletedAt })
    .onConflictDoUpdate({ target: welcomedAddresses.fingerprint, set: { deletedAt } });
}

/** Whether an earlier account of this address has used its welcome. */
export async function wasWelcomed(tx: Orm, secrets: SecretBox, email: string): Promise<boolean> {
  const found = await tx
    .select({ fingerprint: welcomedAddresses.fingerprint })
    .from(welcomedAddresses)
    .where(inArray(welcomedAddresses.fingerprint, fingerprintsOf(secrets, email)));
  return found.length > 0;
}
