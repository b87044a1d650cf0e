import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesSince } from '#flows/command/changes.ts';
import { catalogue } from '#machines/index.ts';
import { flowFolder } from './flow-files.ts';
import type { FlowRecord } from './flow-records.ts';
import { type GeneratedFile, projectRoot } from './generated-files.ts';

type Walked = Pick<FlowRecord, 'flow' | 'golden'>;

const lockPath = `${flowFolder}/paths.lock`;
const goldenFolder = join(projectRoot, 'node_modules/.cache/flows/golden');

const read = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined;
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** One for each path: its id, its number of steps, and a digest of what they do. */
function lockLines(golden: string): string[] {
  const { paths }: { paths: { id: string; steps: unknown[] }[] } = JSON.parse(golden);
  return paths.map((path) => `${path.id} ${path.steps.length} ${digest(JSON.stringify(path))}`);
}

const committedLines = (): string[] => (read(join(projectRoot, lockPath)) ?? '').trimEnd().split('\n');
const isOf = (flow: string) => (line: string) => line.startsWith(`${flow}/`);
const goldenName = (flow: string, lines: readonly string[]) => `${flow} ${digest(lines.join('\n'))}.json`;

/** In place of the paths, which are generated: a change of behavior changes a line of it. */
export function pathsLock(records: readonly Walked[]): GeneratedFile {
  const made = new Map(records.map(({ flow, golden }) => [flow.name, lockLines(golden)]));
  const committed = committedLines();
  const lines = catalogue.flatMap(({ name }) => made.get(name) ?? committed.filter(isOf(name)));
  return { path: lockPath, content: `${lines.join('\n')}\n` };
}

/** What changed since the commit; the first different step of each path if its paths were generated here before. */
export function changesSinceCommit(record: Walked): string[] {
  const { flow, golden } = record;
  const [before, now] = [committedLines().filter(isOf(flow.name)), lockLines(golden)];
  const known = read(join(goldenFolder, goldenName(flow.name, before)));
  keep(record, before);
  if (before.join('\n') === now.join('\n')) return [];
  const structure = read(join(projectRoot, flowFolder, `${flow.name}.json`));
  if (before.length === 0 || known !== undefined)
    return changesSince(flow, golden, { structure, paths: known });
  const others = now.filter((line) => !before.includes(line)).map((line) => line.split(' ')[0]);
  return [
    `${flow.name}: other paths (${others.join(', ')}); npm run paths at the commit keeps its steps to compare`,
  ];
}

/** These paths and the committed ones. */
function keep({ flow, golden }: Walked, committed: readonly string[]): void {
  mkdirSync(goldenFolder, { recursive: true });
  const [now, before] = [goldenName(flow.name, lockLines(golden)), goldenName(flow.name, committed)];
  for (const name of readdirSync(goldenFolder))
    if (name.startsWith(`${flow.name} `) && name !== before) rmSync(join(goldenFolder, name));
  writeFileSync(join(goldenFolder, now), golden);
}
