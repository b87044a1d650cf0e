import { recordOf } from '#contract/unknown-values.ts';
import { builtWebFolder } from '#server/compose/open-server.ts';
import { campaignBudgets, campaignWeights } from '../../src/setup/page-weights.ts';
import type { Figure } from './bench.ts';

/** Scripts of a signed-in user's first visit, compressed. */
export async function benchWeight(): Promise<Figure[]> {
  return campaignWeights(builtWebFolder).map(({ path, bytes }) => ({
    name: `JavaScript of ${path} at first load`,
    value: bytes.scripts / 1000,
    unit: 'kB',
    peer: `limit ${Number(recordOf(campaignBudgets)[path]) / 1000} kB`,
  }));
}
