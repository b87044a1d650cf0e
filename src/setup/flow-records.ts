import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseFlow, type FlowAnalysis, type FlowCounts } from '#flows/analysis.ts';
import { goldenJson } from '#flows/export/golden-json.ts';
import type { Flow } from '#flows/flow.ts';
import { flowChartFiles, scriptsFile } from './flow-files.ts';
import { pageWordsOf, screenFile } from './flow-screens.ts';
import { filesBelow, type GeneratedFile, projectRoot } from './generated-files.ts';
import { scoreFingerprint } from './mutant-scores.ts';
import { importsOf } from './rooms/source-imports.ts';

export interface FlowRecord {
  flow: Flow;
  counts: FlowCounts;
  problems: readonly string[];
  /** The paths that tests replay, as JSON. */
  golden: string;
  scripts: GeneratedFile;
  charts: readonly GeneratedFile[];
  /** The inputs of its mutation score. */
  fingerprint: string;
}

type Kept = Omit<FlowRecord, 'flow'> & { key: string };

const folder = join(projectRoot, 'node_modules/.cache/flows');

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

function digest(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update('\0').update(read(path)).update('\0');
  return hash.digest('hex');
}

function closureOf(paths: readonly string[]): string[] {
  const found = new Set(paths);
  for (const path of found) {
    for (const { to, isOwn, isTypeOnly } of importsOf(path, read(path))) {
      if (isOwn && !isTypeOnly) found.add(to);
    }
  }
  return [...found].toSorted();
}

function sourcesOf(name: string): string[] {
  const screen = screenFile(name);
  const own = filesBelow(`machines/${name}`).filter((path) => path.endsWith('.ts'));
  return closureOf([...own, ...(screen === undefined ? [] : [screen])]);
}

/** A change here regenerates everything. */
const toolSources = (): string[] => [
  'package-lock.json',
  ...closureOf(['src/setup/flow-records.ts']).filter((path) => !path.startsWith('machines/')),
];

const pathOf = (name: string) => join(folder, `${name}.json`);

function kept(name: string, key: string): Kept | undefined {
  const path = pathOf(name);
  if (!existsSync(path)) return undefined;
  const found: Kept = JSON.parse(readFileSync(path, 'utf8'));
  return found.key === key ? found : undefined;
}

const analyses = new Map<Flow, FlowAnalysis>();

export function analysisOf(flow: Flow): FlowAnalysis {
  const analysis = analyses.get(flow) ?? analyseFlow(flow);
  analyses.set(flow, analysis);
  return analysis;
}

/** Unchanged ones come from node_modules/.cache, where files become whole at once: other commands read them meanwhile. */
export async function flowRecords(flows: readonly Flow[]): Promise<FlowRecord[]> {
  const tool = digest(toolSources());
  mkdirSync(folder, { recursive: true });
  const records: FlowRecord[] = [];
  for (const flow of flows) {
    const key = `${tool} ${digest(sourcesOf(flow.name))}`;
    const known = kept(flow.name, key);
    if (known) {
      records.push({ flow, ...known });
      continue;
    }
    const analysis = analysisOf(flow);
    const made: Kept = {
      key,
      counts: analysis.counts,
      problems: analysis.problems,
      golden: goldenJson(analysis),
      scripts: scriptsFile(analysis, await pageWordsOf(analysis)),
      charts: flowChartFiles(analysis),
      fingerprint: scoreFingerprint(analysis),
    };
    const path = pathOf(flow.name);
    const half = `${path}.${process.pid}`;
    writeFileSync(half, JSON.stringify(made));
    renameSync(half, path);
    records.push({ flow, ...made });
  }
  return records;
}
