/** For ids such as `s12.1` of a split line. */
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

/** Always the same number for an id. A virtual list takes five times as long with text keys. */
export function lineKeys(segments: readonly { id: string }[]): readonly number[] {
  return segments.map(({ id }) => keyOf(id));
}
