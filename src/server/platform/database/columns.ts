import { bigint, timestamp } from 'drizzle-orm/pg-core';

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const count = (name: string) => bigint(name, { mode: 'number' });
