import { z } from 'zod';

export const Id = z.uuid();

/** PostgreSQL has no year 0. */
export const Timestamp = z.iso
  .datetime()
  .refine((moment) => !moment.startsWith('0000'), 'Use a year from 1.');

export const DetailLevel = z.enum(['brief', 'comprehensive']);
export type DetailLevel = z.infer<typeof DetailLevel>;

export const Language = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language tag such as "en" or "pt-BR".');

/** Increases with every change; an outdated `If-Match` gets 412. */
export const Revision = z.int().nonnegative();
