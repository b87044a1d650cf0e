import { createHash } from 'node:crypto';

/** Rows that have it say nothing of the text. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);
