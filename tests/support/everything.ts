import process from 'node:process';

/** `npm run test:all`: what `npm test` leaves out, too: the second click, every flow in Chromium, and tests tagged `everything`. */
export const testsEverything = process.env.TEST_EVERYTHING === '1';

/** Of cases that prove the same: the first, and in `npm run test:all` each. */
export const oneOf = <Case>(cases: readonly Case[]): readonly Case[] =>
  testsEverything ? cases : cases.slice(0, 1);
