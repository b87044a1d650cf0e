import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regression over what a sheet for the next evening may show, written by `npm run fit:prep` from what three readers, who wrote no rule, called useful
 * and true of 298 passages (`tests/bench/notes/prep.json`; decision 126).
 */
export const bias = -1.675;

export const weights = {
  stopped: 0.258,
  plan: -0.389,
  late: -0.283,
  after: -0.144,
  rank: -0.036,
  words: 0.465,
  quoted: 1.601,
  names: 0.278,
  we: 0.349,
  teller: 0.242,
  stakes: 0.111,
  fight: -0.147,
  question: -0.248,
};

export type PrepFeature = keyof typeof weights;

export const prepFeatures = keysOf(weights);
