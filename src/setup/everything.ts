import process from 'node:process';

/** `npm run test:all`: what `npm test` leaves out, too: the second click, every flow in Chromium, and tests tagged `everything`. */
export const testsEverything = process.env.TEST_EVERYTHING === '1';
