import type { Flow } from '../flow.ts';
import { kindNames, marks, moneyMoves, roundedPath } from './chart-marks.ts';
import { escapeText, round, textWidth, wrapToWidth } from './chart-text.ts';
import { layOutStory } from './story.ts';
import {
  type Box,
  type Icon,
  iconWidth,
  isGroup,
  type Line,
  lineHeight,
  padding,
  type Row,
  type Story,
  textSize,
  titleSizes,
} from './story-shapes.ts';

const colours = {
  plain: '#334155',
  success: '#15803d',
  failure: '#b91c1c',
  delay: '#b45309',
  automatic: '#6d28d9',
  start: '#334155',
  belongs: '#94a3b8',
  runs: '#0369a1',
  loop: '#475569',
  coin: '#a16207',
} as const;

const fills: Record<Box['kind'], string> = {
  state: '#ffffff',
  final: '#ffffff',
  group: '#f1f5f9',
  parallel: '#eef2ff',
  region: '#f8fafc',
  start: colours.start,
  anywhere: '#fffbeb',
};

function mark(icon: Icon, x: number, y: number): string {
  return (
    `<g transform="translate(${round(x)} ${round(y)})" fill="none" stroke="${colours[icon]}" ` +
    `stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${marks[icon]}</g>`
  );
}

const coinAt = (hasCoin: boolean | undefined, x: number, y: number) =>
  hasCoin ? mark('coin', x + 5, y - 10) : '';

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escapeText(content)}</text>`;
}

function rowSvg(box: Box, { style, text: said, icon, hasCoin, y, indent }: Row): string {
  const baseline = box.y + y;
  const left = box.x + padding + indent;
  const name = style === 'title' && box.isMain ? 'title main' : style;
  return [
    icon ? mark(icon, left - iconWidth, baseline - 10) : '',
    text(left, baseline, said, `class="${name}"`),
    coinAt(hasCoin, left + textWidth(said, textSize), baseline),
  ].join('');
}

function boxSvg(box: Box): string {
  const { kind, x, y, width, height, isMain } = box;
  if (kind === 'start') {
    return `<circle cx="${round(x + width / 2)}" cy="${round(y + height / 2)}" r="${width / 2}" fill="${fills.start}"/>`;
  }
  const rectangle = (inset: number, attributes: string) =>
    `<rect x="${round(x + inset)}" y="${round(y + inset)}" width="${round(width - 2 * inset)}" ` +
    `height="${round(height - 2 * inset)}" rx="${9 - inset}" ${attributes}/>`;
  const dashes = kind === 'region' || kind === 'anywhere' ? ' stroke-dasharray="6 4"' : '';
  const [rim, thickness] =
    isMain && !isGroup(box) ? ['#0f172a', 2.2] : isMain ? ['#0f172a', 1.6] : ['#64748b', 1.2];
  return [
    rectangle(0, `fill="${fills[kind]}" stroke="${rim}" stroke-width="${thickness}"${dashes}`),
    ...(kind === 'final' ? [rectangle(3.5, 'fill="none" stroke="#475569" stroke-width="1"')] : []),
    ...box.rows.map((row) => rowSvg(box, row)),
  ].join('');
}

function lineSvg({ kind, points, label }: Line): string {
  const dashes =
    kind === 'delay' ? ' stroke-dasharray="7 4"' : kind === 'automatic' ? ' stroke-dasharray="2 3"' : '';
  const isMain = kind !== 'belongs';
  return [
    `<path d="${roundedPath(points)}" fill="none" stroke="${colours[kind]}" stroke-width="${isMain ? 2.4 : 1.2}"${dashes}` +
      `${isMain ? ` marker-end="url(#head-${kind})"` : ''}/>`,
    ...label.map(
      ({ x, y, text: said, hasCoin }) =>
        text(x, y, said, `class="step" style="fill:${colours[kind]}"`) +
        coinAt(hasCoin, x + textWidth(said, textSize, true), y),
    ),
  ].join('');
}

function legend(
  left: number,
  top: number,
  width: number,
  hasCoins: boolean,
): { svg: string[]; height: number } {
  let x = left;
  let y = top;
  const names = hasCoins ? [...kindNames, moneyMoves] : kindNames;
  const svg = names.flatMap(([icon, name]) => {
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
  const kinds = ['plain', 'success', 'failure', 'delay', 'automatic', 'start'] as const;
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
  `.title{font-size:${titleSizes.other}px;font-weight:600}`,
  `.title.main{font-size:${titleSizes.main}px;font-weight:700}`,
  '.description,.detail{fill:#475569}',
  '.step{font-weight:600}',
  '.inherited{fill:#64748b;font-style:italic}',
].join('');

const margin = 20;
const wide = 1000;

interface Overlaid {
  overlay?: (story: Story) => readonly string[];
  hasDetails?: boolean;
}

/** With its own light background. `overlay`: SVG to draw on top */
export function chartSvg(flow: Flow, { overlay = () => [], hasDetails = false }: Overlaid = {}): string {
  const story = layOutStory(flow, { width: wide, hasDetails });
  const width = Math.max(story.width, wide / 2) + 2 * margin;
  const introduction = wrapToWidth(flow.paragraph, width - 2 * margin, textSize);
  const legendTop = margin + 38 + introduction.length * lineHeight;
  const hasCoins =
    story.boxes.some(({ rows }) => rows.some(({ hasCoin }) => hasCoin)) ||
    story.lines.some(({ label }) => label.some(({ hasCoin }) => hasCoin));
  const legendPart = legend(margin, legendTop, width - margin, hasCoins);
  const top = legendTop + legendPart.height + 12;
  const height = top + story.height + margin;
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
      text(margin, margin + 40 + index * lineHeight, line, 'class="description"'),
    ),
    ...legendPart.svg,
    `<g transform="translate(${margin} ${round(top)})">`,
    ...story.boxes.map(boxSvg),
    ...story.lines.map(lineSvg),
    ...overlay(story),
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}
