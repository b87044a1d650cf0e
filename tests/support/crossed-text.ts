import { textWidth } from '#flows/chart/chart-text.ts';
import {
  type Line,
  lineHeight,
  padding,
  type Story,
  textSize,
  titleSizes,
} from '#flows/chart/story-shapes.ts';

type Rectangle = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** Whether a part between two turns of a line lies on a border of a rectangle. */
export function runsAlong(points: Line['points'], { x, y, width, height }: Rectangle): boolean {
  const sides = [
    { x, y, width: 0, height },
    { x: x + width, y, width: 0, height },
    { x, y, width, height: 0 },
    { x, y: y + height, width, height: 0 },
  ];
  return points.slice(1, -2).some((start, index) => {
    const end = points[index + 2]!;
    return sides.some(
      (side) =>
        (start.x === end.x) === (side.width === 0) &&
        Math.max(start.x, end.x) > side.x - 3 &&
        Math.min(start.x, end.x) < side.x + side.width + 3 &&
        Math.max(start.y, end.y) > side.y - 3 &&
        Math.min(start.y, end.y) < side.y + side.height + 3,
    );
  });
}

/** Whether a line goes through a rectangle, by more than a pixel. */
export function passes(points: Line['points'], { x, y, width, height }: Rectangle): boolean {
  return points.slice(1).some((end, index) => {
    const start = points[index]!;
    return (
      Math.max(start.x, end.x) > x + 1 &&
      Math.min(start.x, end.x) < x + width - 1 &&
      Math.max(start.y, end.y) > y + 1 &&
      Math.min(start.y, end.y) < y + height - 1
    );
  });
}

/** @param drawn without others, the lines that are always drawn */
export function crossedTexts(
  { boxes, lines }: Story,
  drawn: readonly Pick<Line, 'id' | 'points'>[] = lines,
): string[] {
  const inBoxes = boxes.flatMap(({ x, y, isMain, rows }) =>
    rows.map(({ style, text, indent, y: baseline }) => {
      const isTitle = style === 'title';
      const size = isTitle ? titleSizes[isMain ? 'main' : 'other'] : textSize;
      const top = y + baseline - size;
      return { text, x: x + padding + indent, y: top, width: textWidth(text, size, isTitle), height: size };
    }),
  );
  const labels = lines.flatMap(({ label }) =>
    label.map(({ text, x, y }) => ({
      text,
      x,
      y: y - textSize,
      width: textWidth(text, textSize),
      height: lineHeight - 4,
    })),
  );
  return drawn.flatMap(({ id, points }) =>
    points.slice(1).flatMap((end, index) => {
      const start = points[index]!;
      return [...inBoxes, ...labels]
        .filter((text) => passes([start, end], text))
        .map(({ text }) => `${id} × ${text}`);
    }),
  );
}
