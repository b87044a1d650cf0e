import type { Box } from '../chart/story-shapes.ts';

/** The nearest box in the direction of an arrow key. */
export function neighbour(boxes: readonly Box[], from: Box, key: string): Box | undefined {
  const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + Math.min(height, 60) / 2 });
  const here = centre(from);
  const across = key === 'ArrowLeft' || key === 'ArrowRight';
  const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
  const distance = (box: Box) => {
    const there = centre(box);
    const along = (across ? there.x - here.x : there.y - here.y) * sign;
    const aside = Math.abs(across ? there.y - here.y : there.x - here.x);
    return along > 1 ? along + 2 * aside : Number.POSITIVE_INFINITY;
  };
  const nearest = boxes.toSorted((one, two) => distance(one) - distance(two)).find((box) => box !== from);
  return nearest && Number.isFinite(distance(nearest)) ? nearest : undefined;
}
