import type { AnyStateMachine } from 'xstate';
import { machineOf } from '../machine-of.ts';
import { present } from '../present.ts';
import type { ChartStructure, StructureState, StructureTransition } from './structure.ts';

type Config = Record<string, unknown>;

interface InvokeConfig {
  id: string;
  src: string;
  onDone?: Config[];
  onError?: Config[];
  onSnapshot?: Config[];
}

function transitionConfig({ guard, targets, actions }: StructureTransition): Config {
  return {
    ...(guard === undefined ? {} : { guard }),
    ...(targets.length > 0 ? { target: targets.map((id) => `#${id}`) } : {}),
    ...(actions ? { actions } : {}),
  };
}

function slots(state: StructureState, transitions: readonly StructureTransition[]): Config {
  const on: Record<string, Config[]> = {};
  const after: Record<string, Config[]> = {};
  const always: Config[] = [];
  const onDone: Config[] = [];
  const invokes = new Map<string, InvokeConfig>(
    (state.runs ?? []).map((actor) => [actor, { id: actor, src: actor }]),
  );
  const push = (holder: Record<string, Config[]>, key: string, config: Config) => {
    holder[key] = [...(holder[key] ?? []), config];
  };
  for (const transition of transitions) {
    const config = transitionConfig(transition);
    const { trigger } = transition;
    switch (trigger.kind) {
      case 'event':
        push(on, trigger.type, config);
        break;
      case 'delay':
        push(after, trigger.delay, config);
        break;
      case 'always':
        always.push(config);
        break;
      case 'stateDone':
        onDone.push(config);
        break;
      default: {
        const invoke = invokes.get(trigger.actor) ?? { id: trigger.actor, src: trigger.actor };
        invokes.set(trigger.actor, invoke);
        const keys = { actorDone: 'onDone', actorError: 'onError', actorSnapshot: 'onSnapshot' } as const;
        const key = keys[trigger.kind];
        invoke[key] = [...(invoke[key] ?? []), config];
      }
    }
  }
  return {
    on,
    after,
    ...(always.length > 0 ? { always } : {}),
    ...(onDone.length > 0 ? { onDone } : {}),
    invoke: [...invokes.values()],
  };
}

/** Removed siblings come last, so that the others keep their ids. */
export function unionChart(
  before: ChartStructure,
  after: ChartStructure,
  removed: ReadonlySet<string>,
): { machine: AnyStateMachine; removedIds: ReadonlyMap<string, string> } {
  const current = new Map(after.states.map((state) => [state.id, state]));
  const states = [...after.states, ...before.states.filter(({ id }) => !current.has(id))];
  const gone = before.transitions.filter(({ id }) => removed.has(id));
  const transitions = [...after.transitions, ...gone];

  const build = (state: StructureState): Config => {
    const children = states.filter(
      ({ id }) => id.startsWith(`${state.id}.`) && !id.slice(state.id.length + 1).includes('.'),
    );
    const { description, tags, initial, entry, exit } = state;
    const group = children.length > 0 && state.type !== 'parallel';
    return {
      ...(state.type === 'compound' || state.type === 'atomic' ? {} : { type: state.type }),
      ...(description === undefined ? {} : { description }),
      ...(tags ? { tags } : {}),
      ...(group
        ? { initial: initial ?? present(children[0], `state in ${state.id}`).id.slice(state.id.length + 1) }
        : {}),
      ...(entry ? { entry } : {}),
      ...(exit ? { exit } : {}),
      ...slots(
        state,
        transitions.filter(({ source }) => source === state.id),
      ),
      states: Object.fromEntries(
        children.map((child) => [child.id.slice(state.id.length + 1), build(child)]),
      ),
    };
  };

  const delays = Object.fromEntries(
    Object.entries({ ...before.delays, ...after.delays }).map(([name, value]) => [name, value ?? (() => 0)]),
  );
  const machine = machineOf({ id: after.machine, ...build(present(after.states[0], 'state')) }, { delays });
  const rivals = (one: StructureTransition) =>
    transitions.filter(
      (other) => other.source === one.source && JSON.stringify(other.trigger) === JSON.stringify(one.trigger),
    );
  const removedIds = new Map(
    gone.map((one) => [one.id, one.id.replace(`#${one.index}`, `#${rivals(one).indexOf(one)}`)]),
  );
  return { machine, removedIds };
}
