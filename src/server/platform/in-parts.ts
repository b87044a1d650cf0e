import { gt } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { breath } from './breath.ts';

export const ROWS_IN_PART = 500;

/** For `inParts`. */
export const isAfter = (column: PgColumn, key: string | null) => (key === null ? undefined : gt(column, key));

/** Rows in the order of a unique key, some at a time: a list may be of any length. @param read at most `ROWS_IN_PART` */
export async function* inParts<Row>(
  read: (after: string | null) => PromiseLike<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row> {
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_IN_PART) return;
    after = keyOf(last);
    await breath();
  }
}
