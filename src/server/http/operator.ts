import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '#server/platform/refusal.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Hides the route. @param key null: always refuse @throws Refusal notFound */
export function assertOperator(key: string | null, given: string | null): void {
  if (key === null || !timingSafeEqual(digest(given ?? ''), digest(key))) throw new Refusal('notFound');
}
