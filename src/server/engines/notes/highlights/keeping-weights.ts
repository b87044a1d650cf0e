import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regressions over passages, one coefficient for each feature less its mean, written by `npm run fit:keeping` from what two readers, who wrote no rule,
 * said of 618 passages (`tests/bench/notes/keeping.json`; decision 050): would they keep it and understand it alone?
 */
export const kept = {
  bias: -0.696,
  worth: 0.418,
  sentences: 0.259,
  people: 0.131,
  youByNarrator: -0.205,
  youInSpeech: 0.241,
  we: 0.435,
  declared: -0.327,
  motion: -0.214,
  death: 0.418,
  stakes: 0.356,
  past: 0.285,
  brokenOff: -2.23,
  central: 0.492,
  words: 0.586,
  names: 0.159,
  nameless: -0.317,
  othersBeforeNames: -0.124,
  creature: -0.141,
  breaks: -0.085,
  blows: 0.016,
  the: -0.231,
  asks: -0.514,
};

/** Do they understand it alone? */
export const clear: typeof kept = {
  bias: 1.115,
  worth: 0.425,
  sentences: 0.093,
  people: -0.053,
  youByNarrator: -0.078,
  youInSpeech: 0.108,
  we: 0.124,
  declared: 0.162,
  motion: -0.091,
  death: -0.079,
  stakes: 0.215,
  past: -0.012,
  brokenOff: -1.817,
  central: 0.447,
  words: 1.027,
  names: 0.229,
  nameless: -0.814,
  othersBeforeNames: -0.418,
  creature: -0.212,
  breaks: -0.518,
  blows: -0.29,
  the: 4.917,
  asks: -0.61,
};

export const means = {
  worth: -2.658,
  sentences: 2.34,
  people: 1.104,
  youByNarrator: 1.231,
  youInSpeech: 0.456,
  we: 0.18,
  declared: 0.125,
  motion: 0.631,
  death: 0.278,
  stakes: 0.369,
  past: 0.307,
  brokenOff: 0.006,
  central: 1.476,
  words: 3.641,
  names: 1.597,
  nameless: 0.133,
  othersBeforeNames: 0.193,
  creature: 0.591,
  breaks: 0.12,
  blows: 0.325,
  the: 0.075,
  asks: 0.065,
};

export type KeepingFeature = keyof typeof means;

export const keepingFeatures = keysOf(means);
