import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regression over what a sheet for the next evening may show, written by `npm run fit:prep` from what three readers, who wrote no rule, called useful
 * and true of 292 passages, and its author, judging more strictly, of 322 (`tests/bench/notes/prep.json`; decision 126).
 */
export const bias = -2.918;

export const weights = {
  stopped: 0.548,
  late: -0.351,
  after: -0.179,
  rank: -0.066,
  words: 0.619,
  quoted: 1.019,
  unnamed: -0.476,
  names: 0.281,
  teller: -0.51,
  stakes: 0.388,
  fight: -0.188,
  question: -0.313,
  deal: 0.455,
  time: 0.608,
  trade: -0.331,
};

export type PrepFeature = keyof typeof weights;

export const prepFeatures = keysOf(weights);
