import { roundedPath } from '../chart/chart-marks.ts';
import { chartSvg } from '../chart/chart-svg.ts';
import { round } from '../chart/chart-text.ts';
import { lineHeight, type Story } from '../chart/story-shapes.ts';
import type { Flow } from '../flow.ts';
import type { Change } from './compare.ts';
import type { ChartStructure } from './structure.ts';
import { unionChart } from './union.ts';

export const changeLooks: Record<Change['kind'], { colour: string; mark: string; dashes: string }> = {
  added: { colour: '#15803d', mark: '+', dashes: '' },
  removed: { colour: '#b91c1c', mark: '−', dashes: ' stroke-dasharray="3 4"' },
  changed: { colour: '#a16207', mark: '±', dashes: ' stroke-dasharray="10 3"' },
};

function badge(kind: Change['kind'], x: number, y: number): string {
  const { colour, mark } = changeLooks[kind];
  return (
    `<g class="${kind}"><circle cx="${round(x)}" cy="${round(y)}" r="9" fill="${colour}"/>` +
    `<text x="${round(x)}" y="${round(y + 5)}" text-anchor="middle" style="fill:#ffffff;font-size:15px;font-weight:700">${mark}</text></g>`
  );
}

function overlay({ boxes, lines }: Story, changes: ReadonlyMap<string, Change['kind']>): string[] {
  const svg: string[] = [];
  for (const { id, x, y, width, height, rows } of boxes) {
    const kind = changes.get(id);
    if (kind) {
      const { colour, dashes } = changeLooks[kind];
      svg.push(
        `<rect x="${round(x - 3)}" y="${round(y - 3)}" width="${round(width + 6)}" height="${round(height + 6)}" rx="11" ` +
          `fill="${colour}" fill-opacity="0.08" stroke="${colour}" stroke-width="3"${dashes}/>`,
        badge(kind, x, y),
      );
    }
    for (const { transitions, y: baseline, icon } of rows) {
      const own = transitions.map((one) => changes.get(one)).find(Boolean);
      if (own) {
        const top = y + baseline + 5 - lineHeight;
        svg.push(
          `<rect x="${round(x + 3)}" y="${round(top)}" width="${round(width - 6)}" height="${lineHeight}" ` +
            `fill="${changeLooks[own].colour}" fill-opacity="0.14"/>`,
          ...(icon ? [badge(own, x + width, top + lineHeight / 2)] : []),
        );
      }
    }
  }
  for (const { id, points, label } of lines) {
    const kind = changes.get(id);
    if (kind) {
      const { colour, dashes } = changeLooks[kind];
      const [start] = points;
      svg.push(
        `<path d="${roundedPath(points)}" fill="none" stroke="${colour}" stroke-width="5" stroke-opacity="0.6"${dashes}/>`,
        badge(kind, label[0]?.x ?? start?.x ?? 0, label[0]?.y ?? start?.y ?? 0),
      );
    }
  }
  return svg;
}

export function diffSvg(before: ChartStructure, after: ChartStructure, changes: readonly Change[]): string {
  const removed = changes.filter(({ kind, what }) => kind === 'removed' && what === 'transition');
  const { machine, removedIds } = unionChart(before, after, new Set(removed.map(({ id }) => id)));
  const kinds = new Map(changes.map(({ id, kind }) => [removedIds.get(id) ?? id, kind]));
  const flow: Flow = {
    name: after.flow,
    title: `${after.title}: what changed`,
    paragraph: '+ added (unbroken rim), − removed (dotted rim), ± changed (dashed rim).',
    requirements: [],
    machine,
    scenarios: [],
    events: {},
    outcomes: {},
  };
  return chartSvg(flow, { hasDetails: true, overlay: (story) => overlay(story, kinds) });
}
