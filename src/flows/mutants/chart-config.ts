import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { machineOf } from '../machine-of.ts';
import { recordOf } from '../stable-json.ts';
import type { ChartTransition } from '../transitions.ts';

export interface TransitionConfig {
  target?: unknown;
  guard?: unknown;
  actions?: unknown;
  reenter?: boolean;
}

type Part = Record<string, unknown>;

function copy(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(copy);
  }
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return copyOfPart(value);
  }
  return value;
}

function copyOfPart(part: object): Part {
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, copy(inner)]));
}

export function listOf(value: unknown): unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? [...value] : [value];
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

function partIn(holder: Part, key: string): Part {
  const part = holder[key];
  if (!isPart(part)) throw new Error(`The config has no "${key}".`);
  return part;
}

function asObject(transition: unknown): TransitionConfig {
  return transition === undefined || typeof transition === 'string'
    ? { target: transition }
    : { ...(isPart(transition) ? transition : {}) };
}

/** If it sends something later. */
export function delayedAction(
  { implementations }: AnyStateMachine,
  action: unknown,
): { delay: unknown } | undefined {
  const builtIn: unknown = typeof action === 'string' ? implementations.actions[action] : action;
  const { delay } = recordOf(builtIn);
  return typeof builtIn === 'function' && delay !== undefined ? Object.assign(builtIn, { delay }) : undefined;
}

const microstepLimit = 1000;

export class ChartConfig {
  readonly #original: AnyStateMachine;
  readonly #config: Part;
  readonly #delays: Record<string, unknown> = {};

  constructor(machine: AnyStateMachine) {
    this.#original = machine;
    this.#config = copyOfPart(machine.config);
  }

  state(node: AnyStateNode): Part {
    return node.path.reduce((part, key) => partIn(partIn(part, 'states'), key), this.#config);
  }

  #place({ source, trigger, definition }: ChartTransition): [holder: Part, key: string] {
    const state = this.state(source);
    switch (trigger.kind) {
      case 'event':
        return [partIn(state, 'on'), trigger.type];
      case 'delay':
        return [partIn(state, 'after'), trigger.delay];
      case 'always':
        return [state, 'always'];
      case 'stateDone':
        return [state, 'onDone'];
      default: {
        const invokes = listOf(state.invoke).filter(isPart);
        state.invoke = invokes;
        const invoke = invokes[source.invoke.findIndex(({ id }) => id === trigger.actor)];
        // An actor started by an action has no place in the config.
        if (!invoke) return [partIn(state, 'on'), String(definition.eventType)];
        const keys = { actorDone: 'onDone', actorError: 'onError', actorSnapshot: 'onSnapshot' } as const;
        return [invoke, keys[trigger.kind]];
      }
    }
  }

  change(transition: ChartTransition, by: (group: TransitionConfig[]) => TransitionConfig[]): void {
    const [holder, key] = this.#place(transition);
    const changed = by(listOf(holder[key]).map(asObject));
    if (changed.length === 0) {
      delete holder[key];
    } else {
      holder[key] = changed;
    }
  }

  #scaled(delay: unknown, factor: number): string {
    const named: unknown =
      typeof delay === 'string' ? this.#original.implementations.delays[delay] : undefined;
    const declared = named ?? delay;
    const changed = `${typeof delay === 'function' ? 'delay' : String(delay)} × ${factor}`;
    this.#delays[changed] =
      typeof declared === 'function'
        ? (...given: unknown[]) => Number(Reflect.apply(declared, undefined, given)) * factor
        : Number(declared) * factor;
    return changed;
  }

  withDelay(action: unknown, factor: number): unknown {
    const builtIn = delayedAction(this.#original, action);
    return builtIn && Object.assign(() => {}, builtIn, { delay: this.#scaled(builtIn.delay, factor) });
  }

  changeDelay(node: AnyStateNode, delay: string, factor: number): void {
    const after = partIn(this.state(node), 'after');
    const changed = this.#scaled(delay, factor);
    this.state(node).after = Object.fromEntries(
      Object.entries(after).map(([name, transitions]) => [name === delay ? changed : name, transitions]),
    );
  }

  build(): AnyStateMachine {
    const { implementations } = this.#original;
    const config = { ...this.#config, options: { maxIterations: microstepLimit } };
    const delays = { ...implementations.delays, ...this.#delays };
    return machineOf(config, { ...implementations, delays });
  }
}
