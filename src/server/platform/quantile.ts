/** @param share 0 to 1 @throws without values */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (found === undefined) throw new Error('There are no values.');
  return found;
}
