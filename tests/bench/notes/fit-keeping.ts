/**
 * Fits the weights of `keeping.ts` on what readers said of passages (`keeping.json`) and writes them. By hand:
 * npm run fit:keeping [-- --folder DIR]. No passage is of a session that `npm run bench:notes` reports.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { keepingValuesOf } from '#server/engines/notes/highlights/keeping.ts';
import { keepingFeatures } from '#server/engines/notes/highlights/keeping-weights.ts';
import { salienceOf } from '#server/engines/notes/highlights/salience.ts';
import { prepare } from '#server/engines/notes/reading/prepare.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { readSession } from './episodes.ts';
import { areaUnderCurve, dot, logisticRegression } from './logistic.ts';
import { readOptions } from './options.ts';

const PENALTY = 30;
const ROUNDS = 8;
const FOLDS = 10;
const WEIGHTS = new URL('../../../src/server/engines/notes/highlights/keeping-weights.ts', import.meta.url);

/** Session, first sentence, sentences, words, whether a reader would keep it, whether it is clear alone. */
const Judged = z.tuple([z.string(), z.int(), z.int(), z.int(), z.literal([0, 1]), z.literal([0, 1])]);
const judged = z
  .array(Judged)
  .parse(JSON.parse(readFileSync(new URL('./keeping.json', import.meta.url), 'utf8')));

const { sessions } = readOptions();
const episodes = [...new Set(judged.map(([episode]) => episode))].sort();
const raw: number[][] = [];
const labels: number[] = [];
const folds: number[] = [];
for (const [at, episode] of episodes.entries()) {
  const file = sessions.get(episode);
  if (file === undefined) continue;
  const prepared = await prepare(transcriptOf(readSession(file).turns), noCampaign);
  const valuesOf = keepingValuesOf(prepared, salienceOf(prepared));
  for (const [, from, count, words, isKept, isClear] of judged.filter(([of]) => of === episode)) {
    const sentences = prepared.speech.sentences.slice(from, from + count);
    if (sentences.reduce((sum, each) => sum + each.words.length, 0) !== words) {
      console.error(`${episode}, sentence ${from}: not what was judged`);
      continue;
    }
    const values = valuesOf(sentences);
    raw.push(keepingFeatures.map((feature) => values[feature]));
    labels.push(isKept * isClear);
    folds.push(at % FOLDS);
  }
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const columns = keepingFeatures.map((_, column) => raw.map((row) => row[column]!));
const means = columns.map(meanOf);
const deviations = columns.map((column, at) =>
  Math.sqrt(meanOf(column.map((each) => (each - means[at]!) ** 2))),
);
const rows = raw.map((row) =>
  Float64Array.from([...row.map((each, at) => (each - means[at]!) / Math.max(1e-9, deviations[at]!)), 1]),
);
const fitted = (isUsed: (fold: number) => boolean) => {
  const used = rows.flatMap((_, at) => (isUsed(folds[at]!) ? at : []));
  return logisticRegression(
    used.map((at) => rows[at]!),
    used.map((at) => labels[at]!),
    { penalty: PENALTY, rounds: ROUNDS },
  );
};
const scores = new Float64Array(rows.length);
for (let fold = 0; fold < FOLDS; fold += 1) {
  const without = fitted((each) => each !== fold);
  for (const [at, row] of rows.entries()) if (folds[at] === fold) scores[at] = dot(row, without);
}
console.error(
  `${rows.length} passages; area under the curve on evenings that were left out ${areaUnderCurve(scores, labels).toFixed(3)}`,
);

const coefficients = fitted(() => true);
const number = (value: number) => Number(value.toFixed(3)).toString();
const listed = (values: readonly number[]) =>
  `{\n${keepingFeatures.map((feature, at) => `  ${feature}: ${number(values[at]!)},`).join('\n')}\n};`;
writeFileSync(
  WEIGHTS,
  readFileSync(WEIGHTS, 'utf8')
    .replace(/bias = [^;]+;/, `bias = ${number(coefficients[keepingFeatures.length]!)};`)
    .replace(
      /weights = \{[^}]+\};/,
      `weights = ${listed(deviations.map((each, at) => coefficients[at]! / Math.max(1e-9, each)))}`,
    )
    .replace(/(means: [^=]+= )\{[^}]+\};/, `$1${listed(means)}`),
);
