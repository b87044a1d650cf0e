import { builtWebFolder } from '#server/compose/open-server.ts';
import { campaignWeights } from '#tests/support/page-weights.ts';
import type { Figure } from './figure.ts';

/** Scripts of a signed-in user's first visit, compressed. */
export async function benchWeight(): Promise<Figure[]> {
  return campaignWeights(builtWebFolder).map(({ path, bytes, budget }) => ({
    name: `JavaScript of ${path} at first load`,
    value: bytes.scripts / 1000,
    unit: 'kB',
    peer: `limit ${budget / 1000} kB`,
  }));
}
