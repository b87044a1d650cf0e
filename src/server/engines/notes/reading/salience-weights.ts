import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regression over sentences: a coefficient for log(1 + x) of each feature, in deviations of the session's own sentences. Fitted by
 * `npm run fit:salience` on which sentences people retell (decision 050): turns and notes of CRD3 (R. Rameshkumar and P. Bailey, ACL 2020, CC BY-SA 4.0), of
 * which nothing but these numbers is here. They are under the same license.
 */
export const bias = -6.092;

export const weights = {
  words: 0.076,
  contentWords: 0.166,
  contentRate: 0.197,
  centrality: 0.543,
  centralityInChapter: 0.111,
  rarity: 0.13,
  mass: 0.163,
  takenUp: 0.158,
  names: 0.205,
  capitalRate: 0.175,
  quotationMarks: 0.087,
  parentheses: -0.086,
  position: 0.254,
  fromEdge: -0.221,
  shareOfSpeaker: 0.088,
  wordsOfTurn: 0.16,
  wordsOfTurnAfter: -0.105,
  wordsBefore: -0.068,
  first: 0.098,
  third: -0.054,
  thirdRate: 0.113,
  it: -0.097,
  theRate: 0.083,
  diceRate: -0.324,
  diceNearby: -0.118,
  youNearby: 0.041,
  declares: 0.095,
  death: 0.085,
  arrivalsNearby: 0.08,
};

export type Feature = keyof typeof weights;

export const features = keysOf(weights);
