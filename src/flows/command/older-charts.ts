import { execFileSync } from 'node:child_process';
import { compareStructures } from '../diff/compare.ts';
import type { FlowDiff } from '../diff/diff-markdown.ts';
import { diffSvg } from '../diff/diff-svg.ts';
import { type ChartStructure, chartStructure } from '../diff/structure.ts';
import { structureFromIds } from '../diff/structure-from-ids.ts';
import type { Flow } from '../flow.ts';
import { Misuse } from './misuse.ts';

/** The first versions only have golden paths. */
type OlderChart = { structure: ChartStructure } | { ids: readonly string[] };

/** By flow, without running that version's code. @throws Misuse for an unknown version */
export function olderCharts(folder: string, out: string, ref: string): Map<string, OlderChart> {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  let listed: string;
  try {
    git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
    listed = git('ls-tree', '-r', '--name-only', ref, '--', out);
  } catch {
    throw new Misuse(`git knows no version ${ref}.`);
  }
  const files = new Set(listed.split('\n'));
  const read = (file: string) => JSON.parse(git('show', `${ref}:./${file}`));
  const names = [...files].flatMap((file) => /paths\/([^/]+)\.json$/.exec(file)?.[1] ?? []);
  return new Map(
    names.map((name) => {
      const path = `${out}/${name}.json`;
      const chart: OlderChart = files.has(path)
        ? { structure: read(path) }
        : { ids: read(`${out}/paths/${name}.json`).transitions };
      return [name, chart];
    }),
  );
}

/** @param keep writes the picture of a flow and returns where it is */
export async function changedCharts(
  flows: readonly Flow[],
  older: ReadonlyMap<string, OlderChart>,
  keep: (name: string, svg: string) => string,
): Promise<FlowDiff[]> {
  const diffs: FlowDiff[] = [];
  for (const flow of flows) {
    const { name, title } = flow;
    const chart = older.get(name);
    if (!chart) {
      diffs.push({ name, title, state: 'added', changes: [] });
      continue;
    }
    const after = chartStructure(flow);
    const before = 'structure' in chart ? chart.structure : structureFromIds(chart.ids, flow);
    const changes = compareStructures(before, after);
    if (changes.length > 0) {
      const picture = keep(name, await diffSvg(before, after, changes));
      const note =
        'structure' in chart
          ? {}
          : { note: 'Descriptions, actions and delays of that version were not kept.' };
      diffs.push({ name, title, state: 'changed', changes, picture, ...note });
    }
  }
  for (const [name, chart] of older) {
    if (!flows.some((flow) => flow.name === name)) {
      const title = 'structure' in chart ? chart.structure.title : name;
      diffs.push({ name, title, state: 'removed', changes: [] });
    }
  }
  return diffs;
}
