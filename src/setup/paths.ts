import { parseArgs } from 'node:util';
import type { FlowAnalysis } from '#flows/analysis.ts';
import { csvHead, pathsCsv } from '#flows/export/paths-csv.ts';
import { pathsGherkin } from '#flows/export/paths-gherkin.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import type { PageWords } from '#flows/export/script-words.ts';
import { summaryText } from '#flows/export/summary.ts';
import { pairAnalysis } from '#flows/pair-analysis.ts';
import { changesSinceCommit } from './behaviour.ts';
import { flowProblems } from './flow-files.ts';
import { chosenFlows } from './flow-names.ts';
import { analysisOf, flowRecords } from './flow-records.ts';
import { pageWordsOf } from './flow-screens.ts';
import { settleFiles } from './generated-files.ts';

type Printer = (analysis: FlowAnalysis, page: PageWords | undefined) => string;

const printers: Record<string, Printer> = {
  json: pathsJson,
  markdown: pathsMarkdown,
  gherkin: pathsGherkin,
  csv: pathsCsv,
};

/**
 * `npm run paths [flow…] [-- --format table|json|markdown|gherkin|csv] [--pairs] [--check]`: writes the
 * paths, unless --check. --pairs takes every two consecutive transitions, and writes nothing. Exit 1 for
 * problems or differences.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'table' },
      pairs: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const { format, pairs, check } = values;
  const print = printers[format];
  if (!print && format !== 'table') {
    console.error(`Formats: table, ${Object.keys(printers).join(', ')}.`);
    return 1;
  }
  const chosen = chosenFlows(positionals);
  if (!chosen) {
    return 1;
  }
  const ofPairs = pairs ? chosen.map((flow) => pairAnalysis(analysisOf(flow))) : undefined;
  const records = ofPairs ? [] : await flowRecords(chosen);
  if (print === undefined) process.stdout.write(`${summaryText(ofPairs ?? records)}\n`);
  else {
    if (format === 'csv') process.stdout.write(csvHead);
    for (const analysis of ofPairs ?? chosen.map(analysisOf))
      process.stdout.write(print(analysis, await pageWordsOf(analysis)));
  }
  const changes = records.flatMap(changesSinceCommit);
  const problems = [
    ...flowProblems(ofPairs ?? records),
    ...settleFiles(
      records.flatMap(({ paths }) => paths),
      check,
    ),
  ];
  for (const line of [...changes, ...problems]) {
    console.error(line);
  }
  return problems.length > 0 ? 1 : 0;
}

process.exit(await main());
