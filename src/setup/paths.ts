import { parseArgs } from 'node:util';
import type { FlowAnalysis } from '#flows/analysis.ts';
import { type CsvFormatName, csvHead, isCsvFormat, pathsCsv } from '#flows/export/paths-csv.ts';
import { pathsGherkin } from '#flows/export/paths-gherkin.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import type { PageWords } from '#flows/export/script-words.ts';
import { statelyJson } from '#flows/export/stately-json.ts';
import { summaryText } from '#flows/export/summary.ts';
import { changesSinceCommit, pathsLock } from './behaviour.ts';
import { flowProblems } from './flow-files.ts';
import { chosenFlows } from './flow-names.ts';
import { analysisOf, flowRecords } from './flow-records.ts';
import { pageWordsOf } from './flow-screens.ts';
import { settleFiles } from './generated-files.ts';
import { runCommand } from './run-command.ts';

type Printer = (analysis: FlowAnalysis, page: PageWords | undefined) => string;

const asCsv =
  (format: CsvFormatName): Printer =>
  (analysis, page) =>
    pathsCsv(format, analysis, page);

const printers: Record<string, Printer> = {
  json: pathsJson,
  markdown: pathsMarkdown,
  gherkin: pathsGherkin,
  csv: asCsv('csv'),
  xray: asCsv('xray'),
  testrail: asCsv('testrail'),
  stately: ({ flow }) => statelyJson(flow.machine),
};

/**
 * `npm run paths [flow…] [-- --format table|json|markdown|gherkin|csv|xray|testrail|stately] [--check]`: prints a summary and writes the paths,
 * unless --check. Another format prints the paths and writes nothing, so that an export cannot hide a change. Exit 1 for
 * problems or differences.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'table' },
      check: { type: 'boolean', default: false },
    },
  });
  const { format, check } = values;
  const print = printers[format];
  if (!print && format !== 'table') {
    console.error(`Formats: table, ${Object.keys(printers).join(', ')}.`);
    return 1;
  }
  const chosen = chosenFlows(positionals);
  if (!chosen) {
    return 1;
  }
  if (print !== undefined) {
    if (isCsvFormat(format)) process.stdout.write(csvHead(format));
    const analyses = chosen.map(analysisOf);
    for (const analysis of analyses) process.stdout.write(print(analysis, await pageWordsOf(analysis)));
    return complain(flowProblems(analyses));
  }
  const records = await flowRecords(chosen);
  process.stdout.write(`${summaryText(records)}\n`);
  const changes = records.flatMap(changesSinceCommit);
  const problems = [
    ...flowProblems(records),
    ...settleFiles([...records.map(({ scripts }) => scripts), pathsLock(records)], check),
  ];
  for (const line of changes) console.error(line);
  return complain(problems);
}

function complain(problems: readonly string[]): number {
  for (const line of problems) console.error(line);
  return problems.length > 0 ? 1 : 0;
}

await runCommand(
  `npm run paths -- [FLOW …] [--format table|${Object.keys(printers).join('|')}] [--check]`,
  main,
);
