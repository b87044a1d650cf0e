import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { briefText, SharedParts, sharedText, timelessText } from './canonical-text.ts';
import type { ModelState } from './timed-model.ts';
import { stateId } from './transitions.ts';

/** Of one exploration: states with the same key behave the same. A key does not grow with what a state holds. */
export class StateKeys {
  readonly #numbers = new Map<string, number>();
  /** Of values that were met, which need not be written again. */
  readonly #ofValue = new Map<unknown, number>();
  readonly #ofContext = new Map<object, string>();
  readonly #shared = new SharedParts();
  #names: readonly string[] = [];

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
    const known = elapsed === undefined ? this.#ofContext.get(context) : undefined;
    const knows = known ?? this.#contextText(context, elapsed);
    if (elapsed === undefined) this.#ofContext.set(context, knows);
    return `${key} knows ${knows}`;
  }

  #contextText(context: Readonly<Record<string, unknown>>, elapsed: number | undefined): string {
    if (Object.getPrototypeOf(context) !== Object.prototype)
      return `${this.#number(sharedText(context))} ${this.#value(context, elapsed)}`;
    const names = Object.keys(context);
    const isAsLast =
      names.length === this.#names.length && names.every((name, at) => name === this.#names[at]);
    if (!isAsLast) this.#names = names;
    let text = `${this.#number(this.#shared.in(context))} ${this.#value(this.#names, undefined)}`;
    for (const name of names) text += ` ${this.#value(context[name], elapsed)}`;
    return text;
  }

  #value(value: unknown, elapsed: number | undefined): number {
    if (elapsed !== undefined) return this.#number(timelessText(value, elapsed));
    // A map takes -0 for 0.
    const known = value === 0 ? undefined : this.#ofValue.get(value);
    if (known !== undefined) return known;
    const number = this.#number(briefText(value));
    this.#ofValue.set(value, number);
    return number;
  }

  #number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

function historyText({ historyValue }: AnyMachineSnapshot): string {
  // biome-ignore lint/plugin: XState types its nodes with the machine's own types, and this is of any machine.
  const history = Object.entries(historyValue as Record<string, readonly AnyStateNode[]>);
  return history.map(([id, nodes]) => `${id}: ${nodes.map(stateId).join(' ')}`).join(', ');
}
