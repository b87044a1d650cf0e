import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type EventObject,
  type ExecutableActionObject,
  type Snapshot,
} from 'xstate';
import type { Flow, FlowOutcome } from './flow.ts';
import { scopeOf } from './pure-scope.ts';
import {
  activeNodes,
  initialNodes,
  leavesOf,
  listensTo,
  type Microstep,
  refusedAtRest,
  refusedIn,
  withoutConflicts,
} from './selection.ts';
import { changedKeys, stableJson } from './stable-json.ts';
import { allTransitions, type ChartTransition, stateId } from './transitions.ts';

/** Something that can happen in a state. `key` is unique within it. */
export type ModelEvent =
  | { type: 'user'; key: string; name: string; event: EventObject }
  | { type: 'actor'; key: string; name: string; actor: string; id: string; outcome: FlowOutcome }
  | { type: 'wait'; key: string; name: string; milliseconds: number };

/** What the machine requested from outside. */
export type Effect =
  | { kind: 'action'; name: string; params?: unknown }
  | { kind: 'start'; name: string; input?: unknown }
  | { kind: 'stop'; name: string }
  | { kind: 'send'; name: string; event: unknown };

/** The event and the context that a guard saw, which may exist only between microsteps. */
export interface Judged {
  event: EventObject;
  context: unknown;
}

export interface StepTrace {
  /** Transitions in order, each with the leaf states active at that moment. */
  taken: readonly { id: string; leaves: readonly string[] }[];
  /** Ids of rejected guarded transitions. */
  refused: readonly string[];
  /** What the guards saw, by transition id. */
  judged: ReadonlyMap<string, Judged>;
  effects: readonly Effect[];
  /** Changed parts of the context. */
  changed: readonly string[];
}

interface Timer {
  id: string;
  event: EventObject;
  /** Milliseconds from now. */
  remaining: number;
}

interface Running {
  id: string;
  actor: string;
}

/** A machine's snapshot with pending delays and running actors, and the last step. */
export type ModelState = Snapshot<unknown> & {
  machine: AnyMachineSnapshot;
  /** By time, then by start. */
  timers: readonly Timer[];
  running: readonly Running[];
  trace: StepTrace;
};

/** Delays of 0 ms that restart each other would never end. */
const firingLimit = 1000;

/** What XState says of its built-in actions; only as far as each has it. */
// biome-ignore lint/suspicious/noExplicitAny: XState types the parameters of an action as any data.
type AnyParams = any;

interface Draft {
  machine: AnyMachineSnapshot;
  timers: Timer[];
  running: Running[];
  taken: { id: string; leaves: readonly string[] }[];
  refused: Set<string>;
  judged: Map<string, Judged>;
  effects: Effect[];
  before: AnyMachineSnapshot | undefined;
}

/**
 * A machine as pure logic in which time and actors are events: waiting for the next delay, a declared outcome
 * of a running actor, a declared user event. Reads delays from XState's raise and cancel actions, and
 * transitions from its microstep inspection.
 */
export class TimedModel {
  readonly flow: Flow;
  readonly transitions: readonly ChartTransition[];
  readonly #byDefinition: Map<unknown, ChartTransition>;
  readonly #self = createEmptyActor();
  /** Hears of each microstep of the step that is under way. */
  #onMicrostep: (event: EventObject, selected: Microstep['selected'], after: AnyMachineSnapshot) => void =
    () => {};

  #onAction: (action: ExecutableActionObject) => void = () => {};
  readonly #scope: ReturnType<typeof scopeOf>;

