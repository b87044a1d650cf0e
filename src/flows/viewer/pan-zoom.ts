import { titleSize } from '../chart/chart-boxes.ts';
import type { Box, ChartLayout } from '../chart/chart-layout.ts';

/** A point is at `scale × point + (x, y)`. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export const smallestScale = 0.1;
export const largestScale = 3;
const readableScale = 0.75;
const smallestTitle = 9.5;
const roomForTitle = 2;
const margin = 16;

export function isReadable({ scale }: View, { isOutline, enlarged }: ChartLayout): boolean {
  return titleSize * (isOutline ? enlarged : roomForTitle) * scale >= smallestTitle;
}

export function isWhole({ x, y, scale }: View, chart: Size, screen: Size): boolean {
  return (
    x >= 0 && y >= 0 && x + chart.width * scale <= screen.width && y + chart.height * scale <= screen.height
  );
}

export function centreOn(view: View, point: { x: number; y: number }, screen: Size): View {
  return {
    scale: view.scale,
    x: screen.width / 2 - point.x * view.scale,
    y: screen.height / 2 - point.y * view.scale,
  };
}

export function zoomAt(view: View, factor: number, at: { x: number; y: number }): View {
  const scale = Math.min(largestScale, Math.max(smallestScale, view.scale * factor));
  const share = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share };
}

export function fitView(chart: Size, screen: Size): View {
  const scale = Math.max(
    smallestScale,
    Math.min(1.15, (screen.width - 2 * margin) / chart.width, (screen.height - 2 * margin) / chart.height),
  );
  return {
    scale,
    x: (screen.width - chart.width * scale) / 2,
    y: Math.max(margin, (screen.height - chart.height * scale) / 2),
  };
}

/** The whole chart if it is readable, else its beginning. */
export function firstView(chart: ChartLayout, screen: Size): View {
  const whole = fitView(chart, screen);
  if (whole.scale >= readableScale) {
    return whole;
  }
  const scale = Math.min(1, Math.max(readableScale, (screen.width - 2 * margin) / chart.width));
  const start = chart.boxes.find(({ kind }) => kind === 'initial');
  const overflow = chart.width * scale + 2 * margin - screen.width;
  const x =
    overflow <= 0
      ? (screen.width - chart.width * scale) / 2
      : Math.min(margin, Math.max(-overflow + margin, screen.width / 2 - (start?.x ?? 0) * scale));
  return { scale, x, y: margin };
}

/** Moves as little as possible; zooms in if the boxes are too small. */
export function reveal(view: View, boxes: readonly Box[], screen: Size): View {
  const [first] = boxes;
  if (!first || screen.width === 0) {
    return view;
  }
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const shift = (start: number, end: number, offset: number, space: number) => {
    const from = start * view.scale + offset;
    const to = end * view.scale + offset;
    if (from >= margin && to <= space - margin) {
      return offset;
    }
    const isTooLarge = to - from > space - 2 * margin;
    return isTooLarge ? offset + margin - from : offset + (space - (to - from)) / 2 - from;
  };
  return {
    scale: view.scale,
    x: shift(left, right, view.x, screen.width),
    y: shift(top, bottom, view.y, screen.height),
  };
}

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
