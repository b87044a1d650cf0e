import { getConstructionPlans } from 'pg-boss';
import { z } from 'zod';
import type { ScriptRunner } from './database.ts';

/** Lines of JSON: an object for each table, then an array for each row. */
const TableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
export type PortableLines = AsyncIterable<string> | Iterable<string>;

export type RowCounts = Record<string, number>;

interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** For rows that refer to others of the same table. */
  order: string | null;
}

const ROWS_AT_ONCE = 500;
const INSERTED_CHARACTERS = 512 * 1024;
/** The queue's other tables are created again at the start. */
export const queueTables: readonly string[] = ['pgboss.queue', 'pgboss.job'];

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const quotedTable = (name: string) => name.split('.').map(quoted).join('.');

/** In an order in which rows can be inserted. What search made from them is made again (migration 0047). */
async function tablesOf({ query }: ScriptRunner): Promise<Table[]> {
  const rows = await query(
    `select t.name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
         order by a.attnum)::text as columns,
       (select json_agg(distinct f.confrelid::regclass::text)::text from pg_constraint f
          where f.conrelid = t.oid and f.contype = 'f') as "references",
       (select string_agg(quote_ident(k.attname), ', ' order by array_position(p.conkey, k.attnum))
          from pg_constraint p join pg_attribute k on k.attrelid = p.conrelid and k.attnum = any (p.conkey)
          where p.conrelid = t.oid and p.contype = 'p') as key
     from (select oid, oid::regclass::text as name from pg_class
           where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations' and relname not like 'search!_%' escape '!'
           union all select to_regclass(queued), queued from unnest($1::text[]) as queued
             where to_regclass(queued) is not null) as t
     join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by t.oid, t.name order by t.name`,
    [queueTables],
  );
  const Columns = z.array(z.object({ name: z.string(), type: z.string() }));
  const waiting = rows.map((row) => ({
    name: String(row.name),
    columns: Columns.parse(JSON.parse(String(row.columns))),
    references: z.array(z.string()).parse(row.references === null ? [] : JSON.parse(String(row.references))),
    key: row.key === null ? null : String(row.key),
  }));
  const ordered: Table[] = [];
  const isIn = (tables: readonly { name: string }[], name: string) => tables.some((one) => one.name === name);
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ name, references }) =>
      references.every((other) => other === name || !isIn(waiting, other)),
    );
    const [table] = waiting.splice(next, 1);
    if (next < 0 || table === undefined) throw new Error('Tables refer to each other in a circle.');
    const { name, columns, references, key } = table;
    ordered.push({ name, columns, order: references.includes(name) ? key : null });
  }
  return ordered;
}

export async function beginSnapshot({ script }: ScriptRunner): Promise<void> {
  await script('set transaction isolation level repeatable read, read only');
}

export async function* portableRows(runner: ScriptRunner): AsyncGenerator<string> {
  const { script, query } = runner;
  // Makes texts of times and numbers exact.
  await script(
    `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
     set local extra_float_digits = 1; set local bytea_output = 'hex'; set local synchronize_seqscans = off;
     set local max_parallel_workers_per_gather = 0; set local enable_indexonlyscan = off`,
  );
  for (const { name, columns, order } of await tablesOf(runner)) {
    yield JSON.stringify({ table: name, columns: columns.map((column) => column.name) });
    const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
    await script(
      `declare portable no scroll cursor for select array_to_json(array[${values}])::text as line
       from ${quotedTable(name)}${order === null ? '' : ` order by ${order}`}`,
    );
    for (;;) {
      const rows = await query(`fetch ${ROWS_AT_ONCE} from portable`);
      for (const { line } of rows) yield String(line);
      if (rows.length < ROWS_AT_ONCE) break;
    }
    await script('close portable');
  }
}

async function makeQueueTables({ script, query }: ScriptRunner): Promise<void> {
  const [found] = await query("select to_regclass('pgboss.job') is not null as is_there");
  if (found?.is_there === true) return;
  const plan = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(getConstructionPlans('pgboss'))?.[1];
  if (plan === undefined) throw new Error('The job queue’s plan is not one transaction.');
  await script(plan);
  await script('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0');
}

/** Inserts into empty tables of the same migrations. */
export async function insertPortableRows(runner: ScriptRunner, lines: PortableLines): Promise<void> {
  const { query } = runner;
  await makeQueueTables(runner);
  // Rows that were stored once are stored again, whatever the limit is now.
  await runner.script("set local hearthscribe.copying_rows = 'on'");
  const tables = new Map((await tablesOf(runner)).map((table) => [table.name, table]));
  const begun = new Set<string>();
  let statement: string | null = null;
  let batch: string[] = [];
  let characters = 0;

  async function insertBatch(): Promise<void> {
    if (statement !== null && batch.length > 0) await query(statement, [`[${batch.join(',')}]`]);
    batch = [];
    characters = 0;
  }

  /** The job queue's columns may have changed: inserts only those that both know. */
  function insertInto(line: z.infer<typeof TableLine>): string {
    const table = tables.get(line.table);
    const known = line.columns.flatMap((name, index) => {
      const column = table?.columns.find((one) => one.name === name);
      return column === undefined ? [] : [{ ...column, index }];
    });
    const isQueue = queueTables.includes(line.table);
    if (table === undefined || (known.length < line.columns.length && !isQueue))
      throw new Error(`There is no table ${line.table} with the columns ${line.columns.join(', ')}.`);
    return `insert into ${quotedTable(line.table)} (${known.map(({ name }) => quoted(name)).join(', ')})
      overriding system value
      select ${known.map(({ type, index }) => `(value->>${index})::${type}`).join(', ')}
      from json_array_elements($1::text::json) with ordinality as rows (value, at) order by at
      ${isQueue ? 'on conflict do nothing' : ''}`;
  }

  for await (const line of lines) {
    if (line.startsWith('{')) {
      await insertBatch();
      const parsed = TableLine.safeParse(JSON.parse(line));
      if (!parsed.success || begun.has(parsed.data.table))
        throw new Error('A table begins without its name and columns, or twice.');
      begun.add(parsed.data.table);
      statement = insertInto(parsed.data);
    } else {
      if (statement === null) throw new Error('A row comes before its table.');
      batch.push(line);
      characters += line.length;
      if (characters > INSERTED_CHARACTERS) await insertBatch();
    }
  }
  await insertBatch();
  await continueSequences(runner);
}

async function continueSequences({ query }: ScriptRunner): Promise<void> {
  const columns = await query(
    `select a.attrelid::regclass::text as "table", a.attname as "column"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
  );
  for (const { table, column } of columns) {
    const from = `from ${quotedTable(String(table))}`;
    await query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(String(column))}), 1), count(*) > 0) ${from}`,
      [table, column],
    );
  }
}
