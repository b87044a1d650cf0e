import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { analyseFlow, type FlowAnalysis } from '../analysis.ts';
import { chartsReadme } from '../chart/chart-markdown.ts';
import { diffMarkdown } from '../diff/diff-markdown.ts';
import { goldenJson } from '../export/golden-json.ts';
import { type CsvFormatName, csvHead, pathsCsv } from '../export/paths-csv.ts';
import { pathsGherkin } from '../export/paths-gherkin.ts';
import { pathsJson } from '../export/paths-json.ts';
import { pathsMarkdown } from '../export/paths-markdown.ts';
import { statelyJson } from '../export/stately-json.ts';
import { summaryText } from '../export/summary.ts';
import type { Flow } from '../flow.ts';
import { type MutationScore, scoreText } from '../mutants/score.ts';
import { present } from '../present.ts';
import { silence } from '../silence.ts';
import { changesSince } from './changes.ts';
import { configNames, type FlowsConfig } from './config.ts';
import { init } from './init.ts';
import { configuredFlows } from './load-flows.ts';
import { chartFiles, type MadeFile, pathFiles } from './made-files.ts';
import { isExpected, Misuse } from './misuse.ts';
import { changedCharts, olderCharts, olderScripts, repeatsOf } from './older-charts.ts';
import { judgeOnThreads } from './threads.ts';

const usage = `flows init [FOLDER…]     writes ${configNames[0]}, which says where the machines are, and beside each machine that
                         reads data a file with examples of it
flows paths [FLOW…]      makes the test paths, prints a summary, and names what has changed in behavior
      --check            writes nothing; fails if a committed file differs or a flow has problems
      --format FORMAT    prints the paths and writes nothing: json, markdown, gherkin,
                         csv, xray, testrail, or stately (the chart for Stately Studio)
flows charts [FLOW…]     draws the charts; also with --check
flows diff REF           says and draws what has changed in the charts since a version in git, and which
                         scripts to repeat
      --out FOLDER       for the pictures: flows-diff
      --pictures URL     shows the pictures in the text from this address
flows mutants [FLOW…]    breaks the machines one fault at a time and says which faults the paths overlook`;

export interface Surroundings {
  folder: string;
  print: (text: string) => void;
  complain: (text: string) => void;
  startThread: () => Worker;
}

const options = {
  check: { type: 'boolean', default: false },
  format: { type: 'string', default: 'table' },
  out: { type: 'string', default: 'flows-diff' },
  pictures: { type: 'string' },
} as const;

type Options = ReturnType<typeof parsed>['values'];

const parsed = (args: readonly string[]) =>
  parseArgs({ args: [...args], allowPositionals: true, options, strict: true });

