import { type BoxRow, boxPadding, rowsSize } from './chart-boxes.ts';

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

const gap = 6;

function covered(points: readonly { x: number; y: number }[], band: Rectangle): [from: number, to: number][] {
  return points.slice(1).flatMap((end, index): [number, number][] => {
    const start = points[index] ?? end;
    const [left, right] = [Math.min(start.x, end.x), Math.max(start.x, end.x)];
    const [top, bottom] = [Math.min(start.y, end.y), Math.max(start.y, end.y)];
    const meets =
      right >= band.x &&
      left <= band.x + band.width &&
      bottom >= band.y + boxPadding &&
      top <= band.y + band.height - boxPadding;
    return meets ? [[left - gap, right + gap]] : [];
  });
}

/** In pixels, at the left or beside the arrows that cross the heading; undefined if no gap is wide enough. */
export function headingPlace(
  box: Rectangle & { rows: readonly BoxRow[] },
  lines: readonly (readonly { x: number; y: number }[])[],
): number | undefined {
  const size = rowsSize(box.rows);
  const width = size.width - 2 * boxPadding;
  const band = { ...box, height: size.height };
  const end = box.x + box.width - boxPadding;
  const taken = lines.flatMap((points) => covered(points, band)).toSorted(([one], [two]) => one - two);
  let from = box.x + boxPadding;
  for (const [left, right] of taken) {
    if (left - from >= width) {
      return from;
    }
    from = Math.max(from, right);
  }
  return end - from >= width ? from : undefined;
}
