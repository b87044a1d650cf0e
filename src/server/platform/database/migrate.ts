import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { Driver, ScriptRunner } from './database.ts';

const folder = join(import.meta.dirname, 'migrations');
/** Any number, but the same in every process. */
const advisoryLock = 4_127_001;

export interface Migration {
  name: string;
  text: string;
  hash: string;
  /** Removes what the previous version used (`-- contract: …`); all others only add, for rolling updates. */
  isContract: boolean;
}

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return {
        name: name.slice(0, -'.sql'.length),
        text,
        hash: createHash('sha256').update(text).digest('hex'),
        isContract: text.startsWith('-- contract:'),
      };
    });
}

/** Runs missing migrations in one transaction. @throws StartError for an incompatible database */
export async function migrate(
  driver: Pick<Driver, 'scriptTransaction'>,
  migrations = readMigrations(),
): Promise<void> {
  await driver.scriptTransaction((runner) => migrateWithin(runner, migrations));
}

export async function migrateWithin(
  { script, query }: ScriptRunner,
  migrations: readonly Migration[],
): Promise<void> {
  await query('select pg_advisory_xact_lock($1)', [advisoryLock]);
  await script(
    'create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())',
  );
  await script('alter table migrations add column if not exists is_contract boolean not null default false');
  const rows = await query('select name, hash, is_contract from migrations');
  const ran = new Map(rows.map((row) => [row.name, row.hash]));
  const unfit = rows.find(
    (row) => row.is_contract === true && !migrations.some(({ name }) => name === row.name),
  );
  if (unfit !== undefined)
    throw new StartError(
      `The database was created by a newer version of Hearthscribe (it has "${unfit.name}"). Start that version.`,
    );
  for (const { name, text, hash, isContract } of migrations) {
    const earlier = ran.get(name);
    if (earlier === hash) continue;
    if (earlier !== undefined)
      throw new StartError(`The database was created by a different version of the migration "${name}".`);
    await script(text);
    await query('insert into migrations (name, hash, is_contract) values ($1, $2, $3)', [
      name,
      hash,
      isContract,
    ]);
  }
}
