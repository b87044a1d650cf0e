import { timestamp } from 'drizzle-orm/pg-core';

/** A timestamp in milliseconds, as in the contract. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
