import type { FlowAnalysis } from '#flows/analysis.ts';
import { chartMarkdown, chartsReadme } from '#flows/chart/chart-markdown.ts';
import { chartSvg } from '#flows/chart/chart-svg.ts';
import { chartStructure, structureJson } from '#flows/diff/structure.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import type { FlowMeasures } from '#flows/export/summary.ts';
import type { GeneratedFile } from './generated-files.ts';

/** The folder of all files generated from the machines. */
export const flowFolder = 'docs/flows';

export function pathFiles(analysis: FlowAnalysis): GeneratedFile[] {
  const base = `${flowFolder}/paths/${analysis.flow.name}`;
  return [
    { path: `${base}.json`, content: pathsJson(analysis) },
    { path: `${base}.md`, content: pathsMarkdown(analysis) },
  ];
}

/** The chart, page and structure of every flow, and their list. */
export async function chartFiles(
  analyses: readonly FlowAnalysis[],
  measures: (flowName: string) => FlowMeasures,
): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = [
    { path: `${flowFolder}/README.md`, content: chartsReadme(analyses, measures) },
  ];
  for (const analysis of analyses) {
    const base = `${flowFolder}/${analysis.flow.name}`;
    files.push(
      { path: `${base}.svg`, content: await chartSvg(analysis.flow) },
      { path: `${base}.md`, content: chartMarkdown(analysis) },
      { path: `${base}.json`, content: structureJson(chartStructure(analysis.flow)) },
    );
  }
  return files;
}

export function flowProblems(analyses: readonly FlowAnalysis[]): string[] {
  return analyses.flatMap(({ flow, problems }) => problems.map((problem) => `${flow.name}: ${problem}`));
}
