import {
  boxPadding,
  iconWidth,
  rowHeight,
  textSize,
  titleHeight,
  titleSize,
} from '#flows/chart/chart-boxes.ts';
import type { ChartLayout } from '#flows/chart/chart-layout.ts';
import { textWidth } from '#flows/chart/chart-text.ts';

export function crossedTexts({ boxes, arrows }: ChartLayout): string[] {
  const inBoxes = boxes.flatMap(({ y, rows, textX }) => {
    let top = y + boxPadding;
    return rows.map((row) => {
      const isTitle = row.style === 'title';
      const height = isTitle ? titleHeight : rowHeight;
      const indent = row.style === 'detail' ? iconWidth : 0;
      const width = textWidth(row.text, isTitle ? titleSize : textSize, isTitle) + indent;
      top += height;
      return { text: row.text, x: textX, y: top - height + 3, width, height: height - 5, arrow: '' };
    });
  });
  const labels = arrows.flatMap(({ id, kind, label }) =>
    label && label.lines.length > 0 && kind !== 'initial'
      ? [{ ...label, text: label.lines.join(' '), arrow: id }]
      : [],
  );
  return arrows.flatMap(({ id, points }) =>
    points.slice(1).flatMap((end, index) => {
      const start = points[index]!;
      return [...inBoxes, ...labels]
        .filter(
          ({ x, y, width, height, arrow }) =>
            arrow !== id &&
            Math.max(start.x, end.x) > x + 1 &&
            Math.min(start.x, end.x) < x + width - 1 &&
            Math.max(start.y, end.y) > y + 1 &&
            Math.min(start.y, end.y) < y + height - 1,
        )
        .map(({ text }) => `${id} × ${text}`);
    }),
  );
}
