import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regression over sentences: a coefficient for log(1 + x) of each feature, in deviations of the session's own sentences. Fitted by
 * `npm run fit:salience` on which sentences people retell (decision 050): turns and notes of CRD3 (R. Rameshkumar and P. Bailey, ACL 2020, CC BY-SA 4.0), of
 * which nothing but these numbers is here. They are under the same license.
 */
export const bias = -6.092;

export const weights = {
  words: 0.063,
  contentWords: 0.169,
  contentRate: 0.199,
  centrality: 0.555,
  centralityInChapter: 0.089,
  rarity: 0.132,
  mass: 0.168,
  takenUp: 0.16,
  names: 0.206,
  capitalRate: 0.132,
  quotationMarks: 0.085,
  parentheses: -0.082,
  position: 0.234,
  fromEdge: -0.211,
  shareOfSpeaker: 0.087,
  wordsOfTurn: 0.156,
  wordsOfTurnAfter: -0.104,
  wordsBefore: -0.07,
  first: 0.094,
  third: -0.048,
  thirdRate: 0.107,
  it: -0.099,
  theRate: 0.081,
  diceRate: -0.327,
  diceNearby: -0.104,
  youNearby: 0.044,
  declares: 0.098,
  death: 0.085,
  arrivalsNearby: 0.093,
};

export type Feature = keyof typeof weights;

export const features = keysOf(weights);
