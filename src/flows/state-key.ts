import type { AnyMachineSnapshot } from 'xstate';
import { canonicalText, sharedParts } from './canonical-text.ts';
import type { ModelState } from './timed-model.ts';
import { stateId } from './transitions.ts';

const keys = new WeakMap<ModelState, string>();

/** States with the same key behave the same from then on. */
export function stateKey(state: ModelState): string {
  const known = keys.get(state);
  if (known !== undefined) {
    return known;
  }
  const { context } = state.machine;
  const rest = JSON.stringify([
    state.status,
    state.machine.value,
    historyOf(state.machine),
    state.timers.map(({ id, remaining, event, to, isOrphan }) =>
      id === undefined || to !== undefined || isOrphan
        ? [id, remaining, canonicalText(event), to?.id, isOrphan]
        : [id, remaining],
    ),
    state.running.map(({ id, actor, snapshot }) => [id, actor, canonicalText(snapshot)]),
    state.ended.map(({ id, snapshot }) => [id, canonicalText(snapshot)]),
  ]);
  const key = `${rest} ${canonicalText(context)} ${sharedText(context)}`;
  keys.set(state, key);
  return key;
}

const shared = new WeakMap<object, string>();

function sharedText(context: object): string {
  const known = shared.get(context) ?? sharedParts(context);
  shared.set(context, known);
  return known;
}

function historyOf(snapshot: AnyMachineSnapshot): Record<string, string[]> {
  const history = snapshot.historyValue as Record<string, readonly Parameters<typeof stateId>[0][]>;
  return Object.fromEntries(Object.entries(history).map(([id, nodes]) => [id, nodes.map(stateId)]));
}
