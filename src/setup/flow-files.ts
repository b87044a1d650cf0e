import type { FlowAnalysis } from '#flows/analysis.ts';
import { chartMarkdown, chartsReadme } from '#flows/chart/chart-markdown.ts';
import { chartSvg } from '#flows/chart/chart-svg.ts';
import { chartStructure, structureJson } from '#flows/diff/structure.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import type { PageWords } from '#flows/export/script-words.ts';
import type { FlowMeasures } from '#flows/export/summary.ts';
import type { GeneratedFile } from './generated-files.ts';

export const flowFolder = 'docs/flows';

export function pathFiles(analysis: FlowAnalysis, page: PageWords | undefined): GeneratedFile[] {
  const base = `${flowFolder}/paths/${analysis.flow.name}`;
  return [
    { path: `${base}.json`, content: pathsJson(analysis) },
    { path: `${base}.md`, content: pathsMarkdown(analysis, page) },
  ];
}

export function chartsFile(
  flows: readonly Pick<FlowAnalysis, 'flow' | 'counts'>[],
  measures: (flowName: string) => FlowMeasures,
): GeneratedFile {
  return { path: `${flowFolder}/README.md`, content: chartsReadme(flows, measures) };
}

export async function flowChartFiles(analysis: FlowAnalysis): Promise<GeneratedFile[]> {
  const base = `${flowFolder}/${analysis.flow.name}`;
  return [
    { path: `${base}.svg`, content: await chartSvg(analysis.flow) },
    { path: `${base}.md`, content: chartMarkdown(analysis) },
    { path: `${base}.json`, content: structureJson(chartStructure(analysis.flow)) },
  ];
}

export function flowProblems(analyses: readonly Pick<FlowAnalysis, 'flow' | 'problems'>[]): string[] {
  return analyses.flatMap(({ flow, problems }) => problems.map((problem) => `${flow.name}: ${problem}`));
}
