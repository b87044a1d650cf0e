import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  createEmptyActor,
  StateMachine,
} from 'xstate';
import { canonicalText } from '../canonical-text.ts';
import { type Effect, optional } from '../effects.ts';
import { machineOf } from '../machine-of.ts';
import { scopeOf } from '../pure-scope.ts';
import { isRecord, recordOf } from '../stable-json.ts';
import { listOf } from '../state-nodes.ts';
import { allTransitions } from '../transitions.ts';
import { actorKind, logicName } from './actor-kinds.ts';
import { codeOf } from './code.ts';
import { type ActionHost, inertAction, isBuiltIn, named, watched, withInertSpawn } from './inert-actions.ts';
import { type InertLogic, inertActor } from './inert-actor.ts';

type Part = Record<string, unknown>;

export interface InertListener {
  report?: (effect: Effect) => void;
  /** Answers for a guard without code. */
  decide?: (guard: string) => boolean;
  spawned?: (actor: AnyActorRef, input: unknown) => void;
}

export interface InertMachine {
  machine: AnyStateMachine;
  /** Guards that the machine only names, or whose code says that it is not there: either answer is possible. */
  undecided: ReadonlySet<string>;
  listener: InertListener;
}

const microstepLimit = 1000;

const made = new WeakMap<AnyStateMachine, InertMachine>();

/** Guards, assignments, delays and other functions of context and event are real. */
export function inertMachine(machine: AnyStateMachine): InertMachine {
  const known = made.get(machine) ?? new Maker(machine).make();
  made.set(machine, known);
  return known;
}

class Maker implements ActionHost {
  readonly #original: AnyStateMachine;
  readonly #inert: { listener: InertListener } = { listener: {} };
  readonly #actions: Part = {};
  readonly #actors: Record<string, InertLogic> = {};
  readonly #inline = new WeakMap<object, InertLogic>();

  constructor(machine: AnyStateMachine) {
    this.#original = machine;
  }

