const far = (distances: readonly number[], at: number): number => distances[at] ?? Infinity;

/** Damerau's distance; any larger number beyond `most`. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      let best = Math.min(far(last, at) + 1, far(next, at - 1) + 1, far(last, at - 1) + (isSame ? 0 : 1));
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwapped) best = Math.min(best, far(before, at - 2) + 1);
      next.push(best);
    }
    if (Math.min(...next) > most) return most + 1;
    before = last;
    last = next;
  }
  return far(last, other.length);
}
