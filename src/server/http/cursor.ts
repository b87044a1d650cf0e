import type { z } from 'zod';
import { Refusal } from '#server/platform/refusal.ts';

export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** @throws Refusal invalidRequest for a cursor that we did not create */
export function readCursor<Place>(cursor: string | undefined, schema: z.ZodType<Place>): Place | null {
  if (cursor === undefined) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new Refusal('invalidRequest', { details: { field: 'query.cursor' } });
  }
}

/** Splits off the extra row that reveals a next page. */
export function splitPage<Row>(rows: Row[], limit: number): { page: Row[]; last: Row | null } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? (page.at(-1) ?? null) : null };
}