  make(): InertMachine {
    const { actions, actors, guards, delays } = this.#original.implementations;
    for (const [name, action] of Object.entries(actions)) {
      if (isBuiltIn(action)) this.#actions[name] = inertAction(this, action, `“${name}”`);
      else this.actionNamed(name);
    }
    for (const name of Object.keys(actors)) this.actorNamed(name);
    const definitions = allTransitions(this.#original).map(({ definition }) => definition);
    const types = new Set(definitions.map(({ eventType }) => eventType || 'xstate.init'));
    const used = new Set(definitions.flatMap(({ guard }) => namedGuards(guard)));
    const undecided = new Set(
      [...used].filter((name) => !(name in guards) || isStub(guards[name], [...types])),
    );
    const watchedGuards = [
      ...Object.entries(guards).map(([name, guard]) => [name, this.#guard(guard, `the guard ${name}`)]),
      ...[...undecided].map((name) => [name, () => this.#inert.listener.decide?.(name) ?? false]),
    ];
    const config = this.#state(recordOf(this.#original.config), this.#original.id);
    config.options = { maxIterations: microstepLimit, ...recordOf(config.options) };
    const { context } = recordOf(this.#original.config);
    if (typeof context === 'function') {
      config.context = watched(
        'the initial context',
        withInertSpawn(this, codeOf(context), () => new Set()),
      );
    }
    // XState keeps these objects, which grow with the names that run-time code mentions.
    const implementations = {
      actions: this.#actions,
      actors: this.#actors,
      guards: Object.fromEntries(watchedGuards),
      delays: Object.fromEntries(
        Object.entries(delays).map(([name, delay]) => [
          name,
          typeof delay === 'function' ? watched(`the delay ${name}`, codeOf(delay)) : delay,
        ]),
      ),
    };
    return Object.assign(this.#inert, { machine: machineOf(config, implementations), undecided });
  }

  actionNamed(name: string): void {
    this.#actions[name] ??= (_: unknown, params: unknown) =>
      this.#inert.listener.report?.({ kind: 'action', name, ...optional('params', params) });
  }

  actorNamed(name: string): string {
    const { [name]: logic } = recordOf(this.#original.implementations.actors);
    this.#actors[name] ??= this.#logic(logic, name);
    return name;
  }

  logicFor(src: object, name: string | undefined): InertLogic {
    const known = name === undefined ? this.#inline.get(src) : undefined;
    const logic = known ?? this.#logic(src, name ?? logicName(src));
    if (name === undefined) this.#inline.set(src, logic);
    return logic;
  }

  spawned(actor: AnyActorRef, input: unknown): void {
    this.#inert.listener.spawned?.(actor, input);
  }

  #logic(real: unknown, name: string): InertLogic {
    const report = (effect: Effect) => this.#inert.listener.report?.(effect);
    return inertActor(name, actorKind(real), (input) => firstSnapshot(real, input), report);
  }

  #guard(guard: unknown, code: string): unknown {
    if (typeof guard !== 'function') return guard;
    if ('guards' in guard && Array.isArray(guard.guards)) {
      const guards = guard.guards.map((part: unknown) => this.#guard(part, code));
      return named(
        guard.name,
        Object.assign(() => {}, guard, { guards }),
      );
    }
    return 'check' in guard ? guard : watched(code, codeOf(guard));
  }

  #list(actions: unknown, place: string): unknown[] {
    return listOf(actions).map((action, index) => inertAction(this, action, `${index + 1} ${place}`));
  }

  #transition(transition: unknown, place: string): unknown {
    if (!isRecord(transition)) return transition;
    const { actions, guard } = transition;
    return {
      ...transition,
      ...(actions === undefined ? {} : { actions: this.#list(actions, `of ${place}`) }),
      ...(guard === undefined ? {} : { guard: this.#guard(guard, `a guard of ${place}`) }),
    };
  }

  #group(group: unknown, place: string): unknown {
    return Array.isArray(group)
      ? group.map((one, index) => this.#transition(one, index === 0 ? place : `${place} #${index}`))
      : this.#transition(group, place);
  }

  #groups(groups: unknown, id: string): Part {
    return Object.fromEntries(
      Object.entries(recordOf(groups)).map(([event, group]) => [
        event,
        this.#group(group, `${id} on ${event}`),
      ]),
    );
  }

  #invoke(invoke: unknown, id: string): unknown {
    const config = recordOf(invoke);
    const { src, onDone, onError, onSnapshot } = config;
    const given = typeof config.id === 'string' ? config.id : undefined;
    const logic =
      typeof src === 'string'
        ? this.actorNamed(src)
        : this.logicFor(Object(src), given ?? `${logicName(Object(src))} of ${id}`);
    const input =
      typeof config.input === 'function'
        ? watched(`the input of an actor of ${id}`, codeOf(config.input))
        : config.input;
    return {
      ...config,
      src: logic,
      ...optional('input', input),
      ...(onDone === undefined ? {} : { onDone: this.#group(onDone, `${id} on done`) }),
      ...(onError === undefined ? {} : { onError: this.#group(onError, `${id} on error`) }),
      ...(onSnapshot === undefined ? {} : { onSnapshot: this.#group(onSnapshot, `${id} on snapshot`) }),
    };
  }

  #state(state: Readonly<Part>, id: string): Part {
    const { entry, exit, on, after, always, onDone, invoke, initial, states } = state;
    return {
      ...state,
      ...(entry === undefined ? {} : { entry: this.#list(entry, `on entry of ${id}`) }),
      ...(exit === undefined ? {} : { exit: this.#list(exit, `on exit of ${id}`) }),
      ...(on === undefined ? {} : { on: this.#groups(on, id) }),
      ...(after === undefined ? {} : { after: this.#groups(after, id) }),
      ...(always === undefined ? {} : { always: this.#group(always, `${id} always`) }),
      ...(onDone === undefined ? {} : { onDone: this.#group(onDone, `${id} on done`) }),
      ...(invoke === undefined ? {} : { invoke: listOf(invoke).map((one) => this.#invoke(one, id)) }),
      ...(isRecord(initial)
        ? {
            initial: {
              ...initial,
              ...(initial.actions === undefined
                ? {}
                : { actions: this.#list(initial.actions, `at the start of ${id}`) }),
            },
          }
        : {}),
      ...(states === undefined
        ? {}
        : {
            states: Object.fromEntries(
              Object.entries(recordOf(states)).map(([key, inner]) => [
                key,
                this.#state(recordOf(inner), `${id}.${key}`),
              ]),
            ),
          }),
    };
  }
}

function namedGuards(guard: unknown): string[] {
  if (typeof guard === 'string') return [guard];
  const { guards, type } = recordOf(guard);
  if (Array.isArray(guards)) return guards.flatMap(namedGuards);
  return typeof guard === 'object' && typeof type === 'string' ? [type] : [];
}

/** Any part of it can be read and called, and gives the same again. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => 0 : key === Symbol.iterator ? undefined : anything),
  apply: () => anything,
});

/**
 * Code that stands for what is provided elsewhere: it throws at each type of event, and looks at no data (but perhaps names the
 * event; where any type is possible, that is a look). A mistake of the language is none.
 */
function isStub(guard: unknown, types: readonly string[]): boolean {
  if (typeof guard !== 'function' || isBuiltIn(guard) || 'check' in guard || 'guards' in guard) return false;
  let hasLooked = false;
  const look = <Answer>(answer: Answer): Answer => {
    hasLooked = true;
    return answer;
  };
  const dataOf = (type?: string) =>
    new Proxy(
      {},
      {
        get: (_, key) => (key === 'type' && type !== undefined ? type : look(anything)),
        has: () => look(true),
        ownKeys: () => look([]),
      },
    );
  return types.every((type) => {
    const event = dataOf(type.endsWith('*') ? undefined : type);
    try {
      guard(new Proxy({}, { get: (_, key) => (key === 'event' ? event : dataOf()) }), dataOf());
      return false;
    } catch (error) {
      return !hasLooked && !(error instanceof TypeError || error instanceof ReferenceError);
    }
  });
}

const firstMachines = new WeakMap<object, AnyStateMachine>();
const firstSnapshots = new WeakMap<object, Map<string, unknown>>();

/** Computes a child machine's first state without its effects, a reducer's by its own function. */
function firstSnapshot(logic: unknown, input: unknown): unknown {
  switch (actorKind(logic)) {
    case 'machine':
    case 'transition': {
      // biome-ignore lint/plugin: `actorKind` has looked at it.
      const original = logic as AnyActorLogic;
      const known = firstSnapshots.get(original) ?? new Map<string, unknown>();
      firstSnapshots.set(original, known);
      const key = canonicalText(input);
      if (!known.has(key)) {
        const first = firstLogic(original).getInitialSnapshot(
          scopeOf(createEmptyActor(), () => {}),
          input,
        );
        known.set(key, first);
      }
      return known.get(key);
    }
    case 'promise':
    case 'callback':
      return { input };
    default:
      return { context: undefined, input };
  }
}

/** Not `inertMachine`'s, whose listener may be in use: a machine may start itself as a child. */
function firstLogic(logic: AnyActorLogic): AnyActorLogic {
  if (!(logic instanceof StateMachine)) return logic;
  const machine = firstMachines.get(logic) ?? new Maker(logic).make().machine;
  firstMachines.set(logic, machine);
  return machine;
}
