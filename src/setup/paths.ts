import { parseArgs } from 'node:util';
import { analyseFlow, type FlowAnalysis } from '#flows/analysis.ts';
import { pathsGherkin } from '#flows/export/paths-gherkin.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import { summaryText } from '#flows/export/summary.ts';
import { catalogue } from '#machines/index.ts';
import { flowProblems, pathFiles } from './flow-files.ts';
import { settleFiles } from './generated-files.ts';

const printers: Record<string, (analyses: readonly FlowAnalysis[]) => string> = {
  table: (analyses) => `${summaryText(analyses)}\n`,
  json: (analyses) => analyses.map(pathsJson).join(''),
  markdown: (analyses) => analyses.map(pathsMarkdown).join('\n'),
  gherkin: (analyses) => analyses.map(pathsGherkin).join('\n'),
};

/**
 * `npm run paths [flow…] [-- --format table|json|markdown|gherkin] [--check]`: the test paths of the charts.
 * Without --check it also writes docs/flows/paths of the flows named, or of all. Exit 1 when a flow has
 * problems or, with --check, when a committed file differs.
 */
function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'table' },
      check: { type: 'boolean', default: false },
    },
  });
  const print = printers[values.format];
  const unknown = positionals.filter((name) => !catalogue.some((flow) => flow.name === name));
  if (!print || unknown.length > 0) {
    const formats = Object.keys(printers).join(', ');
    const flows = catalogue.map(({ name }) => name).join(', ');
    console.error(
      print ? `No such flow: ${unknown.join(', ')}. There are: ${flows}.` : `Formats: ${formats}.`,
    );
    return 1;
  }
  const chosen = catalogue.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const analyses = chosen.map((flow) => analyseFlow(flow));
  process.stdout.write(print(analyses));
  const problems = [...flowProblems(analyses), ...settleFiles(analyses.flatMap(pathFiles), values.check)];
  for (const problem of problems) {
    console.error(problem);
  }
  return problems.length > 0 ? 1 : 0;
}

process.exitCode = main();
