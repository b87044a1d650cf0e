import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { briefText, sharedText, timelessText } from './canonical-text.ts';
import type { ModelState } from './timed-model.ts';
import { stateId } from './transitions.ts';

/** Of one exploration: states with the same key behave the same. A key does not grow with what a state holds. */
export class StateKeys {
  readonly #numbers = new Map<string, number>();

  of(state: ModelState, readsTime: boolean): string {
    const { machine, place, timers, running, ended } = state;
    const elapsed = readsTime ? state.elapsed : undefined;
    const context: Readonly<Record<string, unknown>> = machine.context;
    // Each reason for a stop is a problem of its own.
    let key = `${state.status} ${this.#number(state.failure ?? '')} ${place.index} ${this.#number(historyText(machine))}`;
    for (const { id, remaining, event, to, isOrphan } of timers) {
      key += ` after ${remaining} ${this.#number(String(id))}`;
      if (id === undefined || to !== undefined || isOrphan)
        key += ` ${this.#value(event, elapsed)} ${this.#number(String(to?.id))} ${isOrphan}`;
    }
    for (const { id, actor, snapshot } of running)
      key += ` runs ${this.#number(id)} ${this.#number(actor)} ${this.#value(snapshot, elapsed)}`;
    for (const { id, snapshot } of ended)
      key += ` ended ${this.#number(id)} ${this.#value(snapshot, elapsed)}`;
    key += ` knows ${this.#number(sharedText(context))}`;
    if (Object.getPrototypeOf(context) !== Object.prototype) return `${key} ${this.#value(context, elapsed)}`;
    for (const name of Object.keys(context))
      key += ` ${this.#number(name)} ${this.#value(context[name], elapsed)}`;
    return key;
  }

  #value(value: unknown, elapsed: number | undefined): number {
    return this.#number(elapsed === undefined ? briefText(value) : timelessText(value, elapsed));
  }

  #number(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }
}

function historyText({ historyValue }: AnyMachineSnapshot): string {
  // biome-ignore lint/plugin: XState types its nodes with the machine's own types, and this is of any machine.
  const history = Object.entries(historyValue as Record<string, readonly AnyStateNode[]>);
  return history.map(([id, nodes]) => `${id}: ${nodes.map(stateId).join(' ')}`).join(', ');
}
