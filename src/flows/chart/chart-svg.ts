import type { Flow } from '../flow.ts';
import { wrap } from '../words.ts';
import {
  type BoxRow,
  boxPadding,
  type Icon,
  iconWidth,
  rowHeight,
  textSize,
  titleHeight,
  titleSize,
} from './chart-boxes.ts';
import { type Arrow, type Box, type ChartLayout, isGroup, layOutChart } from './chart-layout.ts';
import { kindNames, marks, round, roundedPath } from './chart-marks.ts';
import { escapeText, textWidth } from './chart-text.ts';

const colours = {
  plain: '#334155',
  success: '#15803d',
  failure: '#b91c1c',
  delay: '#b45309',
  automatic: '#6d28d9',
  initial: '#334155',
  runs: '#0369a1',
  loop: '#334155',
} as const;

const fills: Record<Box['kind'], string> = {
  state: '#ffffff',
  final: '#ffffff',
  group: '#f1f5f9',
  parallel: '#eef2ff',
  region: '#f8fafc',
  initial: colours.initial,
  anywhere: '#fffbeb',
};

function mark(icon: Icon, x: number, y: number): string {
  return (
    `<g transform="translate(${round(x)} ${round(y)})" fill="none" stroke="${colours[icon]}" ` +
    `stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${marks[icon]}</g>`
  );
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escapeText(content)}</text>`;
}

function rowsSvg(rows: readonly BoxRow[], left: number, top: number): string[] {
  let y = top + boxPadding;
  return rows.flatMap((row) => {
    const height = row.style === 'title' ? titleHeight : rowHeight;
    const baseline = y + height - 5;
    y += height;
    if (row.style === 'title') {
      return [text(left, baseline, row.text, 'class="title"')];
    }
    const indent = row.style === 'detail' ? iconWidth : 0;
    return [
      ...(row.icon ? [mark(row.icon, left, baseline - 10)] : []),
      text(left + indent, baseline, row.text, `class="${row.style}"`),
    ];
  });
}

function boxSvg(box: Box): string {
  const { kind, x, y, width, height, rows, textX } = box;
  if (kind === 'initial') {
    return `<circle cx="${round(x + width / 2)}" cy="${round(y + height / 2)}" r="${width / 2}" fill="${fills.initial}"/>`;
  }
  const rectangle = (inset: number, attributes: string) =>
    `<rect x="${round(x + inset)}" y="${round(y + inset)}" width="${round(width - 2 * inset)}" ` +
    `height="${round(height - 2 * inset)}" rx="${9 - inset}" ${attributes}/>`;
  const dashes = kind === 'region' || kind === 'anywhere' ? ' stroke-dasharray="6 4"' : '';
  const thickness = kind === 'state' || kind === 'final' ? 1.6 : 1.2;
  const frame = [
    rectangle(0, `fill="${fills[kind]}" stroke="#475569" stroke-width="${thickness}"${dashes}`),
    ...(kind === 'final' ? [rectangle(3.5, 'fill="none" stroke="#475569" stroke-width="1"')] : []),
  ];
  return [...frame, ...(isGroup(box) ? [] : rowsSvg(rows, textX, y))].join('');
}

function groupRowsSvg({ kind, y, rows, textX }: Box): string {
  return `<g class="rim" style="stroke:${fills[kind]}">${rowsSvg(rows, textX, y).join('')}</g>`;
}

function arrowSvg(arrow: Arrow): string {
  const dashes =
    arrow.kind === 'delay'
      ? ' stroke-dasharray="7 4"'
      : arrow.kind === 'automatic'
        ? ' stroke-dasharray="2 3"'
        : '';
  return (
    `<path d="${roundedPath(arrow.points)}" fill="none" stroke="${colours[arrow.kind]}" stroke-width="1.6"${dashes} ` +
    `marker-end="url(#head-${arrow.kind})"/>`
  );
}

function labelSvg({ kind, label }: Arrow): string {
  if (!label || kind === 'initial') {
    return '';
  }
  const { x, y, width, height, lines } = label;
  return [
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="4" ` +
      `fill="#ffffff" fill-opacity="0.94"/>`,
    mark(kind, x + 4, y + 4),
    ...lines.map((line, index) =>
      text(x + iconWidth + 4, y + 14 + index * (rowHeight - 2), line, `style="fill:${colours[kind]}"`),
    ),
  ].join('');
}

function legend(left: number, top: number, width: number): { svg: string[]; height: number } {
  let x = left;
  let y = top;
  const svg = kindNames.flatMap(([icon, name]) => {
    const space = iconWidth + textWidth(name, textSize) + 18;
    if (x + space > width) {
      x = left;
      y += 20;
    }
    const item = [mark(icon, x, y), text(x + iconWidth, y + 10, name, 'class="description"')];
    x += space;
    return item;
  });
  return { svg, height: y - top + 20 };
}

function heads(): string {
  const kinds = ['plain', 'success', 'failure', 'delay', 'automatic', 'initial'] as const;
  return kinds
    .map(
      (kind) =>
        `<marker id="head-${kind}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" ` +
        `orient="auto-start-reverse"><path d="M0 0 10 5 0 10z" fill="${colours[kind]}"/></marker>`,
    )
    .join('');
}

const styles = [
  `text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:${textSize}px;fill:#0f172a}`,
  `.heading{font-size:20px;font-weight:700}`,
  `.title{font-size:${titleSize}px;font-weight:600}`,
  '.description{fill:#475569}',
  '.rim text{paint-order:stroke;stroke:inherit;stroke-width:5px;stroke-linejoin:round}',
  '.tags{fill:#64748b;font-style:italic}',
].join('');

const margin = 20;
const narrowest = 560;

/** With its own light background. @param overlay returns SVG to draw on top */
export async function chartSvg(
  flow: Flow,
  overlay: (layout: ChartLayout) => readonly string[] = () => [],
): Promise<string> {
  const layout = await layOutChart(flow.machine);
  const width = Math.max(layout.width + 2 * margin, narrowest);
  const characters = Math.floor((width - 2 * margin) / 6.8);
  const introduction = wrap(flow.paragraph, characters);
  const legendTop = margin + 38 + introduction.length * rowHeight;
  const legendPart = legend(margin, legendTop, width - margin);
  const top = legendTop + legendPart.height + 12;
  const height = top + layout.height + margin;
  const left = (width - layout.width) / 2;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" ` +
      `height="${round(height)}" role="img" aria-labelledby="chart-title chart-description">`,
    `<title id="chart-title">${escapeText(flow.title)}</title>`,
    `<desc id="chart-description">${escapeText(flow.paragraph)}</desc>`,
    `<style>${styles}</style>`,
    `<defs>${heads()}</defs>`,
    `<rect width="${round(width)}" height="${round(height)}" rx="12" fill="#ffffff"/>`,
    text(margin, margin + 16, flow.title, 'class="heading"'),
    ...introduction.map((line, index) =>
      text(margin, margin + 40 + index * rowHeight, line, 'class="description"'),
    ),
    ...legendPart.svg,
    `<g transform="translate(${round(left)} ${round(top)})">`,
    ...layout.boxes.filter(isGroup).map(boxSvg),
    ...layout.arrows.map(arrowSvg),
    ...layout.boxes.filter(isGroup).map(groupRowsSvg),
    ...layout.boxes.filter((box) => !isGroup(box)).map(boxSvg),
    ...layout.arrows.map(labelSvg).filter(Boolean),
    ...overlay(layout),
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}
