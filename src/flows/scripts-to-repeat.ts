import type { AnyStateMachine } from 'xstate';
import type { Change } from './diff/compare.ts';
import { leafIds } from './export/step-words.ts';
import type { Flow } from './flow.ts';
import { recordOf } from './stable-json.ts';
import type { ModelState } from './timed-model.ts';
import { allStates, allTransitions, stateId } from './transitions.ts';

interface Script {
  id: string;
  /** What it passes, its start included. */
  states: readonly ModelState[];
  /** All that a tester reads of it. */
  text?: string;
}

const dataMark = /\s*<!-- data \w+ -->\s*$/;

/** Without the mark of what it enters and is answered. */
const wordsOf = (text: string | undefined) => text?.replace(dataMark, '');

/** `door.open.ajar`, `door.open`, `door`. */
function outwards(id: string): string[] {
  const end = id.lastIndexOf('.');
  return end < 0 ? [id] : [id, ...outwards(id.slice(0, end))];
}

/** The transitions and states that send something after one of these delays, by id. */
function sendersAfter(delays: ReadonlySet<string>, machine: AnyStateMachine): string[] {
  const named: Readonly<Record<string, unknown>> = machine.implementations.actions;
  const waits = (action: unknown) => {
    const name = typeof action === 'string' ? action : recordOf(action).type;
    const { delay, event } = recordOf((typeof name === 'string' && named[name]) || action);
    // A timer of the chart is on the list by its transition.
    const isTimer = String(recordOf(event).type).startsWith('xstate.after.');
    return typeof delay === 'string' && delays.has(delay) && !isTimer;
  };
  return [
    ...allTransitions(machine).flatMap(({ id, definition }) => (definition.actions.some(waits) ? [id] : [])),
    ...allStates(machine).flatMap((node) =>
      [...node.entry, ...node.exit].some(waits) ? [stateId(node)] : [],
    ),
  ];
}

/** Where a script is, also without resting there, and what it takes or is refused. */
function passedIn(state: ModelState): string[] {
  const { taken, refused } = state.trace;
  const sources = taken.map(({ id }) => id.slice(0, id.indexOf(' --')));
  return [...taken.map(({ id }) => id), ...refused, ...[...leafIds(state), ...sources].flatMap(outwards)];
}

/**
 * The scripts that pass what was added or changed on the chart (a transition also by being refused it, a delay with what
 * waits for it); and where the older texts are known, those that are new, or read otherwise, or whose test data changed.
 * @param older texts by id
 */
export function scriptsToRepeat<One extends Script>(
  { machine }: Pick<Flow, 'machine'>,
  scripts: readonly One[],
  changes: readonly Change[],
  older?: ReadonlyMap<string, string>,
): { script: One; hasOtherData: boolean }[] {
  const changed = new Set(changes.flatMap(({ kind, id }) => (kind === 'removed' ? [] : [id])));
  const delays = new Set(changes.flatMap(({ what, id }) => (what === 'delay' ? [id] : [])));
  for (const id of sendersAfter(delays, machine)) changed.add(id);
  for (const { id, trigger } of allTransitions(machine))
    if (trigger.kind === 'delay' && delays.has(trigger.delay)) changed.add(id);
  const passesChange = ({ states }: One) =>
    states.some((state) => passedIn(state).some((id) => changed.has(id)));
  return scripts.flatMap((script): { script: One; hasOtherData: boolean }[] => {
    if (passesChange(script)) return [{ script, hasOtherData: false }];
    if (older === undefined) return [];
    const before = older.get(script.id);
    if (wordsOf(before) !== wordsOf(script.text)) return [{ script, hasOtherData: false }];
    // Documents had no such mark before.
    return before === script.text || before === wordsOf(script.text) ? [] : [{ script, hasOtherData: true }];
  });
}
