import { z } from 'zod';

/** Identifier of an entity: a UUID (version 7 for those the server makes). */
export const Id = z.uuid();

/** A moment: ISO 8601 in UTC, with milliseconds. There is no year 0 in PostgreSQL. */
export const Timestamp = z.iso
  .datetime()
  .refine((moment) => !moment.startsWith('0000'), 'Use a year from 1.');

/** How much an analysis writes (R1.3). */
export const DetailLevel = z.enum(['brief', 'comprehensive']);
export type DetailLevel = z.infer<typeof DetailLevel>;

/** A BCP 47 language tag such as `en` or `pt-BR`. */
export const Language = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language tag such as "en" or "pt-BR".');

/** Counts up with every change of an entity; sent back in `If-Match`, and refused with 412 when it is stale. */
export const Revision = z.int().nonnegative();
