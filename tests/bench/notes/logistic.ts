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

/**
 * Ridge-penalized logistic regression by Newton's method.
 * @param rows whose last value is 1, for the bias, which is not penalized
 * @param labels 0 or 1
 */
export function logisticRegression(
  rows: readonly Float64Array[],
  labels: readonly number[],
  { penalty, rounds }: { penalty: number; rounds: number },
): Float64Array {
  const size = rows[0]!.length;
  const rate = labels.reduce((sum, label) => sum + label, 0) / labels.length;
  let coefficients = new Float64Array(size);
  coefficients[size - 1] = Math.log(rate / (1 - rate));
  for (let round = 0; round < rounds; round += 1) {
    const slope = coefficients.map((each, at) => (at < size - 1 ? penalty * each : 0));
    const curve = Array.from({ length: size }, (_, row) =>
      Float64Array.from({ length: size }, (_, at) => (at === row && row < size - 1 ? penalty : 0)),
    );
    for (const [at, row] of rows.entries()) {
      const probability = 1 / (1 + Math.exp(-dot(coefficients, row)));
      const spread = probability * (1 - probability);
      for (let first = 0; first < size; first += 1) {
        slope[first] = slope[first]! + (probability - labels[at]!) * row[first]!;
        const of = curve[first]!;
        for (let second = 0; second < size; second += 1)
          of[second] = of[second]! + spread * row[first]! * row[second]!;
      }
    }
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
