import type { AnyStateNode } from 'xstate';
import { type ChartTransition, isWithin, stateId } from '../transitions.ts';
import { sentence } from '../words.ts';
import { type Collapsed, drawnChildren } from './chart-collapse.ts';

/** They are possible in any inner state, so they start at a separate box, "Any state". */
export function startsAnywhere({ source, targets }: ChartTransition, collapsed: Collapsed): boolean {
  if (!source.parent) {
    return true;
  }
  return (
    source.type === 'compound' &&
    drawnChildren(source, collapsed).length > 0 &&
    targets.length > 0 &&
    targets.every((target) => target !== source && isWithin(target, source))
  );
}

const suffix = '.*';

export function anywhereId(group: AnyStateNode): string {
  return `${stateId(group)}${suffix}`;
}

export function withoutAnywhere(id: string): string {
  return id.endsWith(suffix) ? id.slice(0, -suffix.length) : id;
}

export function anywhereTitle(group: AnyStateNode): string {
  return group.parent ? `Anywhere in ${sentence(group.key)}` : 'Any state';
}
