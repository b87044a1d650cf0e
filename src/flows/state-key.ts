import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { briefText, sharedText, timelessText } from './canonical-text.ts';
import { digest } from './digest.ts';
import type { ModelState } from './timed-model.ts';
import { stateId } from './transitions.ts';

/** States with the same key behave the same: 64 bits, however much a state holds. */
export function stateKey(state: ModelState, readsTime: boolean): string {
  const { machine, place, timers, running, ended } = state;
  const context: object = machine.context;
  const elapsed = readsTime ? state.elapsed : undefined;
  // Each reason for a stop is a problem of its own.
  let text = `${state.status} ${state.failure ?? ''}\n${place.key}\n${historyText(machine)}`;
  for (const { id, remaining, event, to, isOrphan } of timers) {
    text += `\n${id} ${remaining}`;
    if (id === undefined || to !== undefined || isOrphan)
      text += ` ${textOf(event, elapsed)} ${to?.id} ${isOrphan}`;
  }
  for (const { id, actor, snapshot } of running) text += `\n${id} ${actor} ${textOf(snapshot, elapsed)}`;
  for (const { id, snapshot } of ended) text += `\nended ${id} ${textOf(snapshot, elapsed)}`;
  return digest(`${text}\n${textOf(context, elapsed)}\n${sharedText(context)}`);
}

const textOf = (value: unknown, elapsed: number | undefined) =>
  elapsed === undefined ? briefText(value) : timelessText(value, elapsed);

function historyText({ historyValue }: AnyMachineSnapshot): string {
  // biome-ignore lint/plugin: XState types its nodes with the machine's own types, and this is of any machine.
  const history = Object.entries(historyValue as Record<string, readonly AnyStateNode[]>);
  return history.map(([id, nodes]) => `${id}: ${nodes.map(stateId).join(' ')}`).join(', ');
}
