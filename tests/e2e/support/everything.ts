import process from 'node:process';

/** `npm run test:all`: the second click and every flow in Chromium, which `npm test` leaves out. */
export const testsEverything = process.env.TEST_EVERYTHING === '1';
