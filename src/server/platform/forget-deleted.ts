import { inArray, like } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Database, Orm } from './database/database.ts';
import { installationValues } from './database/tables.ts';
import { newId } from './ids.ts';
import { readValue, writeValue } from './installation-values.ts';

const forgottenAt = 'deleted-rows-forgotten-at';
const waiting = 'deleted-rows-wait:';
const EVERY_MS = 20 * 3_600_000;
export const FORGET_EVERY_SECONDS = 60;

/** A deleted row stays in the database's files until its table is vacuumed. */
export type Forgetting = ReturnType<typeof createForgetting>;

/** Call in the transaction that deletes. Each has a row of its own, so that none waits for another. */
export async function forgetSoon(tx: Orm, clock: Clock): Promise<void> {
  await tx
    .insert(installationValues)
    .values({ name: `${waiting}${newId()}`, value: clock.now().toISOString() });
}

export function createForgetting({ database, clock }: { database: Database; clock: Clock }) {
  const { orm } = database;
  return {
    /** Forgets what was deleted, if it waits, or once a day. */
    async run(): Promise<void> {
      const now = clock.now();
      const marks = await orm
        .select({ name: installationValues.name })
        .from(installationValues)
        .where(like(installationValues.name, `${waiting}%`));
      const last = await readValue(orm, forgottenAt);
      const isDue = last !== null && now.getTime() - Date.parse(last) >= EVERY_MS;
      if (last === null) await writeValue(orm, forgottenAt, now.toISOString());
      if (marks.length === 0 && !isDue) return;
      await database.forgetDeleted();
      await writeValue(orm, forgottenAt, now.toISOString());
      const names = marks.map(({ name }) => name);
      if (names.length > 0)
        await orm.delete(installationValues).where(inArray(installationValues.name, names));
    },
  };
}
