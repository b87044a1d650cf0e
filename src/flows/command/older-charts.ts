import { execFileSync } from 'node:child_process';
import { flowPaths } from '../analysis.ts';
import { compareStructures } from '../diff/compare.ts';
import type { FlowDiff, Repeats } from '../diff/diff-markdown.ts';
import { diffSvg } from '../diff/diff-svg.ts';
import { type ChartStructure, chartStructure } from '../diff/structure.ts';
import { structureFromIds } from '../diff/structure-from-ids.ts';
import { pathsMarkdown } from '../export/paths-markdown.ts';
import type { Flow } from '../flow.ts';
import { scriptsToRepeat } from '../scripts-to-repeat.ts';
import { Misuse } from './misuse.ts';

/** The first versions only have golden paths. */
type OlderChart = { structure: ChartStructure } | { ids: readonly string[] };

function gitIn(folder: string) {
  return (...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
}

function filesAt(folder: string, out: string, ref: string): string[] {
  const git = gitIn(folder);
  try {
    git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
    return git('ls-tree', '-r', '--name-only', ref, '--', out).split('\n');
  } catch {
    throw new Misuse(`git knows no version ${ref}.`);
  }
}

/** Each script of a document by its id, with all that a tester reads of it. */
function scriptsIn(document: string): Map<string, string> {
  return new Map(
    document
      .split(/^## (?=\S+ · )/m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf(' ')), text.trim()]),
  );
}

/** The scripts of that version, by flow. @throws Misuse for an unknown version */
export function olderScripts(folder: string, out: string, ref: string): Map<string, Map<string, string>> {
  const git = gitIn(folder);
  return new Map(
    filesAt(folder, out, ref).flatMap((file) => {
      const name = /paths\/([^/]+)\.md$/.exec(file)?.[1];
      return name === undefined ? [] : [[name, scriptsIn(git('show', `${ref}:./${file}`))] as const];
    }),
  );
}

const headOf = (text: string) => text.split('\n', 1).join('').trim();

/**
 * Of all flows the scripts to repeat, and those that are gone, as `id · title`.
 * @param older scripts by flow and id
 * @param diffs what changed on the charts since
 */
export function repeatsOf(
  flows: readonly Flow[],
  older: ReadonlyMap<string, ReadonlyMap<string, string>>,
  diffs: readonly FlowDiff[],
  documentOf?: (flow: Flow) => string,
): Repeats {
  let all = 0;
  const gone = new Map([...older.values()].flatMap((scripts) => [...scripts]));
  const repeat = flows.flatMap((flow) => {
    const changes = diffs.find(({ name }) => name === flow.name)?.changes ?? [];
    const made = changes.length > 0 || !documentOf ? flowPaths(flow) : undefined;
    const paths = new Map(made?.scripts.map(({ id, path }) => [id, path]));
    const document = made && !documentOf ? pathsMarkdown(made) : (documentOf?.(flow) ?? '');
    const now = [...scriptsIn(document)].map(([id, text]) => {
      const path = paths.get(id);
      return { id, text, states: path ? [path.start.state, ...path.edges.map(({ state }) => state)] : [] };
    });
    all += now.length;
    for (const { id } of now) gone.delete(id);
    return scriptsToRepeat(flow, now, changes, older.get(flow.name) ?? new Map()).map(
      ({ script, hasOtherData }) => headOf(script.text) + (hasOtherData ? ' (its test data changed)' : ''),
    );
  });
  return { repeat, all, gone: [...gone.values()].map(headOf) };
}

/** By flow, without running that version's code. @throws Misuse for an unknown version */
export function olderCharts(folder: string, out: string, ref: string): Map<string, OlderChart> {
  const git = gitIn(folder);
  const files = new Set(filesAt(folder, out, ref));
  const read = (file: string) => JSON.parse(git('show', `${ref}:./${file}`));
  const names = new Set([...files].flatMap((file) => /paths\/([^/]+)\.(?:json|md)$/.exec(file)?.[1] ?? []));
  return new Map(
    [...names].map((name) => {
      const path = `${out}/${name}.json`;
      const chart: OlderChart = files.has(path)
        ? { structure: read(path) }
        : { ids: read(`${out}/paths/${name}.json`).transitions };
      return [name, chart];
    }),
  );
}

/** @param keep writes the picture of a flow and returns where it is */
export function changedCharts(
  flows: readonly Flow[],
  older: ReadonlyMap<string, OlderChart>,
  keep: (name: string, svg: string) => string,
): FlowDiff[] {
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
      const picture = keep(name, diffSvg(before, after, changes));
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
