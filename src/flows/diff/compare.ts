import { duration } from '../words.ts';
import type { ChartStructure, StructureState, StructureTransition } from './structure.ts';

export interface Change {
  kind: 'added' | 'removed' | 'changed';
  what: 'state' | 'transition' | 'delay';
  id: string;
  details: readonly string[];
}

const none = 'none';

function said(value: string | readonly string[] | undefined): string {
  const text = typeof value === 'string' ? value : (value ?? []).join(', ');
  return text || none;
}

function differences<T extends object>(
  before: T,
  after: T,
  fields: readonly (readonly [keyof T, string])[],
): string[] {
  return fields.flatMap(([field, name]) => {
    const [old, current] = [before[field], after[field]].map((value) =>
      // biome-ignore lint/plugin: the fields that are compared are texts and lists of them.
      said(value as string | readonly string[] | undefined),
    );
    return old === current ? [] : [`${name}: ${old} → ${current}`];
  });
}

const stateFields: readonly (readonly [keyof StructureState, string])[] = [
  ['type', 'kind'],
  ['description', 'description'],
  ['tags', 'tags'],
  ['initial', 'starts in'],
  ['runs', 'runs'],
  ['entry', 'on entry'],
  ['exit', 'on exit'],
];

const transitionFields: readonly (readonly [keyof StructureTransition, string])[] = [
  ['guard', 'if'],
  ['targets', 'leads to'],
  ['actions', 'does'],
];

function compareStates(before: ChartStructure, after: ChartStructure): Change[] {
  const old = new Map(before.states.map((state) => [state.id, state]));
  const current = new Set(after.states.map(({ id }) => id));
  return [
    ...after.states.flatMap((state): Change[] => {
      const was = old.get(state.id);
      if (!was) {
        return [{ kind: 'added', what: 'state', id: state.id, details: [said(state.description)] }];
      }
      const details = differences(was, state, stateFields);
      return details.length > 0 ? [{ kind: 'changed', what: 'state', id: state.id, details }] : [];
    }),
    ...before.states
      .filter(({ id }) => !current.has(id))
      .map(
        ({ id, description }): Change => ({
          kind: 'removed',
          what: 'state',
          id,
          details: [said(description)],
        }),
      ),
  ];
}

function delayText(milliseconds: number | null | undefined): string {
  return typeof milliseconds === 'number' ? duration(milliseconds) : 'depends';
}

function place({ source, trigger, index }: StructureTransition): string {
  return JSON.stringify([source, trigger, index]);
}

function matched(
  before: ChartStructure,
  after: ChartStructure,
): Map<StructureTransition, StructureTransition> {
  const pairs = new Map<StructureTransition, StructureTransition>();
  const taken = new Set<StructureTransition>();
  for (const key of [({ id }: StructureTransition) => id, place]) {
    const old = new Map(before.transitions.filter((one) => !taken.has(one)).map((one) => [key(one), one]));
    for (const transition of after.transitions.filter((one) => !pairs.has(one))) {
      const was = old.get(key(transition));
      if (was && !taken.has(was)) {
        pairs.set(transition, was);
        taken.add(was);
      }
    }
  }
  return pairs;
}

function compareTransitions(before: ChartStructure, after: ChartStructure): Change[] {
  const pairs = matched(before, after);
  const kept = new Set(pairs.values());
  const detailsOf = ({ actions }: StructureTransition) => (actions ? [`does: ${said(actions)}`] : []);
  return [
    ...after.transitions.flatMap((transition): Change[] => {
      const was = pairs.get(transition);
      const { id, trigger } = transition;
      if (!was) {
        return [{ kind: 'added', what: 'transition', id, details: detailsOf(transition) }];
      }
      const delay = trigger.kind === 'delay' ? trigger.delay : undefined;
      const [old, current] = delay === undefined ? [] : [before.delays[delay], after.delays[delay]];
      const details = [
        ...differences(was, transition, transitionFields),
        ...(was.index === transition.index ? [] : [`place: ${was.index + 1} → ${transition.index + 1}`]),
        ...(old === current || old === undefined ? [] : [`after: ${delayText(old)} → ${delayText(current)}`]),
      ];
      return details.length > 0 ? [{ kind: 'changed', what: 'transition', id, details }] : [];
    }),
    ...before.transitions
      .filter((transition) => !kept.has(transition))
      .map(
        (transition): Change => ({
          kind: 'removed',
          what: 'transition',
          id: transition.id,
          details: detailsOf(transition),
        }),
      ),
  ];
}

function compareDelays({ delays: before }: ChartStructure, { delays: after }: ChartStructure): Change[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.flatMap((id): Change[] => {
    const [old, current] = [before[id], after[id]];
    if (old === current) {
      return [];
    }
    if (old === undefined) {
      return [{ kind: 'added', what: 'delay', id, details: [delayText(current)] }];
    }
    return current === undefined
      ? [{ kind: 'removed', what: 'delay', id, details: [delayText(old)] }]
      : [{ kind: 'changed', what: 'delay', id, details: [`${delayText(old)} → ${delayText(current)}`] }];
  });
}

export function compareStructures(before: ChartStructure, after: ChartStructure): Change[] {
  return [
    ...compareStates(before, after),
    ...compareTransitions(before, after),
    ...compareDelays(before, after),
  ];
}
