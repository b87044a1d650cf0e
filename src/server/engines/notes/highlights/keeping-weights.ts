import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regression over passages: a coefficient for each feature less its mean, written by `npm run fit:keeping` from what two readers, who wrote no rule,
 * would keep and understand alone of 618 passages (`tests/bench/notes/keeping.json`; decision 050).
 */
export const bias = -0.683;

export const weights = {
  worth: 0.553,
  sentences: 0.301,
  people: 0.274,
  youByNarrator: -0.18,
  youInSpeech: 0.219,
  we: 0.458,
  declared: -0.344,
  motion: -0.173,
  death: 0.36,
  stakes: 0.406,
  past: 0.323,
  brokenOff: -2.226,
  central: 0.563,
};

export type KeepingFeature = keyof typeof weights;

export const means: Record<KeepingFeature, number> = {
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
};

export const keepingFeatures = keysOf(weights);
