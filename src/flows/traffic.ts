import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { ReportStep } from './report.ts';
import { recordOf } from './stable-json.ts';
import { ancestry, childrenOf, initialTargets, stateAt } from './state-nodes.ts';
import { allTransitions, type ChartTransition, isWithin } from './transitions.ts';

export type Traffic = ReadonlyMap<string, number>;

type Counted = Pick<ReportStep, 'event' | 'from' | 'to' | 'times'>;

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

function isCausedBy({ definition }: ChartTransition, event: string): boolean {
  const type = String(recordOf(definition).eventType).replace(ids, '*');
  return type === event || (type.endsWith('*') && event.startsWith(type.slice(0, -1)));
}

function leavesOf(node: AnyStateNode): AnyStateNode[] {
  const inner =
    node.type === 'parallel' ? childrenOf(node) : node.type === 'compound' ? initialTargets(node) : [];
  return inner.length === 0 ? [node] : inner.flatMap(leavesOf);
}

/** Where a history state leads: somewhere in its group. */
const groupOf = (node: AnyStateNode): AnyStateNode =>
  node.type === 'history' && node.parent ? node.parent : node;

/**
 * How often each transition was taken, by its id. Reports have no guards: of several transitions that one event takes to the
 * same place, the first counts.
 */
export function countTraffic(machine: AnyStateMachine, steps: readonly Counted[]): Traffic {
  const bySource = new Map<AnyStateNode, ChartTransition[]>();
  for (const one of allTransitions(machine)) {
    bySource.set(one.source, [...(bySource.get(one.source) ?? []), one]);
  }
  /** What leads there, the transition and those without an event that follow. */
  const follow = (
    one: ChartTransition,
    from: AnyStateNode,
    to: readonly AnyStateNode[],
    seen: readonly string[] = [],
  ): readonly string[] | undefined => {
    const reached = one.targets.length === 0 ? [from] : one.targets.flatMap(leavesOf);
    const ways = [...seen, one.id];
    if (reached.every((leaf) => to.includes(leaf))) return ways;
    for (const leaf of reached) {
      for (const next of ancestry(leaf).flatMap((node) => bySource.get(node) ?? [])) {
        const isNext = next.trigger.kind === 'always' || next.trigger.kind === 'stateDone';
        const found = isNext && !ways.includes(next.id) ? follow(next, leaf, to, ways) : undefined;
        if (found) return found;
      }
    }
    // Regions of which the event takes several: near enough if it ends within the target, or where a history state leads.
    const isNear = one.targets.every((node) => to.some((leaf) => isWithin(leaf, groupOf(node))));
    return one.targets.length > 0 && isNear ? ways : undefined;
  };
  const counts = new Map<string, number>();
  for (const { event, from, to, times } of steps) {
    const ends = to.flatMap((path) => stateAt(machine.root, path) ?? []);
    const taken = new Set<string>();
    for (const leaf of from.flatMap((path) => stateAt(machine.root, path) ?? [])) {
      for (const node of ancestry(leaf)) {
        const ways = (bySource.get(node) ?? [])
          .filter((one) => isCausedBy(one, event))
          .flatMap((one) => [follow(one, leaf, ends) ?? []])
          .filter(({ length }) => length > 0)
          .toSorted((one, two) => one.length - two.length);
        const [way] = ways;
        if (!way) continue;
        for (const id of way) taken.add(id);
        break;
      }
    }
    for (const id of taken) counts.set(id, (counts.get(id) ?? 0) + times);
  }
  return counts;
}

/** Equal steps become one with their sum, without the actors. */
export function mergedSteps(steps: readonly ReportStep[]): ReportStep[] {
  const merged = new Map<string, ReportStep>();
  for (const { flow, event, from, to, times } of steps) {
    const key = JSON.stringify([flow, event, from, to]);
    const before = merged.get(key)?.times ?? 0;
    merged.set(key, { flow, actor: '', event, from, to, times: before + times });
  }
  return [...merged.values()];
}
