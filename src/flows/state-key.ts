import type { AnyMachineSnapshot } from 'xstate';
import { rememberedJson } from './stable-json.ts';
import type { ModelState } from './timed-model.ts';
import { stateId } from './transitions.ts';

const keys = new WeakMap<ModelState, string>();

/** States with the same key behave the same from then on. */
export function stateKey(state: ModelState): string {
  const known = keys.get(state);
  if (known !== undefined) {
    return known;
  }
  const rest = JSON.stringify([
    state.status,
    state.machine.value,
    historyOf(state.machine),
    state.timers.map(({ id, remaining }) => [id, remaining]),
    state.running,
  ]);
  const key = `${rest} ${rememberedJson(state.machine.context)}`;
  keys.set(state, key);
  return key;
}

function historyOf(snapshot: AnyMachineSnapshot): Record<string, string[]> {
  const history = snapshot.historyValue as Record<string, readonly Parameters<typeof stateId>[0][]>;
  return Object.fromEntries(Object.entries(history).map(([id, nodes]) => [id, nodes.map(stateId)]));
}
