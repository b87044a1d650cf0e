import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { briefText, sharedParts, timelessText } from './canonical-text.ts';
import { digest } from './digest.ts';
import type { ModelState } from './timed-model.ts';
import { stateId } from './transitions.ts';

/** States with the same key behave the same: 64 bits, however much a state holds. */
export function stateKey(state: ModelState, readsTime: boolean): string {
  const { machine, place, timers, running, ended } = state;
  const context: object = machine.context;
  const text = (value: unknown) => (readsTime ? timelessText(value, state.elapsed) : briefText(value));
  const parts = [
    // Each reason for a stop is a problem of its own.
    `${state.status} ${state.failure ?? ''}`,
    place.key,
    historyText(machine),
    ...timers.map(({ id, remaining, event, to, isOrphan }) =>
      id === undefined || to !== undefined || isOrphan
        ? `${id} ${remaining} ${text(event)} ${to?.id} ${isOrphan}`
        : `${id} ${remaining}`,
    ),
    ...running.map(({ id, actor, snapshot }) => `${id} ${actor} ${text(snapshot)}`),
    ...ended.map(({ id, snapshot }) => `ended ${id} ${text(snapshot)}`),
    text(context),
    sharedText(context),
  ];
  return digest(parts.join('\n'));
}

const shared = new WeakMap<object, string>();

function sharedText(context: object): string {
  const known = shared.get(context) ?? sharedParts(context);
  shared.set(context, known);
  return known;
}

function historyText({ historyValue }: AnyMachineSnapshot): string {
  // biome-ignore lint/plugin: XState types its nodes with the machine's own types, and this is of any machine.
  const history = Object.entries(historyValue as Record<string, readonly AnyStateNode[]>);
  return history.map(([id, nodes]) => `${id}: ${nodes.map(stateId).join(' ')}`).join(', ');
}
