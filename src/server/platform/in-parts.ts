import { and, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { present } from '#contract/unknown-values.ts';
import { breath, resting } from './breath.ts';
import type { Orm } from './database/database.ts';

export const ROWS_IN_PART = 500;

const isAfter = (column: PgColumn, key: unknown) => (key == null ? undefined : gt(column, key));

interface Query<Row> {
  where(which: SQL | undefined): {
    orderBy(key: PgColumn): { limit(most: number): PromiseLike<Row[]> };
  };
}

/**
 * Rows in the order of a unique key, in short statements: a list may be of any length.
 * @param query without conditions, order and limit; its rows have the key, by its name in the table
 */
export async function* rowsInParts<Row extends object>(
  query: Query<Row>,
  key: PgColumn,
  which: SQL | undefined,
  most = ROWS_IN_PART,
): AsyncGenerator<Row> {
  const [field] = present(
    Object.entries(getTableColumns(key.table)).find(([, column]) => column === key),
    'The key of rows',
  );
  let last: unknown = null;
  for (;;) {
    const rows = await query
      .where(and(which, isAfter(key, last)))
      .orderBy(key)
      .limit(most);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < most) return;
    last = present(Reflect.get(end, field), field);
    await breath();
  }
}

/**
 * Rows that may be many or long, in short statements. Each goes on behind the last key: else it would read again past all rows that
 * are gone; and each leaves others as long. Not for transactions. @param key tells them apart, among those that `which` selects
 */
export async function removeInParts(
  orm: Orm,
  table: PgTable,
  key: PgColumn,
  which: SQL | undefined,
  most = ROWS_IN_PART,
): Promise<void> {
  async function removeAfter(last: string | number | null): Promise<string | number | null> {
    const some: { key: string | number }[] = await orm
      .select({ key: sql<string | number>`${key}` })
      .from(table)
      .where(and(which, isAfter(key, last)))
      .orderBy(key)
      .limit(most);
    const keys = some.map((row) => row.key);
    if (keys.length > 0) await orm.delete(table).where(and(which, inArray(key, keys)));
    return keys.at(-1) ?? null;
  }
  let last: string | number | null = null;
  do last = await resting(() => removeAfter(last));
  while (last !== null);
}
