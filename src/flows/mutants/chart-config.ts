import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { machineOf } from '../machine-of.ts';
import type { ChartTransition } from '../transitions.ts';

/** A transition in a machine's config, always as an object. */
export interface TransitionConfig {
  target?: unknown;
  guard?: unknown;
  actions?: unknown;
  reenter?: boolean;
}

type Part = Record<string, unknown>;

/** A copy with mutable arrays and plain objects; functions and other values are shared. */
function copy<T>(value: T): T {
  if (Array.isArray(value)) {
    return value.map(copy) as T;
  }
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part)])) as T;
  }
  return value;
}

export function listOf<T>(value: T | readonly T[] | undefined): T[] {
  return value === undefined ? [] : Array.isArray(value) ? [...value] : [value as T];
}

function asObject(transition: unknown): TransitionConfig {
  return transition === undefined || typeof transition === 'string'
    ? { target: transition }
    : { ...(transition as TransitionConfig) };
}

/** Endless eventless transitions fail with an error. */
const microstepLimit = 1000;

/** A machine's config for changes, and the resulting machine. */
export class ChartConfig {
  readonly #original: AnyStateMachine;
  readonly #config: Part;
  readonly #delays: Record<string, unknown> = {};

  constructor(machine: AnyStateMachine) {
    this.#original = machine;
    // biome-ignore lint/plugin: a config is data, and is changed as such.
    this.#config = copy(machine.config as unknown as Part);
  }

  state(node: AnyStateNode): Part {
    return node.path.reduce((part, key) => (part.states as Record<string, Part>)[key]!, this.#config);
  }

  #place({ source, trigger }: ChartTransition): [holder: Part, key: string] {
    const state = this.state(source);
    switch (trigger.kind) {
      case 'event':
        return [state.on as Part, trigger.type];
      case 'delay':
        return [state.after as Part, trigger.delay];
      case 'always':
        return [state, 'always'];
      case 'stateDone':
        return [state, 'onDone'];
      default: {
        const invokes = listOf<Part>(state.invoke as Part | Part[]);
        state.invoke = invokes;
        const invoke = invokes[source.invoke.findIndex(({ id }) => id === trigger.actor)]!;
        const keys = { actorDone: 'onDone', actorError: 'onError', actorSnapshot: 'onSnapshot' } as const;
        return [invoke, keys[trigger.kind]];
      }
    }
  }

  /** Changes the transitions with the same source and trigger. */
  change(transition: ChartTransition, by: (group: TransitionConfig[]) => TransitionConfig[]): void {
    const [holder, key] = this.#place(transition);
    const changed = by(listOf<unknown>(holder[key] as unknown).map(asObject));
    if (changed.length === 0) {
      delete holder[key];
    } else {
      holder[key] = changed;
    }
  }

  changeDelay(node: AnyStateNode, delay: string, factor: number): void {
    const after = this.state(node).after as Part;
    const declared = this.#original.implementations.delays[delay] as unknown;
    const changed = `${delay} × ${factor}`;
    this.#delays[changed] =
      typeof declared === 'function'
        ? (...given: unknown[]) => (declared as (...args: unknown[]) => number)(...given) * factor
        : Number(declared ?? delay) * factor;
    this.state(node).after = Object.fromEntries(
      Object.entries(after).map(([name, transitions]) => [name === delay ? changed : name, transitions]),
    );
  }

  /** The changed machine, with the original's implementations. */
  build(): AnyStateMachine {
    const { implementations } = this.#original;
    const config = { ...this.#config, options: { maxIterations: microstepLimit } };
    const delays = { ...implementations.delays, ...this.#delays };
    return machineOf(config, { ...implementations, delays });
  }
}
