import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < 248 && text.length < count) text += letters[byte % 62];
    }
  }
  return text;
}

let last = 0;

/** Increases within a process. */
export function newStandInId(prefix: string): string {
  last = Math.max(last + 1, Date.now() * 1000);
  let order = '';
  for (let rest = last; rest > 0; rest = Math.floor(rest / 62)) order = `${letters[rest % 62]}${order}`;
  return `${prefix}_${order}${randomLetters(14)}`;
}

/** Random, because the checkout's address contains it. */
export const newCheckoutId = (): string => `cs_test_${randomLetters(58)}`;
