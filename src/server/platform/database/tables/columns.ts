import { timestamp } from 'drizzle-orm/pg-core';

/** A moment to the millisecond, as the wire tells it. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
