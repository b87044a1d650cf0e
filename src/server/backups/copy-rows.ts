import { createHash } from 'node:crypto';
import { recordOf } from '#contract/unknown-values.ts';
import type { ScriptRunner } from '#server/platform/database/database.ts';
import { type Migration, migrateWithin, readMigrations } from '#server/platform/database/migrate.ts';
import {
  insertPortableRows,
  type PortableLines,
  portableRows,
  queueTables,
  type RowCounts,
} from '#server/platform/database/portable-rows.ts';
import { StartError } from '#server/platform/start-error.ts';

export type RanMigration = Pick<Migration, 'name' | 'hash'>;

/** @throws StartError if it is not a Hearthscribe database */
export async function readRanMigrations({ query }: ScriptRunner, place: string): Promise<RanMigration[]> {
  const [found] = await query("select to_regclass('migrations') is not null as is_there");
  if (found?.is_there !== true) throw new StartError(`There is no Hearthscribe data in ${place}.`);
  const rows = await query('select name, hash from migrations order by name');
  return rows.map(({ name, hash }) => ({ name: String(name), hash: String(hash) }));
}

/** This build's migrations of those names. @throws StartError if others ran */
export function knownMigrations(ran: readonly RanMigration[], what: string): Migration[] {
  const own = new Map(readMigrations().map((migration) => [migration.name, migration]));
  return ran.map(({ name, hash }) => {
    const known = own.get(name);
    if (known === undefined)
      throw new StartError(
        `${what} was created by a newer version of Hearthscribe (it has "${name}"). Use that version.`,
      );
    if (known.hash !== hash)
      throw new StartError(`${what} was created by a different version of the migration "${name}".`);
    return known;
  });
}

export const isCurrent = (ran: readonly RanMigration[]) => ran.length === readMigrations().length;

/** `sum` adds up SHA-256 of rows, because PostgreSQL may store them in another order. */
export function measured(lines: PortableLines): {
  lines: AsyncGenerator<string>;
  rows(): { counts: RowCounts; sum: string };
} {
  const counts: RowCounts = {};
  let sum = 0n;
  async function* pass(): AsyncGenerator<string> {
    let header = '';
    let table = '';
    for await (const line of lines) {
      if (line.startsWith('{')) {
        header = line;
        table = String(recordOf(JSON.parse(line)).table);
        counts[table] = 0;
      } else {
        counts[table] = (counts[table] ?? 0) + 1;
        if (!queueTables.includes(table))
          sum += BigInt(`0x${createHash('sha256').update(`${header}\n${line}`).digest('hex')}`);
      }
      yield line;
    }
  }
  return {
    lines: pass(),
    rows: () => ({ counts, sum: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') }),
  };
}

export async function assertEmpty({ query }: ScriptRunner, place: string): Promise<void> {
  const [found] = await query(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace in (current_schema()::regnamespace, to_regnamespace('pgboss')) limit 1`,
  );
  if (found !== undefined)
    throw new StartError(
      `${place} is not empty: it has the table "${String(found.name)}". Create an empty database for it.`,
    );
}

/** All or nothing: within the transaction of `runner`. Compares what it has written. */
export async function fillDatabase(
  runner: ScriptRunner,
  ran: readonly RanMigration[],
  lines: PortableLines,
  what: string,
): Promise<RowCounts> {
  await migrateWithin(runner, knownMigrations(ran, what));
  const given = measured(lines);
  await insertPortableRows(runner, given.lines);
  const stored = measured(portableRows(runner));
  for await (const _ of stored.lines);
  if (given.rows().sum !== stored.rows().sum)
    throw new Error('The rows in the new database are not those that were inserted.');
  // Restarts interrupted jobs, as after a stop of the server.
  await runner.query(
    "update pgboss.job set state = 'retry', started_on = null, start_after = now() where state = 'active'",
  );
  await migrateWithin(runner, readMigrations());
  return given.rows().counts;
}
