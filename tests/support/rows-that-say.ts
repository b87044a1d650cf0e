import { sql } from 'drizzle-orm';
import { archived } from '#server/compose/texts.ts';
import type { Orm } from '#server/platform/database/database.ts';

/**
 * Of every table of the database, and so of every registered room.
 *
 * @returns table, word and row of each row that has one of the words
 * @throws if a registered room has a table that was not read
 */
export async function rowsThatSay(orm: Orm, words: readonly string[]): Promise<string[]> {
  const tables = await orm.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
          and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`,
  );
  const seen = new Set(tables.rows.map(({ name }) => name.replace(/^public\./, '')));
  const unread = archived.flatMap((part) => part.tables).filter((table) => !seen.has(table));
  if (unread.length > 0) throw new Error(`Not read: ${unread.join(', ')}`);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await orm.execute<{ text: string }>(
      sql`select row_to_json(each)::text as text from ${sql.raw(name)} as each`,
    );
    for (const { text } of rows.rows)
      for (const word of words) if (text.includes(word)) found.push(`${name}: ${word}: ${text}`);
  }
  return found;
}
