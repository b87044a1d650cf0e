import process from 'node:process';
import fc from 'fast-check';
import { testsEverything } from './everything.ts';

const { PROPERTY_SEED = '20261123' } = process.env;

/** PROPERTY_SEED is another seed, or `random`. */
const seed = PROPERTY_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(PROPERTY_SEED);
if (PROPERTY_SEED === 'random') process.stdout.write(`PROPERTY_SEED=${seed}\n`);
fc.configureGlobal({ seed });

/** So many cases in `npm run test:all`, a quarter of them in `npm test`. */
export const runs = (count: number): number => (testsEverything ? count : Math.ceil(count / 4));

export default fc;
