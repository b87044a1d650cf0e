import type { FlowAnalysis } from '../analysis.ts';
import { csvFormats, csvHead, pathsCsv } from '../export/paths-csv.ts';
import { scriptLines } from '../export/paths-markdown.ts';
import { type PageWords, preparations, untriedValues } from '../export/script-words.ts';
import type { ScriptExport, ScriptTexts } from './viewer-data.ts';

/** The same words as in the documents and exports. */
export function scriptTexts({ flow, scripts }: FlowAnalysis, page: PageWords | undefined): ScriptTexts {
  return {
    begin: page?.begin ?? null,
    hints: preparations(flow, scripts),
    untried: untriedValues({ flow, scripts }, page).map(({ field, values, script }) => [
      script.id,
      field,
      values,
    ]),
    lines: Object.fromEntries(
      scripts.map((script) => [script.id, scriptLines(flow, script, page).filter((line) => line !== '')]),
    ),
  };
}

interface Scripted {
  analysis: FlowAnalysis;
  page: PageWords | undefined;
}

const formats = [
  ['scripts', 'csv'],
  ['scripts-xray', 'xray'],
  ['scripts-testrail', 'testrail'],
] as const;

/** Of all scripts, and of the smoke tests alone. */
export function scriptExports(flows: readonly Scripted[]): ScriptExport[] {
  const smoke = flows.map(({ analysis, page }) => ({
    page,
    analysis: { ...analysis, scripts: analysis.scripts.filter(({ isSmoke }) => isSmoke) },
  }));
  const written = (name: string, ofWhat: string, list: readonly Scripted[]): ScriptExport[] =>
    formats.map(([file, format]) => ({
      name: `${name}${file}.csv`,
      title: `${ofWhat}: ${csvFormats[format].title}`,
      content: csvHead(format) + list.map(({ analysis, page }) => pathsCsv(format, analysis, page)).join(''),
    }));
  return [...written('smoke-', 'Smoke tests', smoke), ...written('', 'All scripts', flows)];
}
