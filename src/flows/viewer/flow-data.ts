import type { FlowAnalysis } from '../analysis.ts';
import { pathTitles } from '../export/path-titles.ts';
import { summaryHeader, summaryRow } from '../export/summary.ts';
import type { ModelPath } from '../tour.ts';
import { waitsOf } from '../waits.ts';
import type { Figure, FlowData, PathData } from './viewer-data.ts';

function pathData(paths: readonly ModelPath[], ids: readonly string[], parts: number): PathData[] {
  const titles = pathTitles(paths, parts);
  return paths.map((path, index) => ({
    id: ids[index] ?? '',
    title: titles[index] ?? '',
    scenario: path.start.scenario,
    steps: path.edges.map(({ event }) => event.key),
  }));
}

const tourParts = 2;

/** Computed before the page opens. @param more figures from other runs, such as coverage in a browser */
export function flowData(analysis: FlowAnalysis, more: readonly Figure[] = []): FlowData {
  const { flow, tours, scripts } = analysis;
  const row = summaryRow(analysis);
  const figures = summaryHeader.slice(1).map((label, index) => ({ label, value: row[index + 1] ?? '' }));
  return {
    waits: waitsOf(analysis.graph),
    figures: [...figures, ...more],
    tours: pathData(
      tours,
      tours.map((_, index) => `${flow.name}/${index + 1}`),
      tourParts,
    ),
    scripts: pathData(
      scripts.map(({ path }) => path),
      scripts.map(({ id }) => id),
      1,
    ).map((path, index) => ({
      ...path,
      priority: scripts[index]?.priority ?? 2,
      isSmoke: scripts[index]?.isSmoke ?? false,
    })),
  };
}
