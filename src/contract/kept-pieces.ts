import { present } from './unknown-values.ts';

/** Beyond this, two texts count as completely different. */
const MOST_CHANGES = 400;

/** Myers' shortest difference: pieces of `one` to those of `other`. Empty beyond `MOST_CHANGES`. */
export function keptPieces(one: readonly string[], other: readonly string[]): Map<number, number> {
  const kept = new Map<number, number>();
  const furthest: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let changes = 0; changes <= MOST_CHANGES; changes += 1) {
    const next = new Map(reach);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = cameDown(reach, diagonal, changes)
        ? reachOf(reach, diagonal + 1)
        : reachOf(reach, diagonal - 1) + 1;
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x < one.length || x - diagonal < other.length) continue;
      follow(kept, [...furthest, reach], one.length, other.length);
      return kept;
    }
    furthest.push(reach);
    reach = next;
  }
  return kept;
}

const reachOf = (reach: ReadonlyMap<number, number>, diagonal: number): number =>
  present(reach.get(diagonal), 'reach of the diagonal');

function cameDown(reach: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true;
  return diagonal !== changes && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1);
}

function follow(
  kept: Map<number, number>,
  furthest: readonly ReadonlyMap<number, number>[],
  oneLength: number,
  otherLength: number,
): void {
  let x = oneLength;
  let y = otherLength;
  for (const [changes, reach] of [...furthest.entries()].reverse()) {
    const diagonal = x - y;
    const before = cameDown(reach, diagonal, changes) ? diagonal + 1 : diagonal - 1;
    const fromX = changes === 0 ? 0 : reachOf(reach, before);
    const fromY = changes === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      kept.set(x, y);
    }
    x = fromX;
    y = fromY;
  }
}
