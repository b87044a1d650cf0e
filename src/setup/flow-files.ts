import type { FlowAnalysis } from '#flows/analysis.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import type { GeneratedFile } from './generated-files.ts';

/** The folder of everything generated from the charts. */
export const flowFolder = 'docs/flows';

/** The golden paths and the scripts of one flow. */
export function pathFiles(analysis: FlowAnalysis): GeneratedFile[] {
  const base = `${flowFolder}/paths/${analysis.flow.name}`;
  return [
    { path: `${base}.json`, content: pathsJson(analysis) },
    { path: `${base}.md`, content: pathsMarkdown(analysis) },
  ];
}
