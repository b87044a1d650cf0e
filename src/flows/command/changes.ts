import { compareStructures } from '../diff/compare.ts';
import { type ChartStructure, chartStructure } from '../diff/structure.ts';
import type { Flow } from '../flow.ts';
import { behaviourChanges } from '../golden.ts';

/** Undefined for a missing file. */
export interface Committed {
  /** `<flow>.json` */
  structure: string | undefined;
  /** `paths/<flow>.json` */
  paths: string | undefined;
}

function structureChanges(flow: Flow, before: string): string[] {
  const old: ChartStructure = JSON.parse(before);
  return compareStructures(old, chartStructure(flow)).map(
    ({ kind, what, id, details }) =>
      `${what} ${kind}: ${id}${details.length > 0 ? ` (${details.join('; ')})` : ''}`,
  );
}

/**
 * What changed in the chart, and the first different step of each committed path. @param paths present JSON
 */
export function changesSince(flow: Flow, paths: string, { structure, paths: golden }: Committed): string[] {
  if (golden === undefined) return [`${flow.name}: a new flow`];
  if (golden === paths) return [];
  const changes = [
    ...(structure === undefined ? [] : structureChanges(flow, structure)),
    ...behaviourChanges(flow, golden),
  ];
  return changes.length > 0
    ? changes.map((change) => (change.startsWith(`${flow.name}/`) ? change : `${flow.name}: ${change}`))
    : [`${flow.name}: other paths; the machine behaves on the committed ones as before`];
}
