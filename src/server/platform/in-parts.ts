import { and, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { breath, resting } from './breath.ts';
import type { Orm } from './database/database.ts';

export const ROWS_IN_PART = 500;

/** For `inParts`. */
export const isAfter = (column: PgColumn, key: string | number | null) =>
  key === null ? undefined : gt(column, key);

/** Rows in the order of a unique key, some at a time: a list may be of any length. @param read at most `most` */
export async function* inParts<Row, Key extends string | number>(
  read: (after: Key | null) => PromiseLike<Row[]>,
  keyOf: (row: Row) => Key,
  most = ROWS_IN_PART,
): AsyncGenerator<Row> {
  let after: Key | null = null;
  for (;;) {
    const rows: Row[] = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < most) return;
    after = keyOf(last);
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
