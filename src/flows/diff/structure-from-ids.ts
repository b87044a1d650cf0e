import type { Flow } from '../flow.ts';
import { allTransitions, type ChartTransition } from '../transitions.ts';
import {
  type ChartStructure,
  chartStructure,
  type StructureState,
  type StructureTransition,
} from './structure.ts';

const idParts = /^(?<source>\S+) --(?<key>.+?)#(?<index>\d+)(?:\[(?<guard>.+)\])?--> (?<targets>.+)$/;

function triggerKey({ id }: ChartTransition): string {
  return idParts.exec(id)?.groups?.key ?? '';
}

function withAncestors(id: string): string[] {
  const keys = id.split('.');
  return keys.map((_, depth) => keys.slice(0, depth + 1).join('.'));
}

/** Assumes that everything but transitions, guards, targets and their states is unchanged. */
export function structureFromIds(ids: readonly string[], flow: Flow): ChartStructure {
  const now = chartStructure(flow);
  const triggers = new Map(allTransitions(flow.machine).map((one) => [triggerKey(one), one.trigger]));
  const byId = new Map(now.transitions.map((transition) => [transition.id, transition]));
  const transitions = ids.flatMap((id): StructureTransition[] => {
    const { source, key, index, guard, targets } = idParts.exec(id)?.groups ?? {};
    if (source === undefined || key === undefined || targets === undefined) {
      return [];
    }
    const same = byId.get(id);
    return [
      same ?? {
        id,
        source,
        trigger: triggers.get(key) ?? { kind: 'event', type: key },
        index: Number(index),
        ...(guard === undefined ? {} : { guard }),
        targets: targets === '(stays)' ? [] : targets.split(', '),
      },
    ];
  });
  const named = (list: readonly StructureTransition[]) =>
    new Set(list.flatMap(({ source, targets }) => [source, ...targets].flatMap(withAncestors)));
  const [before, after] = [named(transitions), named(now.transitions)];
  const kept = now.states.filter(({ id }) => before.has(id) || !after.has(id));
  const known = new Set(kept.map(({ id }) => id));
  const gone = [...before]
    .filter((id) => !known.has(id))
    .map((id): StructureState => ({ id, type: 'atomic' }));
  return { ...now, states: [...kept, ...gone], transitions };
}
