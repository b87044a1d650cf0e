/** Numbers for ids that are not numeric, such as `s12.1` of a split line. */
const others = new Map<string, number>();

function keyOf(id: string): number {
  const number = id.startsWith('s') ? Number(id.slice(1)) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= 0 && id === `s${number}`) return number;
  const known = others.get(id);
  if (known !== undefined) return known;
  const next = -1 - others.size;
  others.set(id, next);
  return next;
}

/**
 * A number for each line, always the same for an id. A virtual list looks up the size of every line at each
 * measurement, which takes five times as long with text keys.
 */
export function lineKeys(segments: readonly { id: string }[]): readonly number[] {
  return segments.map(({ id }) => keyOf(id));
}