interface Work extends Surroundings {
  config: FlowsConfig;
  flows: readonly Flow[];
  names: readonly string[];
  options: Options;
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function chosen({ flows, names }: Work): Flow[] {
  const unknown = names.filter((name) => !flows.some((flow) => flow.name === name));
  if (unknown.length > 0) {
    throw new Misuse(
      `There is no flow ${unknown.join(', ')}, but ${flows.map(({ name }) => name).join(', ')}.`,
    );
  }
  return flows.filter(({ name }) => names.length === 0 || names.includes(name));
}

function settle(files: readonly MadeFile[], command: string, { folder, config, options }: Work): string[] {
  return files.flatMap(({ path, content }) => {
    const file = join(folder, config.out, path);
    const before = read(file);
    if (before === content) return [];
    if (options.check) {
      return [
        `${config.out}/${path} is ${before === undefined ? 'missing' : 'out of date'}: run flows ${command}`,
      ];
    }
    write(file, content);
    return [];
  });
}

function problemsOf(analyses: readonly FlowAnalysis[]): string[] {
  return analyses.flatMap(({ flow, problems }) => problems.map((problem) => `${flow.name}: ${problem}`));
}

function changesOf(analysis: FlowAnalysis, { folder, config }: Work): string[] {
  const { name } = analysis.flow;
  const committed = (path: string) => read(join(folder, config.out, path));
  return changesSince(analysis.flow, goldenJson(analysis), {
    structure: committed(`${name}.json`),
    paths: committed(`paths/${name}.json`),
  });
}

const asCsv = (format: CsvFormatName) => (analyses: readonly FlowAnalysis[]) =>
  csvHead(format) + analyses.map((one) => pathsCsv(format, one)).join('');

const printers: Readonly<Record<string, (analyses: readonly FlowAnalysis[]) => string>> = {
  table: summaryText,
  json: (analyses) => analyses.map(pathsJson).join(''),
  markdown: (analyses) => analyses.map((one) => pathsMarkdown(one)).join('\n'),
  gherkin: (analyses) => analyses.map((one) => pathsGherkin(one)).join('\n'),
  csv: asCsv('csv'),
  xray: asCsv('xray'),
  testrail: asCsv('testrail'),
  stately: (analyses) => analyses.map(({ flow }) => statelyJson(flow.machine)).join(''),
};

type Command = (work: Work) => number | Promise<number>;

const paths: Command = (work) => {
  const printed = printers[work.options.format];
  if (!printed) throw new Misuse(`Formats: ${Object.keys(printers).join(', ')}.`);
  const analyses = chosen(work).map((flow) => analyseFlow(flow));
  work.print(printed(analyses).trimEnd());
  if (work.options.format !== 'table') {
    const problems = problemsOf(analyses);
    for (const line of problems) work.complain(line);
    return problems.length > 0 ? 1 : 0;
  }
  const changes = analyses.flatMap((analysis) => changesOf(analysis, work));
  const files = analyses.flatMap(pathFiles);
  const problems = [...problemsOf(analyses), ...settle(files, 'paths', work)];
  for (const line of [...changes, ...problems]) work.complain(line);
  return problems.length > 0 ? 1 : 0;
};

const charts: Command = (work) => {
  const analyses = chosen(work).map((flow) => analyseFlow(flow));
  const files = analyses.flatMap(chartFiles);
  if (work.names.length === 0) files.push({ path: 'README.md', content: chartsReadme(analyses) });
  const differences = settle(files, 'charts', work);
  for (const line of differences) work.complain(line);
  if (!work.options.check) {
    work.print(
      `${analyses.length} ${analyses.length === 1 ? 'chart is' : 'charts are'} in ${work.config.out}.`,
    );
  }
  return differences.length > 0 ? 1 : 0;
};

const diff: Command = ({ folder, config, flows, names: [ref], options, print }) => {
  if (ref === undefined) throw new Misuse('Which version? flows diff REF, such as main or HEAD~5.');
  const diffs = changedCharts(flows, olderCharts(folder, config.out, ref), (name, svg) => {
    write(join(folder, options.out, `${name}.svg`), svg);
    return `${options.out}/${name}.svg`;
  });
  const repeats = repeatsOf(flows, olderScripts(folder, config.out, ref), diffs);
  print(diffMarkdown(ref, diffs, options.pictures, repeats).trimEnd());
  return 0;
};

const mutants: Command = async (work) => {
  const names = chosen(work).map(({ name }) => name);
  const scores = await judgeOnThreads<MutationScore>(names, work.startThread);
  const judged = names.map((name) => ({ name, score: present(scores[name], `score of ${name}`) }));
  work.print(scoreText(judged));
  return judged.some(({ score }) => score.survived.length + score.problems.length > 0) ? 1 : 0;
};

const commands: Readonly<Record<string, Command>> = { paths, charts, diff, mutants };

/** @returns the exit code: 0; 1 for problems or outdated files; 2 for misuse */
export async function runFlows(given: readonly string[], around: Surroundings): Promise<number> {
  const { folder, print, complain } = around;
  const speak = silence();
  try {
    const { values, positionals } = parsed(given);
    const [command = '', ...names] = positionals;
    const run = commands[command];
    if (!run && command !== 'init') {
      throw new Misuse(command === '' ? usage : `There is no “flows ${command}”.\n${usage}`);
    }
    if (run) return await run({ ...around, ...(await configuredFlows(folder)), names, options: values });
    print(await init(folder, names));
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    complain(error.message);
    return 2;
  } finally {
    speak();
  }
}
