/**
 * Fits the weights of `salience.ts` on a folder of the corpus' shape whose notes are aligned to their turns, and writes them. By hand:
 * npm run fit:salience [-- --folder DIR]. Sessions that `npm run bench:notes` reports are left out.
 */
import { writeFileSync } from 'node:fs';
import { evenly, salienceOf, type Values } from '#server/engines/notes/highlights/salience.ts';
import { type Feature, weights as present } from '#server/engines/notes/highlights/salience-weights.ts';
import { prepare } from '#server/engines/notes/reading/prepare.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { contentOf, eventsOf, readAlignments } from './coverage.ts';
import { readSession, reported } from './episodes.ts';
import { readOptions } from './options.ts';

const LEAST_EVENTS = 25;
const LEAST_WORDS = 4;
/** Of an event's weight: a sentence that adds less is no label. */
const LEAST_SHARE = 0.12;
const MOST_OF_AN_EVENT = 3;
const PADDING = 2;
const ROUNDS = 400;
const RATE = 0.5;
const PENALTY = 1e-4;
const MOST_DEVIATIONS = 4;

const features = present.map(([feature]) => feature);
const options = readOptions();
const alignments = readAlignments(options.folder);
const heldOut = new Set(reported(options.folder));

const rows: Float64Array[] = [];
const labels: number[] = [];
const known: Values[] = [];
for (const [episode, file] of options.sessions) {
  if (heldOut.has(episode)) continue;
  const session = readSession(file);
  const events = eventsOf(session, alignments);
  if (events.length < LEAST_EVENTS) continue;
  const prepared = await prepare(transcriptOf(session.turns), noCampaign);
  const values: Values[] = [];
  const { rarity, stems } = salienceOf(prepared, (each) => values.push(each));
  const { sentences } = prepared.speech;
  const isPlay = (at: number) =>
    prepared.zones.zones[at] === 'play' && sentences[at]!.words.length >= LEAST_WORDS;
  const chosen = new Set<number>();
  for (const { from, to, words } of events) {
    const near = sentences.filter(
      ({ index, firstSegment }) =>
        isPlay(index) && firstSegment >= from - PADDING && firstSegment <= to + PADDING,
    );
    const shared = (at: number) => [...contentOf(sentences[at]!.text)].filter((word) => words.has(word));
    const left = new Set(words);
    const total = [...words].reduce((sum, word) => sum + rarity(word), 0);
    for (let taken = 0; taken < MOST_OF_AN_EVENT; taken += 1) {
      const gain = (at: number) =>
        shared(at).reduce((sum, word) => sum + (left.has(word) ? rarity(word) : 0), 0);
      const best = near
        .map(({ index, words: own }) => ({
          index,
          gain: gain(index),
          value: gain(index) / Math.sqrt(own.length + 8),
        }))
        .sort((a, b) => b.value - a.value)[0];
      if (!best || best.gain < LEAST_SHARE * total) break;
      chosen.add(best.index);
      for (const word of shared(best.index)) left.delete(word);
    }
  }
  for (const { index } of sentences)
    if (isPlay(index) && stems[index]) {
      known.push(values[index]!);
      labels.push(chosen.has(index) ? 1 : 0);
    }
  console.error(`${episode}: ${events.length} events, ${chosen.size} of ${sentences.length} sentences`);
}

const spreads = features.map((feature) => {
  const all = known.flatMap((values) => (values[feature] === undefined ? [] : [evenly(values[feature])]));
  const mean = all.reduce((sum, each) => sum + each, 0) / Math.max(1, all.length);
  const deviation = Math.sqrt(
    all.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, all.length),
  );
  return { feature, mean, deviation: deviation || 1 };
});
for (const values of known)
  rows.push(
    Float64Array.from(spreads, ({ feature, mean, deviation }) => {
      const value = values[feature];
      if (value === undefined) return 0;
      return Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, (evenly(value) - mean) / deviation));
    }),
  );

const rate = labels.reduce((sum, label) => sum + label, 0) / labels.length;
let bias = Math.log(rate / (1 - rate));
const coefficients = new Float64Array(features.length);
const velocity = new Float64Array(features.length + 1);
for (let round = 0; round < ROUNDS; round += 1) {
  const slope = new Float64Array(features.length + 1);
  for (const [at, row] of rows.entries()) {
    let sum = bias;
    for (let each = 0; each < row.length; each += 1) sum += coefficients[each]! * row[each]!;
    const error = 1 / (1 + Math.exp(-sum)) - labels[at]!;
    for (let each = 0; each < row.length; each += 1) slope[each] = slope[each]! + error * row[each]!;
    slope[row.length] = slope[row.length]! + error;
  }
  for (let each = 0; each <= features.length; each += 1) {
    const penalty = each < features.length ? PENALTY * coefficients[each]! : 0;
    velocity[each] = 0.9 * velocity[each]! - RATE * (slope[each]! / rows.length + penalty);
    if (each < features.length) coefficients[each] = coefficients[each]! + velocity[each]!;
    else bias += velocity[each]!;
  }
}

const ranks = rows
  .map((row, at) => ({
    label: labels[at]!,
    score: row.reduce((sum, value, each) => sum + value * coefficients[each]!, 0),
  }))
  .sort((a, b) => a.score - b.score);
const positives = labels.filter((label) => label === 1).length;
const rankSum = ranks.reduce((sum, { label }, at) => sum + (label === 1 ? at + 1 : 0), 0);
const area = (rankSum - (positives * (positives + 1)) / 2) / (positives * (labels.length - positives));
console.error(
  `${rows.length} sentences, ${positives} of them chosen; area under the curve on these ${area.toFixed(3)}`,
);

const number = (value: number) => Number(value.toFixed(4)).toString();
const row = (feature: Feature, at: number) =>
  `  ['${feature}', ${number(spreads[at]!.mean)}, ${number(spreads[at]!.deviation)}, ${number(coefficients[at]!)}],`;
writeFileSync(
  new URL('../../../src/server/engines/notes/highlights/salience-weights.ts', import.meta.url),
  `/**
 * Logistic regression over sentences: feature, mean and deviation of sign(x)·log(1 + |x|) over the sentences it was fitted on, coefficient.
 * Fitted on sessions with people's notes that are aligned to their turns (decision 050), by \`npm run fit:salience\`.
 */
export const bias = ${number(bias)};

export const weights = [
${features.map(row).join('\n')}
] as const;

export type Feature = (typeof weights)[number][0];
`,
);
