import { parseArgs } from 'node:util';
import { analyseFlow, type FlowAnalysis } from '#flows/analysis.ts';
import { pathsGherkin } from '#flows/export/paths-gherkin.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import { summaryText } from '#flows/export/summary.ts';
import { pairAnalysis } from '#flows/pair-analysis.ts';
import { flowProblems, pathFiles } from './flow-files.ts';
import { chosenFlows } from './flow-names.ts';
import { settleFiles } from './generated-files.ts';

const printers: Record<string, (analyses: readonly FlowAnalysis[]) => string> = {
  table: (analyses) => `${summaryText(analyses)}\n`,
  json: (analyses) => analyses.map(pathsJson).join(''),
  markdown: (analyses) => analyses.map(pathsMarkdown).join('\n'),
  gherkin: (analyses) => analyses.map(pathsGherkin).join('\n'),
};

/**
 * `npm run paths [flow…] [-- --format table|json|markdown|gherkin] [--pairs] [--check]`: the test paths of the
 * charts. Without --check it also writes docs/flows/paths of the flows named, or of all. With --pairs the paths take
 * every two transitions that can follow one another; these are replayed and printed but not kept. Exit 1 when a flow
 * has problems or, with --check, when a committed file differs.
 */
function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'table' },
      pairs: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const print = printers[values.format];
  if (!print) {
    console.error(`Formats: ${Object.keys(printers).join(', ')}.`);
    return 1;
  }
  const chosen = chosenFlows(positionals);
  if (!chosen) {
    return 1;
  }
  const golden = chosen.map((flow) => analyseFlow(flow));
  const analyses = values.pairs ? golden.map(pairAnalysis) : golden;
  process.stdout.write(print(analyses));
  const problems = [
    ...flowProblems(analyses),
    ...(values.pairs ? [] : settleFiles(golden.flatMap(pathFiles), values.check)),
  ];
  for (const problem of problems) {
    console.error(problem);
  }
  return problems.length > 0 ? 1 : 0;
}

process.exitCode = main();
