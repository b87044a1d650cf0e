import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareStructures } from '#flows/diff/compare.ts';
import { type ChartStructure, chartStructure } from '#flows/diff/structure.ts';
import type { Flow } from '#flows/flow.ts';
import { behaviourChanges } from '#flows/golden.ts';
import { flowFolder } from './flow-files.ts';
import type { FlowRecord } from './flow-records.ts';
import { projectRoot } from './generated-files.ts';

function committed(path: string): string | undefined {
  const absolute = join(projectRoot, flowFolder, path);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined;
}

function structureChanges(flow: Flow): string[] {
  const before = committed(`${flow.name}.json`);
  if (before === undefined) return [];
  const old: ChartStructure = JSON.parse(before);
  return compareStructures(old, chartStructure(flow)).map(
    ({ kind, what, id, details }) =>
      `${what} ${kind}: ${id}${details.length > 0 ? ` (${details.join('; ')})` : ''}`,
  );
}

/**
 * What has changed in the behaviour of a flow since its paths were committed: its chart, and on each committed path the
 * first step that differs.
 */
export function changesSinceCommit({ flow, paths }: Pick<FlowRecord, 'flow' | 'paths'>): string[] {
  const golden = committed(`paths/${flow.name}.json`);
  if (golden === undefined) return [`${flow.name}: a new flow`];
  if (paths.some(({ content }) => content === golden)) return [];
  const changes = [...structureChanges(flow), ...behaviourChanges(flow, golden)];
  return changes.length > 0
    ? changes.map((change) => (change.startsWith(`${flow.name}/`) ? change : `${flow.name}: ${change}`))
    : [`${flow.name}: other paths; the machine behaves on the committed ones as before`];
}
