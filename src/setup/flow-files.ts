import type { FlowAnalysis } from '#flows/analysis.ts';
import { chartsReadme } from '#flows/chart/chart-markdown.ts';
import { chartFiles, type MadeFile } from '#flows/command/made-files.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import type { PageWords } from '#flows/export/script-words.ts';
import type { FlowMeasures } from '#flows/export/summary.ts';
import type { GeneratedFile } from './generated-files.ts';

export const flowFolder = 'docs/flows';

const inFolder = ({ path, content }: MadeFile): GeneratedFile => ({ path: `${flowFolder}/${path}`, content });

export const scriptsFile = (analysis: FlowAnalysis, page: PageWords | undefined): GeneratedFile =>
  inFolder({ path: `paths/${analysis.flow.name}.md`, content: pathsMarkdown(analysis, page) });

export function chartsFile(
  flows: readonly Pick<FlowAnalysis, 'flow' | 'counts'>[],
  measures: (flowName: string) => FlowMeasures,
): GeneratedFile {
  return { path: `${flowFolder}/README.md`, content: chartsReadme(flows, measures) };
}

export const flowChartFiles = (analysis: FlowAnalysis): GeneratedFile[] => chartFiles(analysis).map(inFolder);

export function flowProblems(analyses: readonly Pick<FlowAnalysis, 'flow' | 'problems'>[]): string[] {
  return analyses.flatMap(({ flow, problems }) => problems.map((problem) => `${flow.name}: ${problem}`));
}
