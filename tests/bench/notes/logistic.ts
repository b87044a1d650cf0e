import { readFileSync, writeFileSync } from 'node:fs';
import { logistic } from '#server/platform/logistic.ts';

/** Solves a symmetric system by Gauss' elimination. */
function solved(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const system = matrix.map((row, at) => Float64Array.from([...row, right[at]!]));
  for (let pivot = 0; pivot < size; pivot += 1)
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const by = system[row]![pivot]! / system[pivot]![pivot]!;
      for (let at = pivot; at <= size; at += 1)
        system[row]![at] = system[row]![at]! - by * system[pivot]![at]!;
    }
  return Float64Array.from(system, (row, at) => row[size]! / row[at]!);
}

export const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, each, at) => sum + each * b[at]!, 0);

export interface Fitting {
  /** Of each coefficient squared; one for all, or one for each. */
  penalty: number | readonly number[];
  rounds: number;
}

/**
 * Ridge-penalized logistic regression by Newton's method.
 * @param rows whose last value is 1, for the bias, which is not penalized
 * @param labels 0 or 1
 * @param counts how much each row counts
 */
export function logisticRegression(
  rows: readonly Float64Array[],
  labels: readonly number[],
  { penalty, rounds }: Fitting,
  counts: readonly number[] = labels.map(() => 1),
): Float64Array {
  const size = rows[0]!.length;
  const penaltyOf = (at: number) =>
    at === size - 1 ? 0 : typeof penalty === 'number' ? penalty : penalty[at]!;
  const rate = labels.reduce((sum, label) => sum + label, 0) / labels.length;
  let coefficients = new Float64Array(size);
  coefficients[size - 1] = Math.log(rate / (1 - rate));
  for (let round = 0; round < rounds; round += 1) {
    const slope = coefficients.map((each, at) => penaltyOf(at) * each);
    const curve = Array.from({ length: size }, (_, row) =>
      Float64Array.from({ length: size }, (_, at) => (at === row ? penaltyOf(row) : 0)),
    );
    for (const [at, row] of rows.entries()) {
      const probability = logistic(dot(coefficients, row));
      const spread = counts[at]! * probability * (1 - probability);
      for (let first = 0; first < size; first += 1) {
        slope[first] = slope[first]! + counts[at]! * (probability - labels[at]!) * row[first]!;
        const of = curve[first]!;
        const by = spread * row[first]!;
        for (let second = 0; second <= first; second += 1) of[second] = of[second]! + by * row[second]!;
      }
    }
    for (let first = 0; first < size; first += 1)
      for (let second = first + 1; second < size; second += 1) curve[first]![second] = curve[second]![first]!;
    const step = solved(curve, slope);
    coefficients = coefficients.map((each, at) => each - step[at]!);
  }
  return coefficients;
}

/** How often a row labeled 1 scores above one labeled 0. */
export function areaUnderCurve(scores: ArrayLike<number>, labels: readonly number[]): number {
  const ranks = labels.map((label, at) => ({ label, score: scores[at]! })).sort((a, b) => a.score - b.score);
  const positives = labels.filter((label) => label === 1).length;
  const rankSum = ranks.reduce((sum, { label }, at) => sum + (label === 1 ? at + 1 : 0), 0);
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (labels.length - positives));
}

/** What a regression was fitted on: a row of values for each label, and which fold it is of. */
export interface Judged {
  values: readonly number[];
  label: number;
  fold: number;
  /** How much it counts; 1 if not said. */
  counts?: number;
}

/**
 * Fits on values less their means, and rates each row by what the other folds say.
 * @returns coefficients of the values as they are, and the bias for values less their means
 */
export function fitJudged(judged: readonly Judged[], options: Fitting) {
  const meanOf = (numbers: readonly number[]) =>
    numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const columns = (judged[0]?.values ?? []).map((_, column) => judged.map(({ values }) => values[column]!));
  const means = columns.map(meanOf);
  const deviations = columns.map((column, at) =>
    Math.max(1e-9, Math.sqrt(meanOf(column.map((each) => (each - means[at]!) ** 2)))),
  );
  const rows = judged.map(({ values }) =>
    Float64Array.from([...values.map((each, at) => (each - means[at]!) / deviations[at]!), 1]),
  );
  const fitted = (isUsed: (fold: number) => boolean) => {
    const used = judged.flatMap(({ fold }, at) => (isUsed(fold) ? at : []));
    return logisticRegression(
      used.map((at) => rows[at]!),
      used.map((at) => judged[at]!.label),
      options,
      used.map((at) => judged[at]!.counts ?? 1),
    );
  };
  const scores = new Float64Array(rows.length);
  for (const fold of new Set(judged.map((each) => each.fold))) {
    const without = fitted((each) => each !== fold);
    for (const [at, row] of rows.entries()) if (judged[at]!.fold === fold) scores[at] = dot(row, without);
  }
  const coefficients = fitted(() => true);
  return {
    scores,
    area: areaUnderCurve(
      scores,
      judged.map(({ label }) => label),
    ),
    bias: coefficients[means.length]!,
    weights: deviations.map((each, at) => coefficients[at]! / each),
    means,
  };
}

const number = (value: number) => Number(value.toFixed(3)).toString();

/**
 * Writes what was fitted into a file of weights, where it has a place for each.
 * @param into the name of the weights there
 */
export function writeWeights(
  file: URL,
  features: readonly string[],
  {
    bias,
    weights,
    means = [],
    into = 'weights',
  }: { bias: number; weights: ArrayLike<number>; means?: readonly number[]; into?: string },
): void {
  const listed = (values: ArrayLike<number>) =>
    `{\n${features.map((feature, at) => `  ${feature}: ${number(values[at]!)},`).join('\n')}\n};`;
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replace(/bias = [^;]+;/, `bias = ${number(bias)};`)
      .replace(new RegExp(`(${into}(?:: [^=]+)? = )\\{[^}]+\\};`), `$1${listed(weights)}`)
      .replace(/(means: [^=]+= )\{[^}]+\};/, (_, before: string) => `${before}${listed(means)}`),
  );
}
