import { testsEverything } from '../../src/setup/everything.ts';

export { testsEverything };

/** Of cases that prove the same: the first, and in `npm run test:all` each. */
export const oneOf = <Case>(cases: readonly Case[]): readonly Case[] =>
  testsEverything ? cases : cases.slice(0, 1);
