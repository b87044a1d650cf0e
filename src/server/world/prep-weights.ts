import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regression over what a sheet for the next evening may show, written by `npm run fit:prep` from what readers, who wrote no
 * rule, called useful and true, and its author, judging more strictly (`tests/bench/notes/prep.json`; decision 126).
 */
export const bias = -2.675;

export const weights = {
  stopped: 0.528,
  late: -0.366,
  after: -0.172,
  rank: -0.096,
  words: 0.599,
  quoted: 1.045,
  unnamed: -0.472,
  names: 0.27,
  teller: -0.508,
  stakes: 0.376,
  fight: -0.178,
  question: -0.272,
  deal: 0.488,
  time: 0.633,
  trade: -0.337,
};

export type PrepFeature = keyof typeof weights;

export const prepFeatures = keysOf(weights);
