import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/database/database.ts';
import { users } from './tables.ts';

/** R6.1. @returns how many users have the address */
export async function markAlphaTesters(
  database: Database,
  email: string,
  isAlphaTester: boolean,
): Promise<number> {
  const found = await database.orm
    .update(users)
    .set({ isAlphaTester })
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .returning({ id: users.id });
  return found.length;
}