  constructor(flow: Flow) {
    this.flow = flow;
    this.transitions = allTransitions(flow.machine);
    this.#byDefinition = new Map(this.transitions.map((one) => [one.definition, one]));
    this.#scope = scopeOf(this.#self, (action) => this.#onAction(action));
    this.#self.system.inspect((inspected) => {
      // A child that is a machine takes steps of its own.
      if (inspected.type === '@xstate.microstep' && inspected.actorRef === this.#self)
        this.#onMicrostep(inspected.event, inspected._transitions, inspected.snapshot as AnyMachineSnapshot);
    });
  }

  /** The initial state of a scenario. */
  start(input: unknown): ModelState {
    const draft: Draft = {
      // biome-ignore lint/plugin: set by the first step, right below.
      machine: undefined as unknown as AnyMachineSnapshot,
      timers: [],
      running: [],
      taken: [],
      refused: new Set(),
      judged: new Map(),
      effects: [],
      before: undefined,
    };
    this.#apply(draft, (machine, scope) => machine.getInitialSnapshot(scope, input));
    return finish(draft);
  }

  /** All declared events possible in this state, in a stable order. */
  eventsIn(state: ModelState): ModelEvent[] {
    if (state.status !== 'active') {
      return [];
    }
    const nodes = activeNodes(state.machine);
    const user = Object.entries(this.flow.events).flatMap(([type, cases]) =>
      cases === 'sentByActor' || !listensTo(nodes, type)
        ? []
        : cases.map(
            ({ name, event }): ModelEvent => ({ type: 'user', key: `${type}: ${name}`, name, event }),
          ),
    );
    const actors = state.running.flatMap(({ id, actor }) =>
      this.#outcomesOf(actor).map(
        (outcome): ModelEvent => ({
          type: 'actor',
          key: `${id} → ${outcome.name}`,
          name: outcome.name,
          actor,
          id,
          outcome,
        }),
      ),
    );
    const milliseconds = state.timers[0]?.remaining;
    const waits: ModelEvent[] =
      milliseconds === undefined ? [] : [{ type: 'wait', key: 'wait', name: 'wait', milliseconds }];
    return [...user, ...actors, ...waits];
  }

  /** The next state, with a trace of the step. */
  next(state: ModelState, event: ModelEvent): ModelState {
    const draft: Draft = {
      machine: state.machine,
      timers: [...state.timers],
      running: [...state.running],
      taken: [],
      refused: new Set(),
      judged: new Map(),
      effects: [],
      before: state.machine,
    };
    if (event.type === 'wait') {
      this.#wait(draft, event.milliseconds);
    } else if (event.type === 'user') {
      this.#send(draft, event.event);
    } else {
      this.#answer(draft, event.id, event.outcome);
    }
    return finish(draft);
  }

  /** Whether an event changes nothing in this state. */
  ignores(state: ModelState, event: EventObject): boolean {
    const { machine: before } = state;
    let acted = false;
    this.#onMicrostep = () => {};
    this.#onAction = () => {
      acted = true;
    };
    const after: AnyMachineSnapshot = this.flow.machine.transition(before, event, this.#scope);
    const nodes = activeNodes(before);
    return (
      !acted &&
      after.status === before.status &&
      activeNodes(after).length === nodes.length &&
      activeNodes(after).every((node, index) => node === nodes[index]) &&
      (after.context === before.context || stableJson(after.context) === stableJson(before.context))
    );
  }

  #outcomesOf(actor: string): readonly FlowOutcome[] {
    const outcomes = this.flow.outcomes[actor];
    if (!outcomes?.length) {
      throw new Error(`Flow ${this.flow.name}: the actor "${actor}" has no declared outcomes.`);
    }
    return outcomes;
  }

  #wait(draft: Draft, milliseconds: number): void {
    draft.timers = draft.timers.map((timer) => ({ ...timer, remaining: timer.remaining - milliseconds }));
    for (let fired = 0; draft.timers[0] && draft.timers[0].remaining <= 0; fired += 1) {
      if (fired >= firingLimit) {
        throw new Error(`Flow ${this.flow.name}: delays of 0 ms start one another without end.`);
      }
      const [due] = draft.timers.splice(0, 1);
      this.#send(draft, due!.event);
    }
  }

  #answer(draft: Draft, id: string, outcome: FlowOutcome): void {
    if (outcome.type === 'emits') {
      this.#send(draft, outcome.event);
      return;
    }
    draft.running = draft.running.filter((running) => running.id !== id);
    const event =
      outcome.type === 'done'
        ? { type: `xstate.done.actor.${id}`, output: outcome.output, actorId: id }
        : { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id };
    this.#send(draft, event);
  }

  #send(draft: Draft, event: EventObject): void {
    if (draft.machine.status === 'active') {
      this.#apply(draft, (machine, scope) => machine.transition(draft.machine, event, scope));
    }
  }

  #apply(
    draft: Draft,
    step: (
      machine: AnyStateMachine,
      scope: Parameters<AnyStateMachine['transition']>[2],
    ) => AnyMachineSnapshot,
  ): void {
    const microsteps: (Microstep & Judged)[] = [];
    const actions: ExecutableActionObject[] = [];
    let before = draft.machine ? activeNodes(draft.machine) : initialNodes(this.flow.machine.root);
    let context: unknown = draft.machine?.context;
    this.#onMicrostep = (event, selected, after) => {
      microsteps.push({ before, event, selected, context: context ?? after.context });
      before = activeNodes(after);
      context = after.context;
    };
    this.#onAction = (action) => actions.push(action);
    draft.machine = step(this.flow.machine, this.#scope);
    for (const microstep of microsteps) {
      this.#record(draft, microstep);
    }
    if (draft.machine.status === 'active') {
      for (const definition of refusedAtRest(activeNodes(draft.machine))) {
        const { id } = this.#byDefinition.get(definition)!;
        draft.refused.add(id);
        const event = microsteps.at(-1)?.event ?? { type: '' };
        draft.judged.set(id, { event, context: draft.machine.context });
      }
    }
    for (const action of actions) {
      this.#perform(draft, action);
    }
    draft.timers.sort((one, two) => one.remaining - two.remaining);
  }

  #record(draft: Draft, microstep: Microstep & Judged): void {
    const { event, context } = microstep;
    for (const definition of withoutConflicts(microstep.selected)) {
      const transition = this.#byDefinition.get(definition);
      if (transition) {
        const leaves = leavesOf(microstep.before).map(stateId).toSorted();
        draft.taken.push({ id: transition.id, leaves });
        draft.judged.set(transition.id, { event, context });
      }
    }
    for (const definition of refusedIn(microstep)) {
      const { id } = this.#byDefinition.get(definition)!;
      draft.refused.add(id);
      draft.judged.set(id, { event, context });
    }
  }

  #perform(draft: Draft, action: ExecutableActionObject): void {
    const params: AnyParams = action.params ?? {};
    const { id } = params;
    switch (action.type) {
      case 'xstate.raise':
        if (typeof params.delay === 'number') {
          const timer = { id, event: params.event, remaining: params.delay };
          draft.timers = [...draft.timers.filter((other) => id === undefined || other.id !== id), timer];
        }
        return;
      case 'xstate.cancel':
        draft.timers = draft.timers.filter((timer) => timer.id !== params.sendId);
        return;
      case 'xstate.spawnChild': {
        const actor = String(params.src);
        draft.running.push({ id, actor });
        draft.effects.push({ kind: 'start', name: actor, ...optional('input', params.input) });
        return;
      }
      case 'xstate.stopChild': {
        const running = draft.running.find((one) => one.id === id);
        if (running) {
          draft.running = draft.running.filter((one) => one !== running);
          draft.effects.push({ kind: 'stop', name: running.actor });
        }
        return;
      }
      case 'xstate.sendTo': {
        const target = params.to?.id;
        if (typeof params.delay === 'number' || !target) {
          throw new Error(
            `Flow ${this.flow.name}: sendTo with a delay, or to itself, is not modelled; raise it.`,
          );
        }
        draft.effects.push({ kind: 'send', name: target, event: params.event });
        return;
      }
      default:
        if (!action.type.startsWith('xstate.')) {
          draft.effects.push({ kind: 'action', name: action.type, ...optional('params', action.params) });
        }
    }
  }
}

function optional<Key extends string>(key: Key, value: unknown): { [K in Key]?: unknown } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: unknown });
}

function finish(draft: Draft): ModelState {
  const { machine } = draft;
  const active = machine.status === 'active';
  return {
    status: machine.status,
    output: machine.output,
    error: machine.error,
    machine,
    timers: active ? draft.timers : [],
    running: active ? draft.running : [],
    trace: {
      taken: draft.taken,
      refused: [...draft.refused],
      judged: draft.judged,
      effects: draft.effects,
      changed: changedKeys(draft.before?.context, machine.context),
    },
  } as ModelState;
}
