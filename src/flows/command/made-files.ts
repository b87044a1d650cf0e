import type { FlowAnalysis } from '../analysis.ts';
import { chartMarkdown } from '../chart/chart-markdown.ts';
import { chartSvg } from '../chart/chart-svg.ts';
import { chartStructure, structureJson } from '../diff/structure.ts';
import { goldenJson } from '../export/golden-json.ts';
import { pathsMarkdown } from '../export/paths-markdown.ts';

export interface MadeFile {
  path: string;
  content: string;
}

export function pathFiles(analysis: FlowAnalysis): MadeFile[] {
  const base = `paths/${analysis.flow.name}`;
  return [
    { path: `${base}.json`, content: goldenJson(analysis) },
    { path: `${base}.md`, content: pathsMarkdown(analysis) },
  ];
}

export function chartFiles(analysis: FlowAnalysis): MadeFile[] {
  const { flow } = analysis;
  return [
    { path: `${flow.name}.svg`, content: chartSvg(flow) },
    { path: `${flow.name}.md`, content: chartMarkdown(analysis) },
    { path: `${flow.name}.json`, content: structureJson(chartStructure(flow)) },
  ];
}
