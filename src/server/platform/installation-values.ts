import { eq } from 'drizzle-orm';
import { present } from '#contract/unknown-values.ts';
import type { Database, Orm } from './database/database.ts';
import { installationValues } from './database/tables.ts';
import type { Logger } from './log.ts';
import type { SecretBox } from './secret-box.ts';
import { StartError } from './start-error.ts';

export async function readValue(orm: Orm, name: string): Promise<string | null> {
  const [row] = await orm.select().from(installationValues).where(eq(installationValues.name, name));
  return row?.value ?? null;
}

export async function writeValue(orm: Orm, name: string, value: string): Promise<void> {
  await orm
    .insert(installationValues)
    .values({ name, value })
    .onConflictDoUpdate({ target: installationValues.name, set: { value } });
}

async function readOrMakeValue(orm: Orm, name: string, make: () => Promise<string>): Promise<string> {
  const known = await readValue(orm, name);
  if (known !== null) return known;
  await orm
    .insert(installationValues)
    .values({ name, value: await make() })
    .onConflictDoNothing();
  return present(await readValue(orm, name), `value ${name} of the installation`);
}

/** The key is stored encrypted. @throws StartError if running processes have another SECRETS_KEY */
export async function sharedKey(
  deps: { database: Database; secrets: SecretBox; log: Pick<Logger, 'warn'> },
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const { database, secrets, log } = deps;
  const seal = async () => secrets.seal(await make(), name);
  const sealed = await readOrMakeValue(database.orm, name, seal);
  const key = secrets.open(sealed, name);
  if (key !== null) {
    if (!secrets.isCurrent(sealed)) await writeValue(database.orm, name, secrets.seal(key, name));
    return key;
  }
  if (!(await database.isAlone()))
    throw new StartError(
      'SECRETS_KEY is not that of the other Hearthscribe processes on this database. Give all of them the same key.',
    );
  log.warn({ name }, 'A key in the database was encrypted with an unknown SECRETS_KEY. It is made again.');
  const made = await make();
  await writeValue(database.orm, name, secrets.seal(made, name));
  return made;
}
