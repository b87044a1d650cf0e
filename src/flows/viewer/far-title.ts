import { titleSize } from '../chart/chart-boxes.ts';
import { textWidth } from '../chart/chart-text.ts';
import type { Size } from './pan-zoom.ts';

/** Above this scale a chart shows all its text, below it only titles. */
export const farScale = 0.6;

const wantedOnScreen = 13;

const lineHeight = 1.15;

export interface FarTitle {
  size: number;
  lines: readonly string[];
}

function broken(words: readonly string[], width: number, size: number): string[] | null {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (textWidth(longer, size, true) <= width) {
      lines.splice(Math.max(0, lines.length - 1), 1, longer);
    } else if (textWidth(word, size, true) <= width) {
      lines.push(word);
    } else {
      return null;
    }
  }
  return lines;
}

/** @param room in the chart's pixels */
export function farTitle(title: string, room: Size, scale: number): FarTitle {
  const words = title.split(' ');
  for (let size = Math.max(titleSize, wantedOnScreen / scale); size > titleSize; size *= 0.92) {
    const lines = broken(words, room.width, size);
    if (lines && lines.length * size * lineHeight <= room.height) {
      return { size, lines };
    }
  }
  return { size: titleSize, lines: [title] };
}

export function baselineOf(index: number, size: number): number {
  return (index * lineHeight + 0.9) * size;
}

export function titleSpace({ size, lines }: FarTitle): number {
  return lines.length * size * lineHeight;
}
