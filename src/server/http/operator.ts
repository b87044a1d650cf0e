import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '#server/platform/refusal.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Lets nobody pass but who holds the key of the data folder.
 * @param key null: nobody does
 * @throws Refusal notFound: for everyone else there is nothing here
 */
export function assertOperator(key: string | null, given: string | undefined): void {
  if (key === null || !timingSafeEqual(digest(given ?? ''), digest(key))) throw new Refusal('notFound');
}
